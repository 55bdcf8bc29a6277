import { PlanError } from '../core/model/errors.js';
import type { Fault } from '../core/model/fault.js';
import type { ResultSettings } from '../core/model/result-settings.js';
import { countOf, formatCount } from '../core/text/count-of.js';
import { didYouMean } from '../core/text/nearest-name.js';
import type { OwnColumns } from './draft-columns.js';
import type { FieldDraft } from './draft-fields.js';
import type { FormatInspection } from './inspection.js';

/** What the plan is for, where the user says so. */
export interface PlanAim {
  /** So many tasks in all. */
  readonly take?: number | undefined;
  /** A representative sample. */
  readonly atRandom?: boolean | undefined;
  /** The tasks with the most, or with "asc" the least, of a field. */
  readonly rankBy?: { readonly field: string; readonly direction: 'asc' | 'desc' } | undefined;
  /** What results are to tell, learned from earlier ones; the plan is then drafted as a random sample first. */
  readonly purpose?: PurposeAim | undefined;
}

/** What results are to tell, and what it is learned from. */
export interface PurposeAim {
  /** The name of a purpose. */
  readonly name: string;
  /** Files or folders of earlier results. */
  readonly prior: readonly string[];
  /** How they are read; the plan gets these settings. */
  readonly reading: ResultSettings;
  /** One of these, as a plan writes them; none: about a fifth. */
  readonly size: {
    readonly take?: number;
    readonly precision?: string;
    readonly detect?: string;
    readonly budget?: string;
  };
}

/** The field that is meant: by its name, or by the column that it is read from. */
export function fieldAt(name: string, columns: readonly ReadonlyMap<string, string>[]): string {
  const [own] = columns.flatMap((each) => [...each].filter(([, column]) => column === name).map(([field]) => field));
  return own ?? name.replace(/^(metadata|task)\./, '');
}

/** How tasks are chosen, in words. */
export function selectingWords({ take, rankBy, purpose }: PlanAim, atRandom: boolean, byScore: boolean): string {
  if (purpose !== undefined)
    return `chosen for the purpose "${purpose.name}" from earlier results; what to expect stands at each benchmark`;
  const number =
    take === undefined
      ? 'all of a benchmark of up to ten tasks, a fifth but at least ten of a larger one'
      : `${formatCount(take)} tasks`;
  if (rankBy !== undefined) return `${number}, ${rankBy.direction === 'desc' ? 'most' : 'least'} ${rankBy.field} first`;
  const random = 'drawn at random: another seed draws others';
  if (!atRandom) return `${number}, best score first`;
  return `${number}, ${byScore ? `best score first; where nothing separates the tasks, ${random}` : random}`;
}

/** How a component gets its value, in words. */
export function scoringWords({ rankBy }: PlanAim): string {
  return rankBy === undefined
    ? 'ramps reach their end at about the 90th percentile of what was found; a value that is not known counts as 0.5'
    : `a ramp reaches its end at the largest ${rankBy.field} that was found; one that is not known counts as 0`;
}

/** What was asked for and cannot be. */
export function refuseAim(
  { take, rankBy }: PlanAim,
  benchmarks: readonly FormatInspection[],
  fields: ReadonlyMap<string, FieldDraft>,
  own: readonly OwnColumns[],
): void {
  const faults: Fault[] = [];
  const tasks = benchmarks.reduce((sum, each) => sum + each.tasks, 0);
  if (take !== undefined && take > tasks) {
    faults.push({
      code: 'plan/too-many',
      message: `${formatCount(take)} tasks are asked for; ${formatCount(tasks)} were found.`,
      hint: 'Ask for fewer.',
    });
  }
  if (take !== undefined && take < benchmarks.length) {
    faults.push({
      code: 'plan/too-few',
      message: `${countOf(take, 'task')} cannot be shared among ${countOf(benchmarks.length, 'benchmark')}: each gives at least one.`,
      hint: `Ask for ${formatCount(benchmarks.length)} or more, or name fewer paths.`,
    });
  }
  if (rankBy !== undefined) {
    const standard = benchmarks.flatMap(({ sizes }) => [...sizes.keys()]);
    // Of columns that are read as a field of another name, too.
    const mapped = own.flatMap((columns) => [...columns].filter(([, { kind }]) => kind === 'number'));
    const declared = [...fields].filter(([, { kind }]) => kind === 'number');
    const known = [...new Set([...standard, ...[...mapped, ...declared].map(([field]) => field)])];
    if (!known.includes(rankBy.field)) {
      const texts = benchmarks
        .flatMap(({ unused }) => unused)
        .find(({ column, kind }) => column === rankBy.field && kind !== 'number');
      const why = texts === undefined ? '' : ` The column of that name does not hold numbers, but "${texts.example}".`;
      const message = `there is no number called "${rankBy.field}" to rank by.${why}${didYouMean(rankBy.field, known)} ${known.length === 0 ? 'The tasks have none.' : `Known: ${known.join(', ')}.`}`;
      faults.push({ code: 'plan/rank-by', message, hint: 'To draw at random instead: --sample N.' });
    }
  }
  if (faults.length > 0) throw new PlanError(faults);
}
