import { type DataOf, entry, figure, list, maybe, number, orNull, text } from '../../documents/forms.js';
import { groupBy } from '../../lists/lists.js';
import type { Selection } from '../../model/selection.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { aboutPassing } from '../../outcomes/task-result.js';
import { normalQuantile } from '../../statistics/distributions.js';
import { mcnemarExact } from '../../statistics/paired-tests.js';
import { comparable, mean, quantile } from '../../statistics/summary.js';
import { compareText } from '../../text/words.js';
import { eligibleTasks, type PoolResults } from '../question/pool-results.js';
import { answerOf, type Grade, neededResults, type Question } from '../question/question.js';
import { ceilingConclusion, ceilingNotes, ceilingPicture, ceilingSections } from './ceiling-view.js';

/** The document that `assess ceiling --json` prints. A task without a result does not count as failed. */
export function ceilingSchema() {
  const counts = entry(
    {
      tasks: number(),
      solvedByAll: number('Every system has a score, and every score is the full reward.'),
      solvedByNone: number('Every system has a score, and every score is 0.'),
      alike: number('Every system has the same score, between 0 and the full reward.'),
      apart: number('At least two systems differ; more results cannot change that.'),
      open: number('The same so far, but at least one system has no score yet.'),
      withoutScore: number('No system has a score.'),
    },
    'Tasks by their results; the counts sum to `tasks`.',
  );
  const stratum = {
    name: maybe(text()),
    selected: counts,
    eligible: counts,
    expectedApart: entry(
      { mean: figure(), low: figure(), high: figure() },
      'Tasks that would differ in a random choice of the same number of scored tasks from each group, with a 95% range.',
    ),
  };
  const coverage = entry({
    scored: number(),
    errored: number('All attempts errored.'),
    notRun: number(),
    absent: number(),
    solved: number('Mean reward 1.'),
    unsolved: number('Mean reward 0.'),
  });
  const pair = entry({ both: number('Tasks on which both have a score.'), differ: number() });
  return entry({
    selected: number(),
    eligible: number(),
    conclusion: text(),
    overall: entry(stratum),
    benchmarks: list(entry(stratum)),
    phases: maybe(list(entry(stratum)), 'Missing if the plan has no phases.'),
    groups: list(entry({ benchmark: orNull(text()), ...stratum })),
    configurations: list(entry({ name: text(), selected: coverage, eligible: coverage })),
    pairs: orNull(
      entry({
        count: number(),
        differ: entry({ least: number(), median: number(), most: number() }),
        shareSelected: orNull(figure('The mean share of tasks on which a pair differs.')),
        shareEligible: orNull(figure()),
        needed: number('The fewest differing tasks that can reach p < 0.05.'),
        belowNeeded: number('Pairs that differ on fewer tasks.'),
        list: list(
          entry({ first: text(), second: text(), selected: pair, eligible: pair }),
          'At most 300, those that differ on the fewest selected tasks first.',
        ),
      }),
    ),
    notes: list(text()),
  });
}

/** The tasks that separate the systems, and the tasks that can't because all systems or none solve them. */
export type Ceiling = DataOf<typeof ceilingSchema> & {
  readonly partial: boolean;
};
export type StratumCeiling = Ceiling['overall'];
export type CeilingCounts = StratumCeiling['selected'];
type ResultCounts = Ceiling['configurations'][number]['selected'];

/** With more pairs, only those that differ least are listed. All pairs are counted. */
const mostPairs = 300;

/** Counts the tasks that all systems or no system solves. Without results, the counts are 0 and a note explains why. */
export function assessCeiling(selection: Selection, results: PoolResults | undefined, whyNone?: string): Ceiling {
  const { plan, benchmarks } = selection;
  const tasks = taskRewards(selection, results);
  const selected = tasks.filter((task) => task.selected);
  const expected = expectationOf(tasks);
  const stratum = (members: readonly TaskRewards[], name?: string): StratumCeiling => ({
    name,
    selected: countCeiling(members.filter((task) => task.selected)),
    eligible: countCeiling(members),
    expectedApart: expected(members),
  });
  const names = (results?.configurations ?? []).map(({ name }) => name);
  const byBenchmark = groupBy(tasks, ({ task }) => task.benchmark);
  const byPhase = groupBy(tasks, ({ task }) => task.phase);
  const phases = plan.phases.filter((phase) => byPhase.has(phase));
  const byGroup = groupBy(tasks, ({ group }) => group);
  const facts = {
    selected: selected.length,
    eligible: tasks.length,
    configurations: names.map((name, i) => {
      return { name, selected: coverageOf(selected, i), eligible: coverageOf(tasks, i) };
    }),
    overall: stratum(tasks),
    benchmarks: benchmarks.map(({ plan: { name } }) => stratum(byBenchmark.get(name) ?? [], name)),
    phases: plan.phases.length === 0 ? undefined : phases.map((phase) => stratum(byPhase.get(phase) ?? [], phase)),
    groups: benchmarks.flatMap((benchmark) => {
      const { name, select } = benchmark.plan;
      if (select.group === undefined) return [];
      return benchmark.groups.map((group) => {
        const key = group.pinned ? '(pinned)' : (group.key ?? `(no ${select.group?.by})`);
        return { benchmark: name, ...stratum(byGroup.get(group) ?? [], key) };
      });
    }),
    pairs: pairsOf(names, selected, tasks),
    partial: tasks.some(({ rewards }) => rewards.some((reward) => reward !== undefined && reward > 0 && reward < 1)),
  };
  // These warnings concern pass thresholds, but this question compares rewards as they are.
  const told = (results?.warnings ?? []).filter(({ code }) => !aboutPassing.has(code));
  const warnings = told.map(({ message }) => `Results: ${message}`);
  return { ...facts, conclusion: ceilingConclusion(facts), notes: ceilingNotes(facts, whyNone, warnings) };
}

type TaskVerdict = Exclude<keyof CeilingCounts, 'tasks'>;

function countCeiling(tasks: readonly TaskRewards[]): CeilingCounts {
  const counts = { tasks: tasks.length, solvedByAll: 0, solvedByNone: 0, alike: 0, apart: 0, open: 0, withoutScore: 0 };
  for (const task of tasks) counts[verdictOn(task)] += 1;
  return counts;
}

function verdictOn({ rewards }: TaskRewards): TaskVerdict {
  const known = rewards.filter((reward) => reward !== undefined);
  const [first] = known;
  if (first === undefined) return 'withoutScore';
  if (known.some((reward) => reward !== first)) return 'apart';
  if (known.length < rewards.length) return 'open';
  return first === 1 ? 'solvedByAll' : first === 0 ? 'solvedByNone' : 'alike';
}

function coverageOf(tasks: readonly TaskRewards[], configuration: number): ResultCounts {
  const inState = (state: string) => tasks.filter(({ states }) => states[configuration] === state).length;
  const withReward = (reward: number) => tasks.filter(({ rewards }) => rewards[configuration] === reward).length;
  return {
    scored: inState('scored'),
    errored: inState('errored'),
    notRun: inState('not-run'),
    absent: inState('absent'),
    solved: withReward(1),
    unsolved: withReward(0),
  };
}

/** The expected number of tasks that separate systems in a random choice; hypergeometric within each group. */
function expectationOf(tasks: readonly TaskRewards[]) {
  const scored = tasks.filter((task) => verdictOn(task) !== 'withoutScore');
  const tested = groupBy(scored, ({ group }) => group);
  const deviations = normalQuantile(0.975);
  return (members: readonly TaskRewards[]) => {
    const apart = members.filter((task) => verdictOn(task) === 'apart');
    let [mean, variance, most] = [0, 0, 0];
    for (const [group, list] of groupBy(apart, (task) => task.group)) {
      const own = tested.get(group) ?? [];
      const [size, chosen] = [own.length, own.filter(({ selected }) => selected).length];
      const share = list.length / size;
      mean += chosen * share;
      variance += size === 1 ? 0 : (chosen * share * (1 - share) * (size - chosen)) / (size - 1);
      most += Math.min(chosen, list.length);
    }
    const half = deviations * Math.sqrt(variance);
    return { mean, low: Math.max(0, mean - half), high: Math.min(most, mean + half) };
  };
}

/** Compares every two systems on the selected and on all eligible tasks; undefined for fewer than two systems. */
function pairsOf(
  names: readonly string[],
  selected: readonly TaskRewards[],
  eligible: readonly TaskRewards[],
): Ceiling['pairs'] {
  const pairs = names
    .flatMap((first, a) =>
      names.slice(a + 1).map((second, more) => {
        const b = a + 1 + more;
        return { first, second, selected: countsOf(selected, a, b), eligible: countsOf(eligible, a, b) };
      }),
    )
    .sort(
      (a, b) =>
        a.selected.differ - b.selected.differ || compareText(a.first, b.first) || compareText(a.second, b.second),
    );
  if (pairs.length === 0) return undefined;
  const differ = pairs.map((pair) => pair.selected.differ);
  // The fewest differing tasks that can reach p < 0.05 in the exact test, if all of them favour one system.
  let needed = 1;
  while (mcnemarExact(0, needed) >= 0.05) needed += 1;
  return {
    count: pairs.length,
    differ: { least: quantile(differ, 0), median: quantile(differ, 0.5), most: quantile(differ, 1) },
    shareSelected: meanShare(pairs.map((pair) => pair.selected)),
    shareEligible: meanShare(pairs.map((pair) => pair.eligible)),
    needed,
    belowNeeded: differ.filter((count) => count < needed).length,
    list: pairs.slice(0, mostPairs),
  };
}

function countsOf(tasks: readonly TaskRewards[], a: number, b: number) {
  const both = tasks.filter(({ rewards }) => rewards[a] !== undefined && rewards[b] !== undefined);
  return { both: both.length, differ: both.filter(({ rewards }) => rewards[a] !== rewards[b]).length };
}

function meanShare(counts: readonly ReturnType<typeof countsOf>[]): number | undefined {
  const shares = counts.filter(({ both }) => both > 0).map(({ both, differ }) => differ / both);
  return shares.length === 0 ? undefined : mean(shares);
}

type TaskRewards = ReturnType<typeof taskRewards>[number];

/** Every eligible task with its results. `comparable` makes equal means equal whatever the order of summation. */
function taskRewards(selection: Selection, results: PoolResults | undefined) {
  const configurations = results?.configurations ?? [];
  return eligibleTasks(selection, configurations).map((each) => ({
    ...each,
    rewards: each.rewards.map((reward) => reward && comparable(reward)),
    states: configurations.map(({ byTask }) => byTask.get(taskKey(each.task))?.state ?? 'absent'),
  }));
}

export const ceilingQuestion: Question = {
  name: 'ceiling',
  title: 'Ceiling and floor',
  summary: 'List tasks solved by all systems or by none, which cannot separate systems',
  description:
    'Counts the tasks that all systems solve and those that no system solves, in the selection and in the pool. Such\n' +
    'tasks add nothing to a comparison. Needs results (--results).',
  schema: ceilingSchema,
  needsResults: true,
  isQuick: true,
  ask: (input) => {
    const { selection } = input;
    const { pool, whyNone } = neededResults(input, 'which tasks separate systems');
    const ceiling = assessCeiling(selection, pool, whyNone);
    return answerOf(ceilingSchema(), ceiling, {
      grade: gradeOf(ceiling),
      sections: ceilingSections(selection.plan.name, ceiling),
      pictures: [['ceiling', ceilingPicture(ceiling)]],
    });
  },
};

/** Good if half of the tasks separate the systems and the median pair differs on enough tasks for a test. */
function gradeOf({ configurations, overall: { selected }, pairs }: Ceiling): Grade {
  const tested = selected.tasks - selected.withoutScore;
  if (configurations.length < 2 || tested === 0) return 'unknown';
  const { differ = { median: 0 }, needed = 0 } = pairs ?? {};
  return 2 * selected.apart >= tested && differ.median >= needed ? 'good' : 'look';
}
