import { columnFormats } from './column-formats.js';
import { harbor } from './harbor.js';
import { harborRegistry } from './harbor-registry.js';
import { locobench } from './locobench.js';
import { multiSweBench } from './multi-swe-bench.js';
import { polyglot } from './polyglot.js';
import { repoqa } from './repoqa.js';
import { sweBench } from './swe-bench.js';
import type { Format } from './task-format.js';
import { theAgentCompany } from './the-agent-company.js';
import { winnowPool } from './winnow-pool.js';
import { packageDocs, sweBenchTasks, tenFigure, terminalBench } from './yaml-formats.js';

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
  ...columnFormats,
  harborRegistry,
];

/** The same with Winnow's pool tables. Their rows may have any column, so they are tried first for records. */
export const formatsAndPool: readonly Format[] = [
  ...taskFormats.filter(({ kind }) => kind === 'folder'),
  winnowPool,
  ...taskFormats.filter(({ kind }) => kind === 'record'),
];
