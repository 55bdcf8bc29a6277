import type { SelectionKind } from '../../model/selection.js';
import { taskKey } from '../../outcomes/match-outcomes.js';
import { type Reading, readings } from '../../outcomes/task-result.js';
import { type Cell, biasInterval } from './bias-interval.js';
import type { FidelityReading, FidelityRow, MetricFidelity, SystemFidelity } from './fidelity.js';
import { fidelityMetrics, type Metric, metricNames, metrics } from './fidelity-metrics.js';
import type { Scope } from './fidelity-scope.js';
import { redrawOf } from './redraw.js';
import { redrawnRates } from './redrawn-rates.js';
import { poolRate, type RewardTable, rateOn, type WeightedPlaces } from './reward-table.js';
import { standAmong } from './stand-among.js';
import { strataOf } from './strata.js';
import type { TakenTasks } from './taken-tasks.js';

/** What the rows of a scope share. */
interface RowSetting {
  readonly draws: number;
  readonly seed: string;
}

/** The figures of a choice of tasks beside those of random draws; undefined when no system has a result on any of them. */
export function fidelityRow(
  scope: Scope,
  taken: readonly TakenTasks[],
  isSelection: boolean,
  setting: RowSetting,
): FidelityRow | undefined {
  const chosen = chosenPlaces(scope, taken);
  const witnesses = scope.tables.absent.rewards.map((rewards) => !Number.isNaN(rateOn(rewards, chosen)));
  if (!witnesses.includes(true)) return undefined;
  const of = (reading: Reading) => narrowed(scope.tables[reading], witnesses);
  const anyMissing = of('absent').scored.some((scored) => scored.includes(0));
  return {
    selected: chosen.places.length,
    isSelection,
    readings: readings
      .filter((reading) => reading === 'absent' || anyMissing)
      .map((reading) => figuresUnder(reading, of(reading), { scope, taken, chosen, setting })),
  };
}

interface Choosing {
  readonly scope: Scope;
  readonly taken: readonly TakenTasks[];
  readonly chosen: WeightedPlaces;
  readonly setting: RowSetting;
}

function figuresUnder(
  reading: Reading,
  table: RewardTable,
  { scope, taken, chosen, setting }: Choosing,
): FidelityReading {
  const { draws, seed } = setting;
  const redraws = taken.map((each) => redrawOf(each, seed, scope.placeOf));
  const drawn = redrawnRates(table, redraws, draws);
  const truth = table.rewards.map(poolRate);
  const estimate = table.rewards.map((rewards) => rateOn(rewards, chosen));
  const isCounted = table.systems.map((name) => scope.counted.has(name));
  // A near-duplicate may stand in for one that has no result here.
  const isIn = isCounted.includes(true) ? isCounted : isCounted.map((_, i) => i === 0);
  const only = <Item>(list: readonly Item[]) => list.filter((_, i) => isIn[i]);
  const systems = table.systems.map((name, i): SystemFidelity => {
    const error = (estimate[i] as number) - (truth[i] as number);
    const errors = Array.from(drawn[i] as Float64Array, (rate) => rate - (truth[i] as number)).filter(isNumber);
    const scored = table.scored[i] as Uint8Array;
    const selectedTasks = chosen.places.filter((at) => scored[at] === 1).length;
    const poolTasks = scored.reduce((sum, one) => sum + one, 0);
    return {
      name,
      counted: isIn[i] as boolean,
      poolTasks,
      poolMissing: scored.length - poolTasks,
      selectedTasks,
      selectedMissing: chosen.places.length - selectedTasks,
      poolRate: truth[i] as number,
      rate: estimate[i] as number,
      error,
      chance: errors.length === 0 ? undefined : standAmong(error, errors, 'near 0'),
    };
  });
  const counted = { ...table, systems: only(table.systems), rewards: only(table.rewards), scored: only(table.scored) };
  return {
    reading,
    systems,
    counted: counted.systems.length,
    metrics: metricsAmong(only(truth), only(estimate), only(drawn), draws),
    biasInterval: isRanked(scope.kind) ? biasInterval(counted, cellsOf(scope, taken, chosen), draws, seed) : undefined,
  };
}

/** The metrics of the choice, each among those of the draws in which every system has a rate. */
function metricsAmong(
  truth: readonly number[],
  estimate: readonly number[],
  drawn: readonly Float64Array[],
  draws: number,
): Readonly<Record<Metric, MetricFidelity>> {
  const own = fidelityMetrics(truth, estimate);
  const lists: Record<Metric, number[]> = Object.fromEntries(metricNames.map((name) => [name, []])) as never;
  for (let draw = 0; draw < draws; draw++) {
    const rates = drawn.map((list) => list[draw] as number);
    if (!rates.every(isNumber)) continue;
    const values = fidelityMetrics(truth, rates);
    for (const name of metricNames) if (values[name] !== undefined) lists[name].push(values[name]);
  }
  return Object.fromEntries(
    metricNames.map((name) => {
      const value = own[name];
      const hasChance = value !== undefined && lists[name].length > 0;
      return [name, { value, chance: hasChance ? standAmong(value, lists[name], metrics[name].good) : undefined }];
    }),
  ) as Readonly<Record<Metric, MetricFidelity>>;
}

/** The chosen tasks; weighted only where all of the scope is a probability sample. */
function chosenPlaces({ kind, placeOf }: Scope, taken: readonly TakenTasks[]): WeightedPlaces {
  const choices = taken.flatMap((each) => each.choices);
  return {
    places: choices.map(({ task }) => placeOf.get(taskKey(task)) as number),
    weights: choices.map(({ probability }) => (isRanked(kind) ? 1 : 1 / (probability ?? 1))),
  };
}

function cellsOf({ placeOf }: Scope, taken: readonly TakenTasks[], { places }: WeightedPlaces): readonly Cell[] {
  const isChosen = new Set(places);
  return taken.flatMap((each) =>
    strataOf(each).flatMap(({ tasks }) => {
      const all = tasks.map((task) => placeOf.get(taskKey(task)) as number);
      return [true, false].map((selected) => ({ places: all.filter((at) => isChosen.has(at) === selected), selected }));
    }),
  );
}

function narrowed({ systems, rewards, scored }: RewardTable, isIn: readonly boolean[]): RewardTable {
  const only = <Item>(list: readonly Item[]) => list.filter((_, i) => isIn[i]);
  return { systems: only(systems), rewards: only(rewards), scored: only(scored) };
}

function isRanked(kind: SelectionKind): boolean {
  return kind === 'focus';
}

function isNumber(value: number): boolean {
  return !Number.isNaN(value);
}
