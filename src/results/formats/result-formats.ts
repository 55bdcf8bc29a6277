import { aider } from './aider.js';
import { codeScaleBench } from './code-scale-bench.js';
import { everyEvalEver, everyEvalEverAggregate } from './every-eval-ever.js';
import { gsoReport } from './gso.js';
import { harborJob, harborTrial } from './harbor.js';
import { inspectArchive, inspectLog } from './inspect.js';
import { lmEvalResults, lmEvalSamples } from './lm-eval.js';
import { openHandsOutput } from './openhands.js';
import { promptfoo } from './promptfoo.js';
import type { ResultFormat } from './result-format.js';
import { predictions, sweBenchExperiments, sweBenchInstance, sweBenchPro, sweBenchReport } from './swe-bench.js';
import { sweSmithInstance, sweSmithReport } from './swe-smith.js';
import { keyedResults, longTable, responseMatrix, wideTable } from './tables.js';
import { terminalBench, terminalBenchSingle } from './terminal-bench.js';
import { verifiers, verifiersTraces } from './verifiers.js';

/** Every format of results; the first that recognises a file reads it. */
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
  gsoReport,
  sweSmithInstance,
  sweSmithReport,
  everyEvalEver,
  everyEvalEverAggregate,
  openHandsOutput,
  promptfoo,
  lmEvalSamples,
  lmEvalResults,
  verifiers,
  verifiersTraces,
  codeScaleBench,
  keyedResults,
  responseMatrix,
  longTable,
  wideTable,
];
