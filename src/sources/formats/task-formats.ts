import { crossCodeEval } from './cross-code-eval.js';
import { devEval } from './dev-eval.js';
import { diBench } from './di-bench.js';
import { harbor } from './harbor.js';
import { harborRegistry } from './harbor-registry.js';
import { linuxFlBench } from './linux-fl-bench.js';
import { liveCodeBench } from './live-code-bench.js';
import { locobench } from './locobench.js';
import { multiSweBench } from './multi-swe-bench.js';
import { packageDocs } from './package-docs.js';
import { polyglot } from './polyglot.js';
import { r2eGym } from './r2e-gym.js';
import { repobench } from './repobench.js';
import { repoqa } from './repoqa.js';
import { sweBench } from './swe-bench.js';
import { sweBenchTasks } from './swe-bench-tasks.js';
import { sweLancer } from './swe-lancer.js';
import { sweperfItems } from './sweperf-items.js';
import type { Format } from './task-format.js';
import { tenFigure } from './ten-figure.js';
import { terminalBench } from './terminal-bench.js';
import { theAgentCompany } from './the-agent-company.js';
import { winnowPool } from './winnow-pool.js';

/** Every format except Winnow's pool tables, the general table and commits of a git repository. */
export const taskFormats: readonly Format[] = [
  harbor,
  terminalBench,
  sweBenchTasks,
  packageDocs,
  tenFigure,
  theAgentCompany,
  polyglot,
  sweBench,
  multiSweBench,
  locobench,
  repoqa,
  diBench,
  linuxFlBench,
  sweLancer,
  sweperfItems,
  liveCodeBench,
  devEval,
  crossCodeEval,
  r2eGym,
  repobench,
  harborRegistry,
];

/** The same with Winnow's pool tables. Their rows may have any column, so they are tried first for records. */
export const formatsAndPool: readonly Format[] = [
  ...taskFormats.filter(({ kind }) => kind === 'folder'),
  winnowPool,
  ...taskFormats.filter(({ kind }) => kind === 'record'),
];
