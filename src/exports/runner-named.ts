import { ExportError } from '../core/model/export-error.js';
import { didYouMean } from '../core/text/nearest-name.js';
import type { Runner } from './runner.js';
import { runners } from './runners.js';
import { shownName } from './shown-names.js';

/** The runner of a name. */
export function runnerNamed(name: string): Runner {
  const found = runners.find((runner) => runner.name === name);
  if (found !== undefined) return found;
  const names = runners.map((runner) => runner.name);
  const message = `there is no runner ${shownName(name)}.${didYouMean(name, names)} Known: ${names.join(', ')}.`;
  throw new ExportError([{ code: 'export/runner', message }]);
}
