import { groupBy } from '../core/lists/group-by.js';
import { PoolError } from '../core/model/errors.js';
import type { BenchmarkPlan } from '../core/model/plan.js';
import { countOf, formatCount } from '../core/text/count-of.js';
import { didYouMean } from '../core/text/nearest-name.js';
import type { Found, FoundTask } from './found.js';
import { mostInMemory } from './most-in-memory.js';
import type { OwnFields } from './own-fields.js';

/** More tasks than are read into memory. */
export function tooMany(file: string, { name }: BenchmarkPlan): PoolError {
  const message = `benchmark "${name}": with this file the plan has more than the ${formatCount(mostInMemory)} tasks that are read into memory.`;
  const hint =
    'Of one large table, "select", "check", "explain", "estimate" and "export" have a database count the tasks, and "assess" reads columns. For all else, write the rows that are needed to a file of their own.';
  return new PoolError([{ code: 'pool/too-large', message, place: { file }, hint }]);
}

/** A column that the plan names and the table does not have is a misspelling, not an unknown value. */
export function refuseMissingColumns(
  read: readonly OwnFields[],
  paths: readonly string[],
  { name }: BenchmarkPlan,
): void {
  const [first, ...others] = read.map((columns) => columns.missing());
  if (first === undefined) return;
  const missing = first.missing.filter((column) => others.every((each) => each.missing.includes(column)));
  const known = [...new Set([first, ...others].flatMap((each) => each.known))];
  // Of what cannot be read no column is known, and that is the fault to tell.
  if (known.length === 0) return;
  const [file = ''] = paths;
  const faults = missing.map((column) => ({
    code: 'pool/no-column',
    message: `benchmark "${name}": there is no column "${column}".${didYouMean(column, known)}${caseWords(column, known)} The columns are: ${known.join(', ')}.`,
    place: { file },
  }));
  if (faults.length > 0) throw new PoolError(faults);
}

/** Says that letter case matters, where only that is wrong. */
function caseWords(column: string, known: readonly string[]): string {
  return known.some((name) => name.toLowerCase() === column.toLowerCase()) ? ' Letter case matters.' : '';
}

/** Tasks of several formats in one place are more likely a mistake than a wish. */
export function refuseMixture(found: readonly Found[], benchmark: BenchmarkPlan): void {
  const byFormat = groupBy(
    found.filter((each): each is FoundTask => each.kind === 'task'),
    ({ format }) => format.name,
  );
  if (byFormat.size < 2) return;
  const counts = [...byFormat].map(([name, tasks]) => `${name} (${countOf(tasks.length, 'task')})`).join(', ');
  throw new PoolError([
    {
      code: 'pool/several-formats',
      message: `benchmark "${benchmark.name}": its source holds several formats: ${counts}.`,
      hint: 'Say which one is meant: format: NAME.',
    },
  ]);
}

/** A file that is no pool table. */
export function noPoolTable(file: string, reason: string): PoolError {
  const message = `it cannot be read as a pool table: ${reason}.`;
  const hint = 'Check --pool; "winnow pool" writes such a table.';
  return new PoolError([{ code: 'pool/no-table', message, place: { file }, hint }]);
}

const atThePlan = 'Check the path; a relative one starts at the plan’s own folder.';

/** A folder of benchmarks that is not there. */
export function noRoot(root: string): PoolError {
  const message = `the folder of benchmarks "${root}" is not there, or is not a folder.`;
  return new PoolError([{ code: 'pool/not-found', message, hint: 'Check --benchmarks.' }]);
}

/** Files or folders of a benchmark that are not there. */
export function notThere({ name }: BenchmarkPlan, paths: readonly string[], hint = atThePlan): PoolError {
  return new PoolError([
    {
      code: 'pool/not-found',
      message: `benchmark "${name}": the tasks cannot be read: there is no such file or folder: ${paths.join(', ')}.`,
      hint,
    },
  ]);
}
