import { ExportError } from '../../core/model/errors.js';
import { didYouMean } from '../../core/text/nearest-name.js';
import { shownName } from '../tasks/export-task.js';
import { harbor } from './harbor.js';
import { huggingFace } from './hugging-face.js';
import { inspect } from './inspect-ai.js';
import { multiSweBench } from './multi-swe-bench.js';
import { codeContextBench, csv, ids, parquet } from './plain.js';
import { promptfoo } from './promptfoo.js';
import type { Runner } from './runner.js';
import { miniSweAgent, openhands, sweAgent } from './swe-agents.js';
import { sweBench, sweBenchPro } from './swe-bench.js';
import { terminalBench } from './terminal-bench.js';
import { verifiers } from './verifiers.js';

const runners: readonly Runner[] = [
  harbor,
  sweBench,
  sweBenchPro,
  multiSweBench,
  miniSweAgent,
  sweAgent,
  inspect,
  openhands,
  terminalBench,
  verifiers,
  promptfoo,
  huggingFace,
  ids,
  csv,
  parquet,
  codeContextBench,
];

/** The runners whose tasks are folders, by the file that marks a task folder. */
export const runnersByMarker: ReadonlyMap<string, Runner> = new Map(
  runners.flatMap((runner) => (runner.marker === undefined ? [] : [[runner.marker, runner]])),
);

/** The values of `--to`. */
export const runnerNames: readonly string[] = runners.map(({ name }) => name);

/** The runner with this name. */
export function runnerNamed(name: string): Runner {
  const found = runners.find((runner) => runner.name === name);
  if (found !== undefined) return found;
  const message = `there is no runner ${shownName(name)}.${didYouMean(name, runnerNames)} Runners: ${runnerNames.join(', ')}.`;
  throw new ExportError([{ code: 'export/runner', message }]);
}
