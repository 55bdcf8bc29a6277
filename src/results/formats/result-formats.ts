import { aider } from './aider.js';
import { codeScaleBench } from './code-scale-bench.js';
import { everyEvalEver } from './every-eval-ever.js';
import { everyEvalEverAggregate } from './every-eval-ever-aggregate.js';
import { harborJob } from './harbor-job.js';
import { harborTrial } from './harbor-trial.js';
import { inspectArchive } from './inspect-archive.js';
import { inspectLog } from './inspect-log.js';
import { keyedResults } from './keyed-results.js';
import { lmEvalResults, lmEvalSamples } from './lm-eval.js';
import { longTable } from './long-table.js';
import { openHandsOutput } from './openhands-output.js';
import { predictions } from './predictions.js';
import { promptfoo } from './promptfoo.js';
import { responseMatrix } from './response-matrix.js';
import type { ResultFormat } from './result-format.js';
import { sweBenchExperiments } from './swe-bench-experiments.js';
import { sweBenchInstance } from './swe-bench-instance.js';
import { sweBenchPro } from './swe-bench-pro.js';
import { sweBenchReport } from './swe-bench-report.js';
import { sweSmithInstance } from './swe-smith-instance.js';
import { sweSmithReport } from './swe-smith-report.js';
import { terminalBench } from './terminal-bench-results.js';
import { terminalBenchSingle } from './terminal-bench-single.js';
import { verifiers } from './verifiers.js';
import { wideTable } from './wide-table.js';

/** Every format of results there is; the first that recognises a file reads it. */
export const resultFormats: readonly ResultFormat[] = [
  predictions,
  inspectArchive,
  inspectLog,
  // Before the others: the folder of an exercise also has the files that the agent wrote.
  aider,
  harborJob,
  harborTrial,
  terminalBench,
  terminalBenchSingle,
  sweBenchReport,
  sweBenchInstance,
  sweBenchExperiments,
  sweBenchPro,
  sweSmithInstance,
  sweSmithReport,
  everyEvalEver,
  everyEvalEverAggregate,
  openHandsOutput,
  promptfoo,
  lmEvalSamples,
  lmEvalResults,
  verifiers,
  codeScaleBench,
  keyedResults,
  responseMatrix,
  longTable,
  wideTable,
];
