import { at } from '../../lists/at.js';
import type { Reading } from '../../outcomes/task-result.js';
import { biasInterval } from './bias-interval.js';
import { cellsOf, chosenPlaces } from './chosen-places.js';
import type { FidelityReading, FidelityRow, SystemFidelity } from './fidelity.js';
import { countedSystems, type Scope } from './fidelity-scope.js';
import { metricsAmong } from './metrics-among.js';
import { redrawOf } from './redraw.js';
import { redrawnRates } from './redrawn-rates.js';
import { poolRate, type RewardTable, rateOn, type WeightedPlaces } from './reward-table.js';
import { standAmong } from './stand-among.js';
import type { TakenTasks } from './taken-tasks.js';

/** How many random draws, and by which seed. */
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
  const isWitness = scope.tables.absent.rewards.map((rewards) => !Number.isNaN(rateOn(rewards, chosen)));
  if (!isWitness.includes(true)) return undefined;
  const absent = narrowed(scope.tables.absent, isWitness);
  const isCounted = countedSystems(absent, scope.duplicates);
  const anyMissing = absent.scored.some((scored) => scored.includes(0));
  const failed = anyMissing ? [narrowed(scope.tables.failed, isWitness)] : [];
  // Every reading sees the same draws; drawing takes longer than adding up.
  const redraws = taken.map((each) => redrawOf(each, setting.seed, scope.placeOf));
  const drawn = redrawnRates(
    [absent, ...failed].flatMap(({ rewards }) => rewards),
    redraws,
    setting.draws,
  );
  const systems = absent.systems.length;
  const choosing = { scope, taken, chosen, isCounted, ...setting };
  return {
    selected: chosen.places.length,
    isSelection,
    readings: [
      figuresUnder('absent', absent, drawn.slice(0, systems), choosing),
      ...failed.map((table) => figuresUnder('failed', table, drawn.slice(systems), choosing)),
    ],
  };
}

interface Choosing extends RowSetting {
  readonly scope: Scope;
  readonly taken: readonly TakenTasks[];
  readonly chosen: WeightedPlaces;
  readonly isCounted: readonly boolean[];
}

function figuresUnder(
  reading: Reading,
  table: RewardTable,
  drawn: readonly Float64Array[],
  choosing: Choosing,
): FidelityReading {
  const { scope, taken, chosen, isCounted, draws, seed } = choosing;
  const truth = table.rewards.map(poolRate);
  const estimate = table.rewards.map((rewards) => rateOn(rewards, chosen));
  const counted = <Item>(list: readonly Item[]) => list.filter((_, i) => isCounted[i]);
  const isBootstrapped = scope.kind === 'focus' && reading === 'absent';
  return {
    reading,
    systems: table.systems.map((name, i): SystemFidelity => {
      const [poolRate, rate] = [at(truth, i), at(estimate, i)];
      return {
        name,
        counted: isCounted[i] === true,
        ...countsOf(at(table.scored, i), chosen),
        poolRate,
        rate,
        error: rate - poolRate,
        chance: errorAmong(rate - poolRate, at(drawn, i), poolRate),
      };
    }),
    counted: counted(table.systems).length,
    metrics: metricsAmong(counted(truth), counted(estimate), counted(drawn), draws),
    biasInterval: isBootstrapped
      ? biasInterval(narrowed(table, isCounted), cellsOf(scope, taken, chosen), draws, seed)
      : undefined,
  };
}

function errorAmong(error: number, rates: Float64Array, poolRate: number) {
  const errors = Array.from(rates, (rate) => rate - poolRate).filter((each) => !Number.isNaN(each));
  return errors.length === 0 ? undefined : standAmong(error, errors, 'near 0');
}

function countsOf(scored: Uint8Array, { places }: WeightedPlaces) {
  const poolTasks = scored.reduce((sum, one) => sum + one, 0);
  const selectedTasks = places.filter((place) => scored[place] === 1).length;
  return {
    poolTasks,
    poolMissing: scored.length - poolTasks,
    selectedTasks,
    selectedMissing: places.length - selectedTasks,
  };
}

function narrowed({ systems, rewards, scored }: RewardTable, isIn: readonly boolean[]): RewardTable {
  const only = <Item>(list: readonly Item[]) => list.filter((_, i) => isIn[i]);
  return { systems: only(systems), rewards: only(rewards), scored: only(scored) };
}
