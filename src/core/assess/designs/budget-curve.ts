import type { Selection } from '../../model/selection.js';
import { type Drawing, drawChart } from '../../pictures/chart.js';
import { formatCount } from '../../text/count-of.js';
import { detectable } from '../power/detectable.js';
import { expectedComparison } from '../power/expected-comparison.js';
import type { AtEnds } from '../power/power-assessment.js';
import { foundWords } from '../power/power-words.js';
import { costWords, type Prospect, widestHalf } from '../prospect/prospect.js';
import type { PoolResults } from '../question/pool-results.js';

/** What another number of tasks, chosen as the plan chooses, would buy. */
export interface BudgetPoint {
  readonly tasks: number;
  readonly isPlan: boolean;
  /** Undefined where the plan does not say what a run costs. */
  readonly costUsd: number | undefined;
  readonly difference: AtEnds<number | undefined>;
  /** Half of the 95% interval of a level. */
  readonly halfWidth: number;
  /** One sentence: the number, what it costs and what it shows, beside the plan. */
  readonly sentence: string;
}

const steps = 24;
const fewest = 5;

/**
 * What budgets from a few tasks up to the whole pool would buy, in about equal ratios, the plan's own among them. A task
 * is taken to cost, and to be worth, what it is in the plan on average.
 */
export function budgetCurve(
  selection: Selection,
  results: PoolResults | undefined,
  prospect: Prospect,
): readonly BudgetPoint[] {
  const { benchmarks, weighting, statistics } = selection;
  const own = statistics.selected;
  const pool = benchmarks.reduce((sum, { eligible }) => sum + eligible, 0);
  if (own === 0 || pool === 0) return [];
  const { comparison, size } = expectedComparison(selection, results);
  const worth = weighting === undefined ? 1 : weighting.effectiveSize / own;
  const { level, costUsd, difference } = prospect;
  const halfWidthAt = (tasks: number) => {
    if (level.of !== 'pool') return widestHalf(tasks);
    if (!level.isForecast) return widestHalf(tasks * worth, 1 - tasks / pool);
    // A forecast is worked out for the plan's number; the error shrinks as that of any sample without replacement.
    const left = 1 / own - 1 / pool;
    return left <= 0 ? 0 : level.halfWidth * Math.sqrt((1 / tasks - 1 / pool) / left);
  };
  const plain = sizesUpTo(pool, own).map((tasks) => ({
    tasks,
    isPlan: tasks === own,
    costUsd: costUsd === undefined ? undefined : (costUsd * tasks) / own,
    difference: tasks === own ? difference : detectable(comparison, (tasks * size) / own, 1),
    halfWidth: tasks === own ? level.halfWidth : halfWidthAt(tasks),
  }));
  return plain.map((point) => ({ ...point, sentence: sentenceOf(point, { own, prospect, pool }) }));
}

function sizesUpTo(pool: number, own: number): readonly number[] {
  const from = Math.min(fewest, own, pool);
  const sizes = Array.from({ length: steps + 1 }, (_, i) => Math.round(from * (pool / from) ** (i / steps)));
  return [...new Set([...sizes, own])].sort((a, b) => a - b);
}

interface Beside {
  readonly own: number;
  readonly pool: number;
  readonly prospect: Prospect;
}

function sentenceOf(point: Omit<BudgetPoint, 'sentence'>, { own, pool, prospect }: Beside): string {
  const { tasks, isPlan, costUsd, difference, halfWidth } = point;
  const cost = costUsd === undefined ? '' : `, ${costWords(costUsd)} for one run of each,`;
  const found = foundWords(difference);
  const shown = found === undefined ? 'are too few to show any difference' : `show a difference of ${found}`;
  const ofPool = prospect.level.of === 'pool';
  const points = `± ${(100 * halfWidth).toFixed(1)} points`;
  const level = !ofPool
    ? ''
    : halfWidth === 0
      ? ', and are the whole pool'
      : `, and give the level of the pool to ${points}`;
  const one = tasks === 1;
  const verb = one ? shown.replace(/^are too few/, 'is too few').replace(/^show/, 'shows') : shown;
  const who = isPlan
    ? `The ${one ? 'task' : `${formatCount(tasks)} tasks`} of the plan`
    : `${formatCount(tasks)} ${one ? 'task' : 'tasks'}`;
  return `${who}${cost} ${verb}${level}${isPlan ? '' : ` (${timesWords(tasks / own)}${tasks === pool ? '; all there are' : ''})`}.`;
}

function timesWords(ratio: number): string {
  return `${ratio >= 10 ? Math.round(ratio) : Number(ratio.toPrecision(2))} × the plan`;
}

/** The smallest detectable difference by the number of tasks, the plan as a dot; undefined where nothing is found. */
export function budgetChart(points: readonly BudgetPoint[]): Drawing | undefined {
  const known = points.flatMap(({ tasks, isPlan, difference: { low, high } }) =>
    low === undefined || high === undefined ? [] : [{ tasks, isPlan, low: 100 * low, high: 100 * high }],
  );
  const [first, last] = [known[0], known.at(-1)];
  if (first === undefined || last === undefined || first === last) return undefined;
  const ends = known.map(({ tasks, low, high }) => [tasks, Math.min(low, high), Math.max(low, high)] as const);
  const most = Math.max(...ends.map(([, , high]) => high));
  const own = known.filter(({ isPlan }) => isPlan).map(({ tasks, low, high }) => [tasks, (low + high) / 2] as const);
  const words = own.map(([tasks]) => ` The plan has ${tasks}.`).join('');
  return drawChart({
    title: 'What so many tasks can show',
    description: `From ${inWords(first)} to ${inWords(last)}.${words}`,
    x: { label: 'tasks', from: first.tasks, to: last.tasks, log: true },
    y: { label: 'smallest difference, in points', from: 0, to: 1.05 * most },
    marks: [
      { kind: 'band', points: ends, colour: 'blue' },
      {
        kind: 'line',
        points: ends.map(([tasks, low]) => [tasks, low] as const),
        colour: 'blue',
        label: 'low discordance',
      },
      {
        kind: 'line',
        points: ends.map(([tasks, , high]) => [tasks, high] as const),
        colour: 'sky',
        label: 'high discordance',
      },
      { kind: 'dots', points: own, colour: 'orange', label: 'the plan', radius: 7, opacity: 1 },
    ],
  });
}

function inWords({
  tasks,
  low,
  high,
}: {
  readonly tasks: number;
  readonly low: number;
  readonly high: number;
}): string {
  return `${low.toFixed(1)} to ${high.toFixed(1)} points with ${formatCount(tasks)} tasks`;
}
