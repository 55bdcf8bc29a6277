import { describeChoice } from '../describe/describe-choice.js';
import { describeCondition } from '../describe/describe-condition.js';
import { standInOrder } from '../draws/draws.js';
import { conditionHolds } from '../model/condition-holds.js';
import type { Optimiser } from '../model/optimum.js';
import { type AppliedExclusion, type Choice, type Selection, selectedBy } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { orderTasks } from '../order/order-tasks.js';
import type { Chosen } from '../select/select-tasks.js';
import { allocationChange } from './allocation-change.js';
import { explainFacts } from './explain-facts.js';
import { explainOptimised } from './explain-optimised.js';
import type {
  Change,
  ExcludedVerdict,
  Explanation,
  Gap,
  InVerdict,
  RuledOut,
  Standing,
  Verdict,
  WaysIn,
} from './explanation.js';
import { featureChange } from './feature-change.js';
import { barOf, findStanding, gapBetween, isOf, placesToBeat } from './find-standing.js';
import { Rerun } from './rerun.js';
import { weightChange } from './weight-change.js';

/**
 * Why a task of a selection is in or out, and what would change that. The parts of an `Explanation`, in the order in
 * which they are made: the facts (`explain-facts.ts`), where the task stands (`find-standing.ts`), and the verdict, here;
 * that of an optimum in `explain-optimised.ts`. Every "if" of a verdict is answered by selecting again with something
 * changed (`rerun.ts`), from the task's own benchmark alone. There are three ways in, a file each: other weights
 * (`weight-change.ts`), more places (`allocation-change.ts`), another number of the task (`feature-change.ts`).
 * `describe-verdict.ts` and `explanation-json.ts` put the whole into words and into JSON.
 *
 * @param optimiser What solved a plan with a goal; without it, changes to an optimum are unknown.
 * @throws TypeError when the task is not one of the selection's.
 */
export function explainTask(
  selection: Selection,
  { benchmark: name, id }: Pick<ScoredTask, 'benchmark' | 'id'>,
  optimiser?: Optimiser,
): Explanation {
  const { plan } = selection;
  const benchmark = selection.benchmarks.find((each) => each.plan.name === name);
  const task = benchmark?.tasks.find((each) => each.id === id);
  if (benchmark === undefined || task === undefined)
    throw new TypeError(`No task "${id}" of "${name}" in the selection.`);
  const standing = findStanding(task, benchmark.groups, benchmark.plan, plan.fields, benchmark.census);
  return {
    task,
    benchmark: benchmark.plan,
    ...explainFacts(task, benchmark.plan, plan),
    standing,
    verdict:
      benchmark.optimum === undefined
        ? verdictOn(task, standing, new Rerun(benchmark, plan))
        : explainOptimised(task, benchmark, selection, optimiser),
  };
}

function verdictOn(task: ScoredTask, standing: Standing | undefined, rerun: Rerun): Verdict {
  const exclusion = rerun.exclusions.get(task.id);
  const isCounted = rerun.benchmark.census !== undefined;
  if (exclusion !== undefined) return explainExcluded(task, exclusion, rerun);
  if (standing === undefined) {
    const failing = (rerun.plan.select.where ?? []).filter((test) => !conditionHolds([test], task));
    return {
      kind: 'ineligible',
      failed: describeCondition(failing, rerun.fields),
      ...(isCounted ? onlyByAll : waysIn(task, undefined, rerun)),
    };
  }
  const choice = rerun.benchmark.choices.find((each) => each.task === task);
  if (choice !== undefined) return explainIn(choice, rerun);
  if (!standInOrder(rerun.plan.select.draw)) return { kind: 'out', lastPlaces: [], ...onlyByChance };
  const lastPlaces = placesToBeat(task, standing, rerun).map(({ by, holder, bar, prefer }) => ({
    by,
    gap: gapBetween(task, bar, holder, prefer, rerun.fields),
  }));
  return { kind: 'out', lastPlaces, ...(isCounted ? onlyByAll : waysIn(task, standing, rerun)) };
}

/** A draw that does not rank leaves nothing to move past: no change of the task or the plan is sure to bring it in. */
const onlyByChance: WaysIn = {
  changes: [],
  ruledOut: [{ kind: 'allocation', reason: 'chance decides who is drawn; another number of places redraws' }],
};

/** Other weights, more places and another group bring in tasks that a database did not give as candidates. */
const onlyByAll: WaysIn = {
  changes: [],
  ruledOut: (['weight', 'allocation', 'feature'] as const).map((kind) => ({
    kind,
    reason: 'not tried, because it needs every task of the pool, and a database gave only the candidates',
  })),
};

/** A selected task: how far ahead it is, and what comes of excluding it. */
function explainIn(choice: Choice, rerun: Rerun): InVerdict {
  // `ensure` looks further down than candidates reach.
  const isUnsure = rerun.benchmark.census !== undefined && choice.ensured !== undefined;
  return {
    kind: 'in',
    by: selectedBy(choice),
    choice,
    why: describeChoice(choice, rerun.fields),
    ...(isUnsure ? { margin: undefined, isMarginUnknown: true } : { margin: marginOf(choice, rerun) }),
    ifExcluded: rerun.without(choice.task),
  };
}

function marginOf({ task, group, ensured }: Choice, rerun: Rerun): Gap | undefined {
  const { plan, benchmark, fields } = rerun;
  const { prefer, draw } = plan.select;
  // A pin competes with nobody, and a draw that does not rank has no next.
  if (group.pinned || !standInOrder(draw)) return undefined;
  if (ensured === undefined) {
    const next = group.ranking[group.allocated];
    if (next === undefined) return undefined;
    return gapBetween(barOf(task, prefer, rerun), barOf(next, prefer, rerun), next, prefer, fields);
  }
  const chosen = new Set(benchmark.choices.map((choice) => choice.task));
  const left = benchmark.groups
    .flatMap(({ ranking }) => ranking)
    .filter((each) => !chosen.has(each) && isOf(each, ensured));
  const [next] = orderTasks(left, ensured.rule.prefer);
  return next === undefined ? undefined : gapBetween(task, next.task, next.task, ensured.rule.prefer, fields);
}

/** An excluded task: the reason, and what comes of lifting the exclusion. */
function explainExcluded(task: ScoredTask, exclusion: AppliedExclusion, rerun: Rerun): ExcludedVerdict {
  const { effect, chosen } = rerun.lifted(task);
  const runs = chosen.faults.length === 0;
  const selected = runs && chosen.choices.some((choice) => choice.task.id === task.id);
  const words = runs ? standingWords(task, chosen, rerun) : 'the run would stop';
  return { kind: 'excluded', exclusion, ifLifted: { ...effect, selected, words } };
}

function standingWords(task: ScoredTask, { choices, groups }: Chosen, { plan, fields, benchmark }: Rerun): string {
  const choice = choices.find((each) => each.task.id === task.id);
  if (choice !== undefined) return describeChoice(choice, fields);
  return findStanding(task, groups, plan, fields, benchmark.census)?.words ?? 'it would still not be eligible';
}

/** Of each kind the smallest change that brings a task in; by their common measure the smallest first. */
function waysIn(task: ScoredTask, standing: Standing | undefined, rerun: Rerun): WaysIn {
  const competing =
    standing === undefined ? [] : [weightChange(task, standing, rerun), allocationChange(task, standing, rerun)];
  const tried = [...competing, featureChange(task, standing, rerun)];
  return {
    changes: tried.filter(isChange).sort((a, b) => a.size - b.size),
    ruledOut: tried.filter((each) => 'reason' in each),
  };
}

function isChange(tried: Change | RuledOut): tried is Change {
  return 'size' in tried;
}
