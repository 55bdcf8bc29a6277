import { countBy, largest, sumOf } from '../lists/lists.js';
import type { Outcome } from '../model/outcome.js';
import { countingName } from '../text/counting-name.js';
import { compareText, joinWords, visibleText } from '../text/words.js';

/** An unused column whose values may be systems, although their results count as runs of one system. */
interface PooledColumn {
  readonly column: string;
  /** In order; a blank cell is "". */
  readonly values: readonly string[];
}

/** A column with more values does not tell systems apart. */
const mostValues = 100;
/**
 * Chi-squared up to which the values are spread over the runs of each task by design. By chance, it equals the degrees of
 * freedom on average, and is this low with a probability of 10% in 5 tasks and 2% in 20 tasks.
 */
const mostUneven = (freedom: number) => Math.max(0, freedom / 2 - 1) + 1e-6;
/** More than this share of the tasks must have a value, and at least this share of them its usual number of runs. */
const fewest = { present: 0.5, usual: 0.9 };

/** The runs with a value. */
interface Spread {
  runs: number;
  /** The sum over the tasks of the square of their number, per run of the task. */
  squares: number;
  /** How many tasks have a number of them. */
  readonly sizes: Map<number, number>;
}

/** Finds the columns whose values are spread over the runs of each task by design, and not by chance. */
export class PooledColumns {
  /** By value; undefined if the column has numbers or too many values. */
  readonly #columns = new Map<string, Map<string, Spread> | undefined>();
  /** All runs so far, as if they were blank. */
  readonly #all: Spread = { runs: 0, squares: 0, sizes: new Map() };
  #tasks = 0;

  /** Adds a system's results on one task. */
  add(runs: readonly Pick<Outcome, 'fields'>[]): void {
    if (runs.length < 2) return;
    for (const { fields = {} } of runs)
      for (const [column, value] of Object.entries(fields)) {
        const { sizes, ...all } = this.#all;
        if (typeof value === 'number') this.#columns.set(column, undefined);
        else if (!this.#columns.has(column))
          this.#columns.set(column, new Map([['', { ...all, sizes: new Map(sizes) }]]));
      }
    for (const [column, values] of this.#columns) {
      if (values === undefined) continue;
      for (const [value, own] of countBy(runs, ({ fields }) => String(fields?.[column] ?? ''))) {
        const spread = values.get(value) ?? { runs: 0, squares: 0, sizes: new Map() };
        values.set(value, spread);
        addTask(spread, own, runs.length);
      }
      if (values.size > mostValues) this.#columns.set(column, undefined);
    }
    addTask(this.#all, runs.length, runs.length);
    this.#tasks += 1;
  }

  /** The columns in the order of the table. */
  get found(): readonly PooledColumn[] {
    return [...this.#columns].flatMap(([column, all = new Map<string, Spread>()]) => {
      const values = [...all].filter(([, { runs }]) => runs > 0);
      // Numbers and dates count runs.
      if (values.every(([value]) => countingName.test(value))) return [];
      const isPooled = values.length > 1 && this.#tasks > 1 && this.#isDesign(values.map(([, spread]) => spread));
      return isPooled ? [{ column, values: values.map(([value]) => value).sort(compareText) }] : [];
    });
  }

  #isDesign(values: readonly Spread[]): boolean {
    const { runs } = this.#all;
    const chiSquared = sumOf(values, (value) => (runs * value.squares) / value.runs) - runs;
    if (chiSquared <= mostUneven((values.length - 1) * (this.#tasks - 1))) return true;
    // Some systems may not have run all tasks yet.
    const tasks = values.map(({ sizes }) => sumOf(sizes.values(), (size) => size));
    const usual = sumOf(values, ({ sizes }) => largest([...sizes.values()], 0));
    return (
      tasks.every((own) => own > fewest.present * this.#tasks) && usual >= fewest.usual * sumOf(tasks, (own) => own)
    );
  }
}

function addTask(spread: Spread, own: number, runs: number): void {
  spread.runs += own;
  spread.squares += own ** 2 / runs;
  spread.sizes.set(own, (spread.sizes.get(own) ?? 0) + 1);
}

const mostShown = 5;

/** The columns and their values, in words. */
export function pooledWords(columns: readonly PooledColumn[]): string {
  return joinWords(
    columns.map(({ column, values }) => {
      const shown = values.slice(0, mostShown).map((value) => (value === '' ? 'blank' : visibleText(value, 40)));
      const more = values.length > mostShown ? [`${values.length - mostShown} more`] : [];
      return `"${visibleText(column, 40)}" (${joinWords([...shown, ...more])})`;
    }),
  );
}

/** The warning about the columns of some systems. `remedy` makes their values different systems. */
export function pooledWarning(systems: string, columns: readonly PooledColumn[], remedy: string): string {
  const where = columns.length === 1 ? 'an unused column' : 'unused columns';
  return `Runs of ${systems} count as repeats although they differ in ${where}: ${pooledWords(columns)}. If these are different systems, ${remedy}.`;
}
