import { redrawerOf } from '../../draws/draws.js';
import { at, groupBy } from '../../lists/lists.js';
import type { BenchmarkPlan } from '../../model/plan.js';
import type { DrawRule } from '../../model/select-rule.js';
import type { BenchmarkSelection } from '../../model/selection.js';
import type { ScoredTask } from '../../model/task.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { permanentRandomNumber, randomStreamFor } from '../../random/seeded-numbers.js';
import { replacementsOf } from '../../select/fill-groups.js';
import { groupKey } from '../../select/group-tasks.js';
import { selectTasks } from '../../select/select-tasks.js';
import type { Interval } from '../../statistics/rate-intervals.js';
import { quantile } from '../../statistics/summary.js';
import { raoWuFactors } from '../../statistics/survey-variance.js';
import { compareText } from '../../text/words.js';

/** The tasks that a rule takes from a benchmark, at the selection's size or another. */
export type TakenTasks = Pick<BenchmarkSelection, 'plan' | 'groups' | 'choices' | 'kind'>;

/** Applies the benchmark's rule, including `ensure`, at another size. Returns the reason if it can't. */
export function takeAtSize(benchmark: BenchmarkSelection, size: number): TakenTasks | { readonly why: string } {
  if (benchmark.optimum !== undefined) return { why: "plans with a goal aren't solved again at other sizes." };
  const excluded = new Set(benchmark.exclusions.map(({ taskId }) => taskId));
  const replacements = replacementsOf(benchmark);
  const taken = (take: number) => {
    const { plan } = benchmark;
    const resized: BenchmarkPlan = { ...plan, select: { ...plan.select, take, takesShare: false } };
    return { plan: resized, ...selectTasks(benchmark.tasks, resized, excluded, replacements) };
  };
  if (size >= benchmark.eligible) return { why: `only ${benchmark.eligible} tasks are eligible.` };
  let take = size;
  let found = taken(take);
  // Each step removes at most the excess, so the loop reaches the size if possible.
  while (found.faults.length === 0 && found.choices.length > size && take > 0) {
    take = Math.max(0, take - (found.choices.length - size));
    found = taken(take);
  }
  const problem = found.faults[0] ?? found.shortfalls[0];
  if (problem !== undefined) return { why: problem.message };
  if (found.choices.length > size) return { why: `pins and "ensure" rules already select ${found.choices.length}.` };
  return found;
}

export function describeDesign(taken: readonly TakenTasks[]): string {
  const [design = '', ...others] = new Set(taken.map(designWords));
  return others.length === 0 ? design : "each benchmark's random design (listed below), weighted";
}

function designWords({ plan: { select } }: TakenTasks): string {
  const { draw, group } = select;
  if (draw !== undefined) {
    const groups = group === undefined ? '' : ` within groups by ${group.by}`;
    return `redraws of the plan's design: ${draw.method} samples${groups}, weighted`;
  }
  return group === undefined
    ? 'simple random samples of the same size'
    : `stratified random samples with as many tasks from each ${group.by}, weighted`;
}

interface DesignStratum {
  /** Unique within the benchmark. */
  readonly name: string;
  readonly tasks: readonly ScoredTask[];
  readonly places: number;
  /** Undefined means a simple random draw. */
  readonly draw: DrawRule | undefined;
}

/**
 * The strata of the random design that a choice is compared with. A probability sample is compared with its own design,
 * including certain pins. A ranked choice is compared with a stratified random sample that takes the same number of
 * tasks from each group, counting pins and `ensure`. Strata without places join the smallest stratum with places, so
 * that every task has a chance.
 */
function designStrata({ plan: { select }, groups, choices }: TakenTasks): readonly DesignStratum[] {
  const { draw, group: rule } = select;
  if (draw !== undefined) {
    return groups.map(({ key, pinned, ranking, allocated }) => ({
      name: pinned ? 'pinned' : stratumName(key),
      tasks: ranking.toSorted(byId),
      places: allocated,
      draw,
    }));
  }
  const nameOf = (task: ScoredTask) => stratumName(rule === undefined ? undefined : groupKey(task, rule));
  const chosen = groupBy(choices, ({ task }) => nameOf(task));
  const tasks = groups.flatMap(({ ranking }) => ranking).sort(byId);
  const strata = [...groupBy(tasks, nameOf)].map(([name, members]) => {
    return { name, tasks: members, places: chosen.get(name)?.length ?? 0, draw: undefined };
  });
  const empty = strata.filter(({ places }) => places === 0).flatMap((stratum) => stratum.tasks);
  const [smallest, ...others] = strata
    .filter(({ places }) => places > 0)
    .sort((a, b) => a.tasks.length - b.tasks.length || compareText(a.name, b.name));
  const merged =
    smallest === undefined ? strata : [{ ...smallest, tasks: [...smallest.tasks, ...empty].sort(byId) }, ...others];
  return merged.toSorted((a, b) => compareText(a.name, b.name));
}

/** The number of groups without a selected task, which the random design merges into another group. */
export function emptyGroups({ plan: { select }, groups, choices }: TakenTasks): number {
  if (select.draw !== undefined) return 0;
  const taken = new Set(choices.map(({ group }) => group));
  return groups.filter((group) => !group.pinned && group.ranking.length > 0 && !taken.has(group)).length;
}

function stratumName(key: string | undefined): string {
  return key === undefined ? 'all' : `=${key}`;
}

function byId(a: ScoredTask, b: ScoredTask): number {
  return compareText(a.id, b.id);
}

/** Makes the next random draw, calling `take` with each drawn task's index and design weight. */
export type Redraw = (take: (place: number, weight: number) => void) => void;

/** Each stratum uses one random stream, because hashing every draw with SHA-256 is slow. */
export function redrawOf(taken: TakenTasks, seed: string, placeOf: ReadonlyMap<string, number>): Redraw {
  const benchmark = taken.plan.name;
  const redraws = designStrata(taken)
    .filter(({ places }) => places > 0)
    .map(({ name, tasks, places, draw: rule }): Redraw => {
      const stratum = `${benchmark}/${name}`;
      let count = 0;
      const nextSeed = () => `${seed}‖${++count}`;
      const start = () => permanentRandomNumber(nextSeed(), stratum, '');
      const chance = { random: randomStreamFor(seed, `fidelity/${stratum}`), start, nextSeed };
      const { draw, weights } = redrawerOf(rule, { tasks, places, stratum, benchmark, chance });
      const placesInTable = tasks.map((task) => placeOf.get(taskKey(task)) ?? -1);
      return (take) => draw((index) => take(at(placesInTable, index), at(weights, index)));
    });
  return (take) => {
    for (const redraw of redraws) redraw(take);
  };
}

/** Accumulates the weighted mean reward of each system, NaN without any. `rewards` is by system, then task index. */
export function weightedRates(rewards: readonly Float64Array[]) {
  const sums = new Float64Array(rewards.length);
  const totals = new Float64Array(rewards.length);
  return {
    clear: () => {
      sums.fill(0);
      totals.fill(0);
    },
    // Avoids `at`, because it runs millions of times.
    add: (place: number, weight: number) => {
      for (let system = 0; system < rewards.length; system++) {
        const reward = (rewards[system] as Float64Array)[place] as number;
        if (Number.isNaN(reward)) continue;
        sums[system] = (sums[system] as number) + weight * reward;
        totals[system] = (totals[system] as number) + weight;
      }
    },
    of: (system: number) => at(sums, system) / at(totals, system),
  };
}

/** Tasks that are resampled among themselves, by index. */
type Cell = { readonly places: readonly number[]; readonly selected: boolean };

/** The chosen and the unchosen tasks of each stratum. Single tasks can't be resampled, so they are pooled. */
export function resamplingCells(
  taken: readonly TakenTasks[],
  placeOf: ReadonlyMap<string, number>,
  isChosen: ReadonlySet<number>,
): readonly Cell[] {
  const strata = taken
    .flatMap(designStrata)
    .map(({ tasks }) => tasks.flatMap((task) => placeOf.get(taskKey(task)) ?? []));
  const cells = strata.flatMap((all) =>
    [true, false].map((selected) => ({ places: all.filter((place) => isChosen.has(place) === selected), selected })),
  );
  const singles = [true, false].map((selected) => ({
    places: cells.filter((cell) => cell.selected === selected && cell.places.length === 1).flatMap((c) => c.places),
    selected,
  }));
  return [...cells.filter(({ places }) => places.length > 1), ...singles.filter(({ places }) => places.length > 0)];
}

/** The 95% interval of the mean error over all systems, by bootstrapping tasks within strata (Rao & Wu 1988). */
export function biasInterval(
  rewards: readonly Float64Array[],
  cells: readonly Cell[],
  draws: number,
  seed: string,
): Interval | undefined {
  const random = randomStreamFor(seed, 'fidelity/bootstrap');
  const biases: number[] = [];
  const [own, all] = [weightedRates(rewards), weightedRates(rewards)];
  for (let draw = 0; draw < draws; draw++) {
    for (const rates of [own, all]) rates.clear();
    for (const { places, selected } of cells) {
      const factors = raoWuFactors(places.length, random);
      for (const [i, place] of places.entries()) {
        const factor = factors[i] ?? 0;
        if (factor === 0) continue;
        all.add(place, factor);
        if (selected) own.add(place, factor);
      }
    }
    let bias = 0;
    for (const system of rewards.keys()) {
      bias += own.of(system);
      bias -= all.of(system);
    }
    if (!Number.isNaN(bias)) biases.push(bias / rewards.length);
  }
  if (biases.length === 0) return undefined;
  biases.sort((a, b) => a - b);
  return { low: quantile(biases, 0.025), high: quantile(biases, 0.975) };
}
