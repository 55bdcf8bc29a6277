import { basename, dirname, join } from 'node:path';
import { readSafely } from '../../files/task-folder.js';
import { ownText } from '../is-record.js';
import { parseJson } from '../parse-json.js';

/** Whose results they are. */
export interface TerminalBenchRun {
  readonly run: string | undefined;
  readonly configuration: string;
  readonly benchmark: string | undefined;
}

/**
 * What a run's folder says about it: `agent__model` from run_metadata.json; without it, the folder that holds the run,
 * unless that is simply called "runs".
 */
export function terminalBenchRun(folder: string): TerminalBenchRun {
  const run = basename(folder);
  const above = basename(dirname(folder));
  const fallback = above === '' || above === 'runs' ? run : above;
  try {
    const metadata = parseJson(readSafely(join(folder, 'run_metadata.json')));
    const parts = [ownText(metadata, 'agent_name'), ownText(metadata, 'model_name')].filter(
      (part) => part !== undefined,
    );
    const configuration = parts.length === 0 ? fallback : parts.join('__');
    return { run, configuration, benchmark: ownText(metadata, 'dataset_name') };
  } catch {
    // Most published runs have none.
    return { run, configuration: fallback, benchmark: undefined };
  }
}
