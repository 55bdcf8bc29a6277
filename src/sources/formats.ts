import type { Format } from './format.js';
import { diBench } from './formats/di-bench.js';
import { harbor } from './formats/harbor.js';
import { linuxFlBench } from './formats/linux-fl-bench.js';
import { locobench } from './formats/locobench.js';
import { multiSweBench } from './formats/multi-swe-bench.js';
import { packageDocs } from './formats/package-docs.js';
import { repoqa } from './formats/repoqa.js';
import { sweBench } from './formats/swe-bench.js';
import { sweBenchTasks } from './formats/swe-bench-tasks.js';
import { sweLancer } from './formats/swe-lancer.js';
import { sweperfItems } from './formats/sweperf-items.js';
import { tenFigure } from './formats/ten-figure.js';
import { terminalBench } from './formats/terminal-bench.js';
import { theAgentCompany } from './formats/the-agent-company.js';

/** Every format there is, besides the general table and a git repository's commits, which a plan describes itself. */
export const formats: readonly Format[] = [
  harbor,
  terminalBench,
  sweBenchTasks,
  packageDocs,
  tenFigure,
  theAgentCompany,
  sweBench,
  multiSweBench,
  locobench,
  repoqa,
  diBench,
  linuxFlBench,
  sweLancer,
  sweperfItems,
];
