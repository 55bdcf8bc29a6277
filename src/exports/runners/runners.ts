import { ExportError } from '../../core/model/errors.js';
import { didYouMean } from '../../core/text/nearest-name.js';
import { shownName } from '../tasks/shown-names.js';
import { csv } from './csv.js';
import { harbor } from './harbor-runner.js';
import { huggingFace } from './hugging-face.js';
import { ids } from './ids.js';
import { inspect } from './inspect-ai.js';
import { miniSweAgent } from './mini-swe-agent.js';
import { openhands } from './openhands.js';
import { parquet } from './parquet.js';
import type { Runner } from './runner.js';
import { sweAgent } from './swe-agent.js';
import { sweBenchPro } from './swe-bench-pro-runner.js';
import { sweBench } from './swe-bench-runner.js';
import { terminalBench } from './terminal-bench-runner.js';

/** Every runner there is an export for: one file each, one entry here. */
const runners: readonly Runner[] = [
  harbor,
  sweBench,
  sweBenchPro,
  miniSweAgent,
  sweAgent,
  inspect,
  openhands,
  terminalBench,
  huggingFace,
  ids,
  csv,
  parquet,
];

/** The runners whose tasks are folders, by what makes a folder one of them. */
export const runnersByMarker: ReadonlyMap<string, Runner> = new Map(
  runners.flatMap((runner) => (runner.marker === undefined ? [] : [[runner.marker, runner]])),
);

/** What `--to` takes. */
export const runnerNames: readonly string[] = runners.map(({ name }) => name);

/** The runner of a name. */
export function runnerNamed(name: string): Runner {
  const found = runners.find((runner) => runner.name === name);
  if (found !== undefined) return found;
  const names = runners.map((runner) => runner.name);
  const message = `there is no runner ${shownName(name)}.${didYouMean(name, names)} Known: ${names.join(', ')}.`;
  throw new ExportError([{ code: 'export/runner', message }]);
}
