import type { FormatInspection } from '../core/contracts/inspect-document.js';
import { at } from '../core/lists/at.js';
import { PlanError } from '../core/model/errors.js';
import type { Fault } from '../core/model/fault.js';
import type { ResultSettings } from '../core/model/result-settings.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { countOf, formatCount } from '../core/text/numbers.js';
import { table } from '../sources/formats/table.js';
import {
  type BenchmarkFields,
  type Corrections,
  draftCorrections,
  draftFields,
  type FieldDraft,
  type OwnColumns,
  openNumbers,
  openSpellings,
} from './draft-fields.js';
import { draftPhase, draftScore, type PhaseDraft, type RuleDraft, scoreOf, starterPhases } from './draft-score.js';
import type { SettledDraft } from './shared-tasks.js';

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
function fieldAt(name: string, benchmarks: readonly BenchmarkFields[]): string {
  const [own] = benchmarks.flatMap(({ columns }) =>
    [...columns].filter(([, column]) => column === name).map(([field]) => field),
  );
  return own ?? name.replace(/^(metadata|task)\./, '');
}

/** How tasks are chosen, in words. */
function selectingWords({ take, rankBy, purpose }: PlanAim, atRandom: boolean, byScore: boolean): string {
  if (purpose !== undefined)
    return `chosen for the purpose "${purpose.name}" from earlier results; the forecast is above each benchmark`;
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
function scoringWords({ rankBy }: PlanAim): string {
  return rankBy === undefined
    ? 'ramps reach their end at about the 90th percentile of what was found; a value that is not known counts as 0.5'
    : `a ramp reaches its end at the largest ${rankBy.field} that was found; one that is not known counts as 0`;
}

/** What was asked for and cannot be. */
function refuseAim(
  { take, rankBy }: PlanAim,
  benchmarks: readonly FormatInspection[],
  fields: ReadonlyMap<string, FieldDraft>,
  read: readonly BenchmarkFields[],
): void {
  const faults: Fault[] = [];
  const tasks = benchmarks.reduce((sum, each) => sum + each.tasks, 0);
  if (take !== undefined && take > tasks) {
    const message = `${formatCount(take)} tasks are asked for; ${formatCount(tasks)} were found.`;
    faults.push({ code: 'plan/too-many', message, hint: 'Ask for fewer.' });
  }
  if (take !== undefined && take < benchmarks.length) {
    const message = `${countOf(take, 'task')} cannot be shared among ${countOf(benchmarks.length, 'benchmark')}: each gives at least one.`;
    const hint = `Ask for ${formatCount(benchmarks.length)} or more, or name fewer paths.`;
    faults.push({ code: 'plan/too-few', message, hint });
  }
  if (rankBy !== undefined) {
    const standard = benchmarks.flatMap(({ sizes }) => [...sizes.keys()]);
    // Of columns that are read as a field of another name, too.
    const mapped = read.flatMap(({ own }) => [...own].filter(([, { kind }]) => kind === 'number'));
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

/** A plan before it is text. */
export interface PlanDraft {
  readonly name: string;
  /** Where tasks are drawn at random. */
  readonly seed: number | undefined;
  /** A number of tasks that the benchmarks give together. */
  readonly total: number | undefined;
  /** What the benchmarks that share in a total are for, and the total's size or target, as the plan writes it. */
  readonly totalPurpose?: Readonly<Record<string, string | number>>;
  /** How results of runs are read, as the plan writes it. */
  readonly results?: ResultSettings;
  readonly phases: readonly string[];
  readonly fields: ReadonlyMap<string, FieldDraft>;
  /** What the score measures. */
  readonly scoreName: string;
  readonly weights: ReadonlyMap<string, number>;
  readonly benchmarks: readonly BenchmarkDraft[];
  /** How tasks are chosen, in words. */
  readonly selecting: string;
  /** How a component gets its value, in words. */
  readonly scoring: string;
  /** Whether it runs as it is: no id stands twice. */
  readonly runs: boolean;
  /** Whether score and phases say nothing, because a plan must have them and the tasks are drawn at random. */
  readonly isEven: boolean;
  /** Sentences on columns that could be fields and are none. */
  readonly notFields: readonly string[];
}

/** One benchmark of it. */
export interface BenchmarkDraft {
  readonly key: string;
  readonly paths: readonly string[];
  readonly format: string;
  readonly columns: ReadonlyMap<string, string>;
  readonly distinct: boolean;
  /** Ids that another benchmark has, with its key. */
  readonly excluded: ReadonlyMap<string, string>;
  readonly tasks: number;
  readonly phase: PhaseDraft['rule'];
  /** By label, how it is written instead: spellings that differ only in letter case become one. */
  readonly corrections: Corrections;
  readonly components: ReadonlyMap<string, RuleDraft>;
  readonly select: SelectDraft;
  /** Paths of earlier results, as the plan writes them. */
  readonly prior?: readonly string[];
  /** What one run of a task costs or takes. */
  readonly run?: { readonly cost_usd?: number; readonly seconds?: number } | undefined;
  /** Sentences that stand above it as a comment. */
  readonly comments?: readonly string[];
  /** What only a person can answer. */
  readonly open: readonly string[];
}

/**
 * A plan that runs as it is, with a question wherever the tasks do not say enough.
 *
 * @param pathOf A path as the plan writes it: relative to the plan's own folder.
 */
export function draftPlan(
  name: string,
  benchmarks: readonly SettledDraft[],
  wanted: PlanAim,
  { idColumn, pathOf }: { readonly idColumn: string | undefined; readonly pathOf: (path: string) => string },
): PlanDraft {
  const inspections = benchmarks.map(({ counts }) => counts);
  const { fields, benchmarks: read } = draftFields(inspections);
  const rankBy = wanted.rankBy && { ...wanted.rankBy, field: fieldAt(wanted.rankBy.field, read) };
  const aim = { ...wanted, rankBy };
  const eligible = benchmarks.map(({ counts, excluded }) => ({ ...counts, tasks: counts.tasks - excluded.size }));
  refuseAim(aim, eligible, fields, read);
  const score = rankBy === undefined ? draftScore(inspections) : scoreOf(rankBy.field, inspections, read);
  const drafts = benchmarks.map(({ key, draft, counts, distinct, excluded, open }, i) => {
    const { own, columns, notFields } = at(read, i);
    const components = at(score.rules, i);
    // Without anything to rank by, the first ids would be taken, which are often all of one repository.
    const isEven = score.isEven || [...components.values()].every((rule) => 'constant' in rule);
    const isUnranked = isEven && rankBy === undefined;
    const atRandom = aim.atRandom === true || isUnranked;
    const phase = draftPhase(counts);
    const select = draftSelect(at(eligible, i), aim, atRandom);
    const corrections = draftCorrections(counts, own, select.groupBy);
    const made: BenchmarkDraft = {
      key,
      distinct,
      excluded,
      paths: [...draft.paths.keys()].map(pathOf),
      format: counts.format,
      columns:
        idColumn === undefined || counts.format !== table.name ? columns : new Map([['id', idColumn], ...columns]),
      tasks: counts.tasks,
      phase: phase.rule,
      corrections,
      components,
      select,
      open: [
        ...open,
        ...openIds(key, counts),
        ...(aim.atRandom === true && score.isEven ? [] : phase.open),
        ...at(score.open, i),
        ...(isUnranked && aim.atRandom !== true ? [nothingToRankBy(own)] : []),
        ...openNumbers(own),
        ...openSpellings(corrections),
        ...openConflicts(counts),
      ],
    };
    return { made, atRandom, phases: phase.phases, notFields };
  });
  const atRandom = drafts.map((each) => each.atRandom);
  return {
    name,
    seed: atRandom.includes(true) ? 1 : undefined,
    total: aim.take !== undefined && benchmarks.length > 1 ? aim.take : undefined,
    selecting: selectingWords(aim, atRandom.includes(true), atRandom.includes(false)),
    scoring: scoringWords(aim),
    fields,
    runs: inspections.every(({ duplicates }) => duplicates.sameId + duplicates.sameButForCase === 0),
    isEven: score.isEven && !atRandom.includes(false),
    notFields: drafts.flatMap(({ made, notFields }) =>
      notFields.length === 0 ? [] : [`${made.key}: no field for ${notFields.join(', ')}.`],
    ),
    phases: starterPhases.filter((phase) => drafts.some(({ phases }) => phases.has(phase))),
    scoreName: rankBy?.field ?? 'effort',
    weights: score.weights,
    benchmarks: drafts.map(({ made }) => made),
  };
}

function nothingToRankBy(columns: OwnColumns): string {
  const numbers = [...columns].filter(([, { kind }]) => kind === 'number').map(([name]) => name);
  const shown = numbers.slice(0, 5).join(', ');
  const own =
    numbers.length === 0
      ? ''
      : ` To rank them by another column: winnow init --rank-by FIELD (${shown}${numbers.length > 5 ? ', …' : ''}).`;
  return `no standard feature separates the tasks, so they are drawn at random: what should count?${own}`;
}

function openIds(key: string, { duplicates, benchmarks, tasks }: FormatInspection): readonly string[] {
  const repeated = duplicates.sameId + duplicates.sameButForCase;
  const named = benchmarks.values.reduce((sum, { tasks: count }) => sum + count, benchmarks.others);
  const repeats = `${countOf(repeated, 'id')} that another task has too${duplicates.sameButForCase === 0 ? '' : ', letter case apart'}, such as "${duplicates.examples[0] ?? ''}": "winnow select" stops at them. Which are to go?`;
  const unnamed = `${countOf(tasks - named, 'task')} of ${formatCount(tasks)} name no benchmark: do they belong to ${key}?`;
  return [...(repeated === 0 ? [] : [repeats]), ...(named === 0 || named === tasks ? [] : [unnamed])];
}

function openConflicts({ labelConflicts: { pairs } }: FormatInspection): readonly string[] {
  const fields = [...new Set(pairs.map(({ field }) => field))];
  return fields.map((field) => {
    const alike = pairs.filter((pair) => pair.field === field);
    const places = [...new Set(alike.flatMap((pair) => [pair.from, pair.in]))].map((place) => `"${place}"`);
    const total = alike.reduce((sum, { tasks }) => sum + tasks, 0);
    return `${countOf(total, 'conflict')} of ${field} labels: which place is right (source.trust): ${places.join(' or ')}?`;
  });
}

/** How many tasks are taken from a benchmark, and by what they are grouped. */
interface SelectDraft {
  readonly take: number | 'all';
  readonly groupBy: string | undefined;
  readonly prefer: readonly string[];
  /** What results are to tell, with a size or a target unless a total is shared: it stands in for all of the above. */
  readonly purpose?: { readonly name: string } & PurposeAim['size'];
}

const fewest = 10;
const share = 0.2;
const mostGroups = 50;

/**
 * All of a small benchmark; about a fifth of a larger one, by score from every repository, language or category in
 * proportion. A sample and an order that the user names are not grouped.
 */
function draftSelect({ tasks, labels, features }: FormatInspection, aim: PlanAim, atRandom: boolean): SelectDraft {
  const { take: wanted, rankBy } = aim;
  const prefer = rankBy !== undefined ? [`${rankBy.field} ${rankBy.direction}`] : [atRandom ? 'random' : 'score desc'];
  if (wanted === undefined && tasks <= fewest) return { take: 'all', groupBy: undefined, prefer: ['score desc'] };
  const take = wanted ?? Math.max(fewest, Math.round(tasks * share));
  if (atRandom || rankBy !== undefined) return { take, groupBy: undefined, prefer };
  const groupBy = ['repo', 'language', 'category'].find((field) => {
    const { values = [], others = 0 } = labels.get(field) ?? {};
    const missing = features.get(field)?.missing ?? 0;
    const groups = values.length + (missing > 0 ? 1 : 0);
    return others === 0 && values.length > 0 && groups >= 2 && groups <= mostGroups;
  });
  return { take, groupBy, prefer };
}
