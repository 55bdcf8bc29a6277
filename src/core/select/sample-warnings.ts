import { drawDesignOf } from '../draws/draws.js';
import { groupBy } from '../lists/lists.js';
import type { Fault, Warning } from '../model/errors.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { Weighting } from '../model/selection.js';
import type { ScoredTask } from '../model/task.js';
import { countOf, formatCount } from '../text/words.js';
import type { FilledGroup } from './fill-groups.js';

interface Sample {
  readonly plan: BenchmarkPlan;
  readonly groups: readonly FilledGroup[];
  readonly weighting: Weighting;
  /** The number of excluded tasks that could otherwise be drawn. */
  readonly excluded: number;
}

const mostNamed = 6;

/** Errors that prevent a probability sample: tasks that cannot be drawn, or whose probability is unknown. */
export function sampleFaults({ plan, groups }: Sample, replaced: readonly ScoredTask[]): Fault[] {
  const faults: Fault[] = groups.flatMap(({ draw }) => draw?.faults ?? []);
  const unreached = groups.filter(({ size, allocated }) => allocated === 0 && size > 0);
  const by = plan.select.group?.by;
  if (unreached.length > 0 && by === undefined) {
    faults.push({
      code: 'selection/unreached',
      message: `benchmark "${plan.name}": the pinned tasks take every place, so the ${unreached[0]?.size} others cannot be drawn and the sample cannot represent them.`,
      hint: 'Take more, or leave the others out with "where".',
    });
  } else if (unreached.length > 0) {
    const [get, their] = unreached.length === 1 ? ['gets', 'its'] : ['get', 'their'];
    faults.push({
      code: 'selection/unreached',
      message: `benchmark "${plan.name}": ${countOf(unreached.length, 'group')} by ${by} ${get} no place, so ${their} tasks cannot be drawn and the sample cannot represent them: ${named(unreached)}.`,
      hint: 'Give every group a place with "at_least: 1" in its rule, take more, group more coarsely, or leave them out with "where".',
    });
  }
  for (const { id } of replaced) {
    faults.push({
      code: 'selection/replacement',
      message: `benchmark "${plan.name}": the exclusion of "${id}" names a replacement, but the tasks are drawn at random.`,
      hint: 'Remove the replacement: the draw decides which task replaces it.',
    });
  }
  return faults;
}

export function sampleWarnings(sample: Sample): Warning[] {
  const { plan, groups, weighting } = sample;
  const warnings = [...drawWarnings(plan, groups), ...weightWarnings(plan, weighting), ...redrawWarnings(sample)];
  const single = groups.filter(({ size, allocated }) => allocated === 1 && size > 1);
  if (single.length === 0) return warnings;
  const message = `${plan.name}: only one task is drawn from ${countOf(single.length, 'group')}, which cannot show how much its tasks vary; an estimate uses the distance from the overall mean instead: ${named(single)}.`;
  return [...warnings, { code: 'single-draw', message, benchmark: plan.name }];
}

/** Lists a few of many warnings of one kind. */
function drawWarnings(plan: BenchmarkPlan, groups: readonly FilledGroup[]): Warning[] {
  const byCode = groupBy(
    groups.flatMap(({ draw }) => draw?.warnings ?? []),
    ({ code }) => code,
  );
  return [...byCode].flatMap(([code, alike]) => {
    const left = alike.length - mostAlike;
    if (left <= 0) return alike;
    const message = `${plan.name}: ${countOf(left, 'more warning')} of this kind.`;
    return [...alike.slice(0, mostAlike), { code, message, benchmark: plan.name }];
  });
}

const mostAlike = 3;
/** Outside this range, the weights represent the pool's size poorly. */
const usualRatio = { low: 0.8, high: 1.2 };

/** With unequal probabilities, the weights sum to the pool's size only on average. */
function weightWarnings(plan: BenchmarkPlan, { weightSum, population }: Weighting): Warning[] {
  if (population === 0) return [];
  const ratio = weightSum / population;
  if (ratio >= usualRatio.low && ratio <= usualRatio.high) return [];
  const message = `${plan.name}: the weights sum to ${ratio.toFixed(2)} times the ${formatCount(population)} tasks they represent; totals would be off by that factor, but not means.`;
  return [{ code: 'weight-sum', message, benchmark: plan.name }];
}

/** With permanent random numbers, the next task replaces an excluded one; other draws start again. */
function redrawWarnings({ plan, excluded }: Sample): Warning[] {
  const { draw } = plan.select;
  if (excluded === 0 || draw === undefined || drawDesignOf(draw).numbers.arePermanent) return [];
  const message = `${plan.name}: with method "${draw.method}" every exclusion redraws the whole group; ${countOf(excluded, 'task')} ${excluded === 1 ? 'is' : 'are'} excluded. With "prefer: [random]", only the next task would be added.`;
  return [{ code: 'redrawn', message, benchmark: plan.name }];
}

function named(groups: readonly FilledGroup[]): string {
  const shown = groups.slice(0, mostNamed).map(({ key, size }) => `${key ?? 'unknown'} (${size})`);
  return `${shown.join(', ')}${groups.length > mostNamed ? ` and ${groups.length - mostNamed} more` : ''}`;
}
