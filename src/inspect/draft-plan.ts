import type { ResultSettings } from '../core/model/result-settings.js';
import { countOf, formatCount } from '../core/text/count-of.js';
import { table } from '../sources/formats/table.js';
import { type Corrections, draftCorrections, type OwnColumns, openNumbers, openSpellings } from './draft-columns.js';
import { draftFields, type FieldDraft } from './draft-fields.js';
import { draftPhase, type PhaseDraft, starterPhases } from './draft-phase.js';
import { draftScore, type RuleDraft, scoreOf } from './draft-score.js';
import type { FormatInspection } from './inspection.js';
import { fieldAt, type PlanAim, type PurposeAim, refuseAim, scoringWords, selectingWords } from './plan-aim.js';

/** A benchmark as it was counted. */
interface CountedBenchmark {
  readonly key: string;
  /** As the plan writes them: relative to its own folder. */
  readonly paths: readonly string[];
  readonly counts: FormatInspection;
  /** Questions that were there before. */
  readonly open: readonly string[];
  /** Whether its tasks are others than those of the same id in another benchmark. */
  readonly distinct: boolean;
  /** Ids that another benchmark has, with its key. */
  readonly excluded: ReadonlyMap<string, string>;
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

/** A plan that runs as it is, with a question wherever the tasks do not say enough. */
export function draftPlan(
  name: string,
  benchmarks: readonly CountedBenchmark[],
  wanted: PlanAim = {},
  idColumn?: string,
): PlanDraft {
  const inspections = benchmarks.map(({ counts }) => counts);
  const { fields, columns, own, notFields } = draftFields(inspections);
  const aim = {
    ...wanted,
    rankBy: wanted.rankBy && { ...wanted.rankBy, field: fieldAt(wanted.rankBy.field, columns) },
  };
  const eligible = benchmarks.map(({ counts, excluded }) => ({ ...counts, tasks: counts.tasks - excluded.size }));
  refuseAim(aim, eligible, fields, own);
  const score = aim.rankBy === undefined ? draftScore(inspections) : scoreOf(aim.rankBy.field, inspections, own);
  // Without anything to rank by, the first ids would be taken, which are often all of one repository.
  const isEven = inspections.map((_, i) => score.isEven || isConstant(score.rules[i]));
  const atRandom = inspections.map((_, i) => aim.atRandom === true || (isEven[i] === true && aim.rankBy === undefined));
  const total = aim.take !== undefined && benchmarks.length > 1 ? aim.take : undefined;
  const phases = benchmarks.map(({ counts }) => draftPhase(counts));
  const given = new Set(phases.flatMap((draft) => [...draft.phases]));
  const selects = eligible.map((counts, i) => draftSelect(counts, aim, atRandom[i] === true));
  const corrections = inspections.map((counts, i) =>
    draftCorrections(counts, own[i] ?? new Map(), selects[i]?.groupBy),
  );
  return {
    name,
    seed: atRandom.includes(true) ? 1 : undefined,
    total,
    selecting: selectingWords(aim, atRandom.includes(true), atRandom.includes(false)),
    scoring: scoringWords(aim),
    fields,
    runs: inspections.every(({ duplicates }) => duplicates.sameId + duplicates.sameButForCase === 0),
    isEven: score.isEven && atRandom.every((each) => each),
    notFields: benchmarks.flatMap(({ key }, i) => {
      const columnsLeft = notFields[i] ?? [];
      return columnsLeft.length === 0 ? [] : [`${key}: no field for ${columnsLeft.join(', ')}.`];
    }),
    phases: starterPhases.filter((phase) => given.has(phase)),
    scoreName: aim.rankBy?.field ?? 'effort',
    weights: score.weights,
    benchmarks: benchmarks.map(({ key, paths, counts, distinct, excluded, open }, i) => ({
      key,
      distinct,
      excluded,
      paths,
      format: counts.format,
      columns: withId(counts, columns[i] ?? new Map(), idColumn),
      tasks: counts.tasks,
      phase: phases[i]?.rule ?? '',
      corrections: corrections[i] ?? new Map(),
      components: score.rules[i] ?? new Map(),
      select: selects[i] ?? draftSelect(counts, aim, atRandom[i] === true),
      open: [
        ...open,
        ...openIds(key, counts),
        ...(aim.atRandom === true && score.isEven ? [] : (phases[i]?.open ?? [])),
        ...(score.open[i] ?? []),
        ...(isEven[i] === true && aim.atRandom !== true && aim.rankBy === undefined
          ? [nothingToRankBy(own[i] ?? new Map())]
          : []),
        ...openNumbers(own[i] ?? new Map()),
        ...openSpellings(corrections[i] ?? new Map()),
        ...openConflicts(counts),
      ],
    })),
  };
}

/** The columns of a table, with that of the id where it was named. */
function withId(
  { format }: FormatInspection,
  columns: ReadonlyMap<string, string>,
  idColumn: string | undefined,
): ReadonlyMap<string, string> {
  return idColumn === undefined || format !== table.name ? columns : new Map([['id', idColumn], ...columns]);
}

/** Whether a benchmark's rules give all of its tasks one score. */
function isConstant(rules: ReadonlyMap<string, RuleDraft> | undefined): boolean {
  return rules !== undefined && [...rules.values()].every((rule) => 'constant' in rule);
}

function nothingToRankBy(columns: OwnColumns): string {
  const numbers = [...columns].filter(([, { kind }]) => kind === 'number').map(([name]) => name);
  const shown = numbers.slice(0, 5).join(', ');
  const own =
    numbers.length === 0
      ? ''
      : ` To rank them by a column of your own: winnow init --rank-by FIELD (${shown}${numbers.length > 5 ? ', …' : ''}).`;
  return `no standard feature separates the tasks, so they are drawn at random: what should count?${own}`;
}

function openIds(key: string, { duplicates, benchmarks, tasks }: FormatInspection): readonly string[] {
  const repeated = duplicates.sameId + duplicates.sameButForCase;
  const named = benchmarks.values.reduce((sum, { tasks: count }) => sum + count, benchmarks.others);
  return [
    ...(repeated === 0
      ? []
      : [
          `${countOf(repeated, 'id')} that another task has too${duplicates.sameButForCase === 0 ? '' : ', letter case apart'}, such as "${duplicates.examples[0] ?? ''}": "winnow select" stops at them. Which are to go?`,
        ]),
    ...(named === 0 || named === tasks
      ? []
      : [`${countOf(tasks - named, 'task')} of ${formatCount(tasks)} name no benchmark: do they belong to ${key}?`]),
  ];
}

function openConflicts({ conflicts }: FormatInspection): readonly string[] {
  const fields = [...new Set(conflicts.pairs.map(({ field }) => field))];
  return fields.map((field) => {
    const alike = conflicts.pairs.filter((pair) => pair.field === field);
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
    const missing = features.find((each) => each.field === field)?.missing ?? 0;
    const groups = values.length + (missing > 0 ? 1 : 0);
    return others === 0 && values.length > 0 && groups >= 2 && groups <= mostGroups;
  });
  return { take, groupBy, prefer };
}
