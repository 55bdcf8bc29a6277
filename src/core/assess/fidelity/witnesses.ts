import { componentKindOf } from '../../components/component-kinds.js';
import { learnedFields, priorFields } from '../../model/field.js';
import type { BenchmarkPlan, Plan } from '../../model/plan.js';
import type { ShareRule } from '../../model/select-rule.js';
import type { BenchmarkSelection, Selection } from '../../model/selection.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import type { TaskResult } from '../../outcomes/task-result.js';
import { shareDesignOf } from '../../shares/shares.js';
import { countOf } from '../../text/count-of.js';
import type { ConfigurationResults } from '../question/pool-results.js';
import type { LeftOutSystem, WhyNotJudged } from './fidelity.js';
import { findNearDuplicates } from './near-duplicates.js';

/** Who can say how good a benchmark's part of the selection is. */
export interface Witnesses {
  readonly systems: readonly ConfigurationResults[];
  readonly leftOut: readonly LeftOutSystem[];
  /** Systems that ran too little beyond the selected tasks to say what the pool would give. */
  readonly tooFew: readonly { readonly system: string; readonly beyond: number; readonly others: number }[];
  /** In words, how the choice was learned from earlier results; undefined when it was not. */
  readonly learned: string | undefined;
  /** Set when there is none. */
  readonly none: WhyNotJudged | undefined;
}

/** Of the tasks that are not selected, so large a share must have results for a rate to be taken for that of the pool. */
const leastBeyond = 0.25;

function scoredOf({ byTask }: ConfigurationResults, keys: Iterable<string>): number {
  let count = 0;
  for (const key of keys) if (byTask.get(key)?.state === 'scored') count += 1;
  return count;
}

/** The systems with results on selected tasks and on others, less those that the choice was learned from. */
export function witnessesOf(
  { plan }: Selection,
  benchmark: BenchmarkSelection,
  systems: readonly ConfigurationResults[],
  duplicates: ReadonlyMap<string, ReadonlySet<string>>,
  passAt: number,
): Witnesses {
  const none = (reason: WhyNotJudged['reason'], why: string): Witnesses => {
    return { systems: [], leftOut: [], tooFew: [], learned: undefined, none: { reason, why } };
  };
  const eligible = benchmark.groups.flatMap(({ ranking }) => ranking.map(taskKey));
  const chosen = new Set(benchmark.choices.map(({ task }) => taskKey(task)));
  if (chosen.size === eligible.length)
    return none('taken-whole', 'every eligible task is selected, so there is nothing to estimate.');
  const others = eligible.filter((key) => !chosen.has(key));
  const counts = systems.map((system) => ({
    system,
    own: scoredOf(system, chosen),
    beyond: scoredOf(system, others),
  }));
  if (counts.every(({ own, beyond }) => own + beyond === 0))
    return none('no-results', 'no system has a result on its tasks.');
  const most = Math.max(...counts.map(({ beyond }) => beyond));
  if (most === 0) return none('results-not-enough', 'no system has a result on a task that is not selected.');
  if (most < leastBeyond * others.length) {
    return none(
      'results-not-enough',
      `no system has results on a quarter of the ${countOf(others.length, 'task')} that are not selected (the most is ${most}): their rates are not those of the pool.`,
    );
  }
  const ran = counts.filter(({ own, beyond }) => own + beyond > 0);
  const isWide = ({ beyond }: { readonly beyond: number }) => beyond >= leastBeyond * others.length;
  const [wide, few] = [ran.filter(isWide), ran.filter((each) => !isWide(each))];
  const both = wide.filter(({ own }) => own > 0).map(({ system }) => system);
  if (both.length === 0) return none('results-not-enough', 'no system has results on selected tasks and on others.');
  const tooFew = few.map(({ system, beyond }) => ({ system: system.name, beyond, others: others.length }));
  const learned = learnedFrom(plan, benchmark.plan);
  if (learned === undefined) return { systems: both, leftOut: [], tooFew, learned, none: undefined };
  const renamed = renamedFrom(benchmark, both, passAt);
  const leftOut = both.flatMap(({ name }): LeftOutSystem[] => {
    if (benchmark.priorSystems.includes(name)) return [{ system: name, why: 'its results were learned from' }];
    const source = [...(duplicates.get(name) ?? [])].filter((each) => benchmark.priorSystems.includes(each))[0];
    if (source !== undefined) return [{ system: name, why: `it is nearly the same as ${source}` }];
    const earlier = renamed.get(name);
    return earlier === undefined
      ? []
      : [{ system: name, why: `its results are nearly those that were learned from as ${earlier}` }];
  });
  const out = new Set(leftOut.map(({ system }) => system));
  const left = both.filter(({ name }) => !out.has(name));
  const why = `the plan ${learned}, and every system with results was learned from, or nearly is one that was. How well the selection gives back the results it was made from means nothing: it was fitted to them.`;
  return {
    systems: left,
    leftOut,
    tooFew,
    learned,
    none: left.length === 0 ? { reason: 'learned-from', why } : undefined,
  };
}

/** The systems whose results nearly are those of an earlier system of another name, with that name. */
function renamedFrom(
  { plan, priorRewards }: BenchmarkSelection,
  systems: readonly ConfigurationResults[],
  passAt: number,
): ReadonlyMap<string, string> {
  const renamed = new Map<string, string>();
  for (const [earlier, rewards] of priorRewards ?? []) {
    const byTask = new Map(
      [...rewards].flatMap(([id, own]): [string, TaskResult][] =>
        own.length === 0
          ? []
          : [
              [
                taskKey({ benchmark: plan.name, id }),
                { state: 'scored', rewards: own, unscored: 0, lacking: 0, retried: 0 },
              ],
            ],
      ),
    );
    for (const system of systems) {
      const pair = findNearDuplicates([{ name: `earlier ${earlier}`, byTask }, system], passAt);
      if (pair.length > 0 && !renamed.has(system.name)) renamed.set(system.name, earlier);
    }
  }
  return renamed;
}

/** The names of the fields that earlier results give. */
const fromPrior = new Set([...priorFields, ...learnedFields].map(({ name }) => name));

/**
 * In words, how the choice of a benchmark's tasks depends on earlier results; undefined when it does not. Such a choice
 * suits the systems it was learned from by construction, and only others can say how good it is.
 */
export function learnedFrom({ total }: Plan, benchmark: BenchmarkPlan): string | undefined {
  const { select } = benchmark;
  if (select.purpose !== undefined) return `chooses by earlier results for its purpose (${select.purpose.name})`;
  const uses = (fields: readonly string[]) =>
    fields.flatMap((field) => priorBehind(field, benchmark, new Set())).filter((field) => fromPrior.has(field))[0];
  const ways: readonly (readonly [string, string | undefined])[] = [
    ['groups by', uses(select.group === undefined ? [] : [select.group.by])],
    ['draws by', uses(select.draw?.by ?? [])],
    ['prefers by', uses(select.prefer.map(({ field }) => field))],
    ['admits by', uses((select.where ?? []).map(({ field }) => field))],
    ['ensures by', uses(select.ensure.flatMap(({ by, prefer }) => [by, ...prefer.map(({ field }) => field)]))],
  ];
  const found = ways.find(([, field]) => field !== undefined);
  if (found !== undefined) return found.join(' ');
  const byShare = learnedByShare(select.group);
  if (byShare !== undefined) return `shares places by ${byShare}`;
  const byTotal = learnedByShare(select.takesShare ? total?.share : undefined);
  return byTotal === undefined ? undefined : `takes its number of tasks by ${byTotal}`;
}

function learnedByShare(rule: ShareRule | undefined): string | undefined {
  const from = rule && shareDesignOf(rule).learnsFrom(rule);
  return from === undefined ? undefined : `${from} (${rule?.share})`;
}

/** The field itself and all that it is made from. */
function priorBehind(field: string, benchmark: BenchmarkPlan, seen: Set<string>): readonly string[] {
  if (seen.has(field)) return [];
  seen.add(field);
  const parts = [
    ...(field === 'score'
      ? [...benchmark.components.values()].flatMap((rule) => componentKindOf(rule).fields(rule))
      : []),
    ...(field === 'phase' ? [benchmark.phase.by] : []),
    ...benchmark.declarations.filter((rule) => rule.field === field).map(({ by }) => by),
    ...benchmark.corrections.filter((rule) => rule.field === field).map(({ by }) => by),
  ].filter((part) => part !== undefined);
  return [field, ...parts.flatMap((part) => priorBehind(part, benchmark, seen))];
}
