import { classifyTasks } from './classify/classify-tasks.js';
import { describeCondition } from './describe/field-words.js';
import type { Fault, Warning } from './model/errors.js';
import { type BenchmarkPlan, type Plan, selectingFields } from './model/plan.js';
import type { Condition } from './model/select-rule.js';
import { type Pool, rescored, type ScoredTask } from './model/task.js';
import { checkPool, countConflicts, poolWarnings } from './pool/check-pool.js';
import { resolveExclusions, resolvePins } from './pool/task-names.js';
import { countFeatures, reweighTasks, scoredFields, scoreTasks, scoreWarnings } from './score/score-tasks.js';
import { numberTasks, usesNumbers } from './select/group-tasks.js';
import { compareText, countOf } from './text/words.js';

/** A benchmark's tasks, checked, classified, scored and numbered. */
export type Prepared = ReturnType<typeof numberAndResolve>;

/** Checks, labels and scores a benchmark's tasks; `before` is reused if given. */
export function prepareBenchmark(
  benchmark: BenchmarkPlan,
  pool: Pool,
  plan: Plan,
  before: Prepared | undefined,
): Prepared | { faults: readonly Fault[] } {
  if (before !== undefined)
    return numberAndResolve(benchmark, plan, before, scoreAgain(benchmark, plan, before), before);
  const faults = checkPool(pool, benchmark);
  if (faults.length > 0) return { faults };
  const labelled = labelPool(benchmark, pool, plan);
  return numberAndResolve(benchmark, plan, labelled, scorePool(benchmark, plan, labelled));
}

function labelPool(benchmark: BenchmarkPlan, pool: Pool, plan: Plan) {
  const { census, priorSystems = [], priorRewards, priorNotes = [], outside } = pool;
  const inOrder = pool.tasks.toSorted((a, b) => compareText(a.id, b.id));
  const own = classifyTasks(inOrder, benchmark, plan.vocabulary);
  const used = new Set([...selectingFields(benchmark), ...scoredFields(benchmark)]);
  return {
    inOrder,
    priorSystems,
    priorRewards,
    outside,
    census,
    classified: census === undefined ? own : { ...own, corrections: census.corrections },
    conflicts: census?.conflicts ?? countConflicts(inOrder),
    unread: pool.problems.filter(({ odd }) => odd?.doubt === 'digits'),
    poolNotes: [...poolWarnings(pool, benchmark, used), ...priorNotes],
  };
}

function scorePool(benchmark: BenchmarkPlan, { score }: Plan, { classified, census }: ReturnType<typeof labelPool>) {
  const scored = scoreTasks(classified.tasks, benchmark, score);
  const features = census?.features ?? countFeatures(scored.tasks, benchmark);
  return {
    weights: score.weights,
    scored,
    features,
    scoreNotes: scoreWarnings({ tasks: scored.tasks, census }, benchmark, score, features),
    ranks: rankingOf(benchmark),
  };
}

type Scores = ReturnType<typeof scorePool>;

/** Everything that warnings about scores depend on besides the scores: whether a ranking matters, and among whom. */
function rankingOf({ select: { take, takesShare, optimise } }: BenchmarkPlan): string {
  return `${take === 'all'} ${takesShare} ${optimise?.scope}`;
}

/** Scores with other weights. Warnings change only if another component has a weight, or the ranking matters now. */
function scoreAgain(benchmark: BenchmarkPlan, { score }: Plan, { scored, features, ...before }: Scores): Scores {
  const { weights, decimals } = score;
  const isSame = [...weights].every(([component, weight]) => before.weights.get(component) === weight);
  const ranks = rankingOf(benchmark);
  const ranksSame = ranks === before.ranks;
  if (isSame && ranksSame) return { scored, features, ...before };
  const tasks = isSame ? scored.tasks : reweighTasks(scored.tasks, weights, decimals);
  const weighSame = [...weights].every(
    ([component, weight]) => weight > 0 === (before.weights.get(component) ?? 0) > 0,
  );
  const scoreNotes = weighSame && ranksSame ? before.scoreNotes : scoreWarnings({ tasks }, benchmark, score, features);
  return { weights, scored: { tasks, faults: scored.faults }, features, scoreNotes, ranks };
}

function numberAndResolve(
  benchmark: BenchmarkPlan,
  plan: Plan,
  labelled: ReturnType<typeof labelPool>,
  scores: Scores,
  before?: Numbered,
) {
  const { tasks, faults } = scores.scored;
  const { seed } = plan;
  const wordsOf = (where: Condition) => describeCondition(where, plan.fields);
  const exclusions = resolveExclusions({ tasks, outside: labelled.outside }, benchmark, wordsOf);
  const pins = resolvePins({ tasks, outside: labelled.outside }, benchmark, exclusions.byId);
  const warning = (code: string, message: string): Warning => {
    return { code, message: `${benchmark.name}: ${message}`, benchmark: benchmark.name };
  };
  const lost = `${countOf(pins.lost, 'task')} pinned by a condition ${pins.lost === 1 ? 'is' : 'are'} not selected, because the exclusions or "where" leave ${pins.lost === 1 ? 'it' : 'them'} out.`;
  return {
    ...labelled,
    ...scores,
    plan: { ...benchmark, select: { ...benchmark.select, pin: pins.ids } },
    seed,
    tasks: renumbered(tasks, benchmark, seed, before) ?? numberTasks(tasks, benchmark, seed),
    exclusions,
    excluded: new Set(exclusions.byId.keys()),
    warnings: [
      ...labelled.poolNotes,
      ...scores.scoreNotes,
      ...exclusions.unmatched.map(({ where }) =>
        warning('unused-exclusion', `the condition "${wordsOf(where)}" doesn't exclude any tasks.`),
      ),
      ...pins.unmatched.map((where) =>
        warning('unused-pin', `the condition "${wordsOf(where)}" doesn't pin any tasks.`),
      ),
      ...(pins.lost === 0 ? [] : [{ ...warning('pin-not-kept', lost), count: pins.lost }]),
    ],
    faults: [...labelled.classified.faults, ...faults, ...exclusions.faults, ...pins.faults],
  };
}

type Numbered = Pick<Plan, 'seed'> & { readonly tasks: readonly ScoredTask[] };

/** The tasks with their earlier random numbers, if they had any and would get the same. */
function renumbered(
  tasks: readonly ScoredTask[],
  benchmark: BenchmarkPlan,
  seed: Plan['seed'],
  before: Numbered | undefined,
): readonly ScoredTask[] | undefined {
  if (before === undefined || String(before.seed) !== String(seed) || !usesNumbers(benchmark)) return undefined;
  const numbers = before.tasks.map(({ random }) => random);
  if (numbers.includes(undefined)) return undefined;
  return tasks.map((task, at) => rescored(task, task.score, numbers[at] ?? 0));
}
