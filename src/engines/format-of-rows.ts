import type { BenchmarkPlan, PathSource } from '../core/model/plan.js';
import type { UnknownRecord } from '../core/model/record.js';
import type { RecordFormat } from '../sources/formats/task-format.js';
import { formatsFor } from '../sources/path-sources.js';
import { NotExpressible } from './engine.js';

/**
 * The one format of rows that have these keys.
 * @throws NotExpressible when there is none, there are several, or the values of a row decide.
 */
export function formatOfRows(
  source: PathSource,
  benchmark: BenchmarkPlan,
  keySets: readonly (readonly string[])[],
): RecordFormat {
  const formats = formatsFor(source, benchmark).filter((format): format is RecordFormat => format.kind === 'record');
  const [only, ...others] = new Set(keySets.map((keys) => formats.find((format) => matchesKeys(format, keys))));
  if (only === undefined || others.length > 0) throw new NotExpressible('its rows have no known format, or several');
  if (only.rows !== undefined || only.whole === true)
    throw new NotExpressible(`rows of the format ${only.name} are read one by one`);
  return only;
}

/** Whether a format knows rows with these keys, whatever they hold. */
function matchesKeys(format: RecordFormat, keys: readonly string[]): boolean {
  const names = new Set(keys);
  let looksAtValues = false;
  const row = new Proxy<UnknownRecord>(
    {},
    {
      get: (_, key) => {
        if (names.has(String(key))) looksAtValues = true;
        return undefined;
      },
      has: (_, key) => names.has(String(key)),
      ownKeys: () => [...names],
      getOwnPropertyDescriptor: (_, key) =>
        names.has(String(key)) ? { configurable: true, enumerable: true, value: undefined } : undefined,
    },
  );
  const matches = format.matches(row);
  if (looksAtValues) throw new NotExpressible(`only its values show whether a row has the format ${format.name}`);
  return matches;
}
