import { harborJob } from './formats/harbor-job.js';
import { harborTrial } from './formats/harbor-trial.js';
import { inspectArchive } from './formats/inspect-archive.js';
import { inspectLog } from './formats/inspect-log.js';
import { longTable } from './formats/long-table.js';
import { predictions } from './formats/predictions.js';
import { sweBenchExperiments } from './formats/swe-bench-experiments.js';
import { sweBenchInstance } from './formats/swe-bench-instance.js';
import { sweBenchPro } from './formats/swe-bench-pro.js';
import { sweBenchReport } from './formats/swe-bench-report.js';
import { terminalBench } from './formats/terminal-bench.js';
import { terminalBenchSingle } from './formats/terminal-bench-single.js';
import { wideTable } from './formats/wide-table.js';
import type { OutcomeFormat } from './outcome-format.js';

/** Every format of results there is; the first that recognises a file reads it. */
export const outcomeFormats: readonly OutcomeFormat[] = [
  predictions,
  inspectArchive,
  inspectLog,
  harborJob,
  harborTrial,
  terminalBench,
  terminalBenchSingle,
  sweBenchReport,
  sweBenchInstance,
  sweBenchExperiments,
  sweBenchPro,
  longTable,
  wideTable,
];
