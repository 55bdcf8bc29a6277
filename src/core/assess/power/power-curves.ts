import { figureColumn, type Section, tableOf, titled, wordColumn } from '../../blocks/blocks.js';
import { type Colour, type Drawing, drawChart, type Mark } from '../../pictures/chart.js';
import { discordanceAt } from '../../statistics/detectable-difference.js';
import { countOf } from '../../text/words.js';
import { type AtEnds, type Comparison, detectable, powerFor } from './comparison.js';
import type { PowerAssessment } from './power.js';

/** With one run, a curve for each end of the discordance and the midpoint; otherwise for each variance between tasks. */
function curvesOf({ discordance, variances: { effect }, repeats }: PowerAssessment) {
  const { low, high, slope, partialRewards } = discordance;
  const curve = (value: number, end: keyof AtEnds<unknown>, words: string, colour: Colour) => {
    return { discordance: value, end, words, colour };
  };
  if (repeats > 1) {
    const words = (end: keyof AtEnds<unknown>) => `variance between tasks ${short(effect[end], 3)}`;
    const first = curve(low, 'low', words('low'), 'blue');
    return effect.low === effect.high ? [first] : [first, curve(high, 'high', words('high'), 'orange')];
  }
  const what = partialRewards ? 'mean squared difference' : 'discordance';
  const more = slope === 0 ? '' : ` + ${short(slope, 2)} × difference`;
  const single = (value: number, colour: Colour) => curve(value, 'low', `${what} ${short(value, 3)}${more}`, colour);
  if (low === high) return [single(low, 'blue')];
  return [single(low, 'blue'), single((low + high) / 2, 'green'), single(high, 'orange')];
}

function comparisonOf({ level, power, variances, ...assessment }: PowerAssessment, value: number): Comparison {
  const { partialRewards, slope } = assessment.discordance;
  const discordance = { low: value, high: value, slope, partialRewards };
  return { goal: { level, power }, discordance, variances, drawShare: assessment.drawShare };
}

const steps = 40;

function chanceCurves(assessment: PowerAssessment) {
  const { overall, repeats, discordance: planned } = assessment;
  const largest = largestShown(assessment);
  return curvesOf(assessment).map(({ words, colour, discordance, end }) => {
    const comparison = comparisonOf(assessment, discordance);
    // For single passes, a difference can't exceed the discordance; for partial rewards it can.
    const isPossible = (difference: number) =>
      repeats > 1 ||
      planned.partialRewards ||
      discordanceAt({ base: discordance, slope: planned.slope }, difference) <=
        discordance + planned.slope * difference + 1e-9;
    const points = Array.from({ length: steps + 1 }, (_, i) => (largest * i) / steps)
      .filter(isPossible)
      .map((difference) => [difference, powerFor(comparison, overall.size, repeats, difference)[end]] as const);
    return { words, colour, points };
  });
}

export function curveSection(assessment: PowerAssessment): Section | undefined {
  if (assessment.selected === 0) return undefined;
  const curves = chanceCurves(assessment);
  const [longest = []] = curves.map(({ points }) => points).toSorted((a, b) => b.length - a.length);
  const rows = longest
    .filter((_, i) => i % 2 === 0)
    .map(([difference], at) => [
      `${short(100 * difference, 1)} points`,
      ...curves.map(({ points }) => {
        const [, chance] = points[2 * at] ?? [];
        return chance === undefined ? 'not possible' : `${(100 * chance).toFixed(1)}%`;
      }),
    ]);
  const columns = [wordColumn('difference'), ...curves.map(({ words }) => figureColumn(words))];
  return { ...titled(tableOf('Power to detect a difference', columns, rows)), detail: true };
}

/** The upper end of the chart's x axis, wide enough for the curves to rise. */
function largestShown({ overall, wantedDifference = 0, discordance, repeats }: PowerAssessment): number {
  const found = Math.max(overall.detectable.low ?? 0, overall.detectable.high ?? 0);
  const most = repeats === 1 && !discordance.partialRewards ? discordance.high / (1 - discordance.slope) : 1;
  return Math.min(1, Math.max(wantedDifference * 1.1, Math.min(most, found === 0 ? discordance.high : 2 * found)));
}

/** The power for each difference. `verdict` begins the description. */
export function powerCurvePicture(assessment: PowerAssessment, verdict: string): Drawing {
  const { overall, wantedDifference: wanted, power, repeats, level } = assessment;
  const largest = largestShown(assessment);
  const lines = chanceCurves(assessment).map(({ words, colour, points: list }): Mark => {
    const points = list.map(([difference, chance]) => [100 * difference, chance] as const);
    return { kind: 'line', points, colour, label: words };
  });
  return drawChart({
    title: `Power of ${countOf(overall.tasks, 'task')}, ${runWords(repeats)}`,
    description: `${verdict} The curves show the power for each difference at a significance level of ${short(level)}.`,
    x: { label: 'true difference between two systems, in points', from: 0, to: 100 * largest },
    y: { label: 'power', from: 0, to: 1 },
    marks: [
      ...lines,
      { kind: 'rule', y: power, words: `${Math.round(100 * power)}% power` },
      ...(wanted === undefined || wanted > largest ? [] : [wantedRule('x', wanted)]),
    ],
  });
}

/** The detectable difference by number of tasks. `verdict` begins the description. */
export function detectablePicture(assessment: PowerAssessment, verdict: string): Drawing {
  const { overall, repeats, wantedDifference: wanted, eligible } = assessment;
  const { size } = overall;
  const from = Math.max(2, Math.min(20, size / 2));
  const to = Math.max(eligible, 5 * size, 200);
  const curves = curvesOf(assessment).map((curve) => ({
    ...{ colour: curve.colour, label: curve.words },
    points: detectablePoints(assessment, curve, from, to),
    own: detectablePoints(assessment, curve, size, size),
  }));
  const highest = Math.max(10, ...curves.flatMap(({ points }) => points.map(([, difference]) => difference))) * 1.05;
  return drawChart({
    title: `Detectable difference by number of tasks, ${runWords(repeats)}`,
    description: `${verdict} Tasks needed for other differences: ${neededWords(assessment)}.`,
    x: { label: size === overall.tasks ? 'tasks' : 'tasks of equal weight', from, to, log: true },
    y: { label: 'smallest detectable difference, in points', from: 0, to: highest },
    marks: [
      ...curves.map(({ points, colour, label }): Mark => ({ kind: 'line', points, colour, label })),
      { kind: 'rule', x: size, words: `this selection: ${Math.round(size)}` },
      ...(wanted === undefined || 100 * wanted > highest ? [] : [wantedRule('y', wanted)]),
      ...curves.map(({ own, colour }): Mark => ({ kind: 'dots', points: own, colour, radius: 4, opacity: 1 })),
    ],
  });
}

/** Pairs of task count and detectable difference in points, skipping counts that detect none. */
function detectablePoints(
  assessment: PowerAssessment,
  { discordance, end }: ReturnType<typeof curvesOf>[number],
  from: number,
  to: number,
) {
  const comparison = comparisonOf(assessment, discordance);
  const sizes = from === to ? [from] : Array.from({ length: 101 }, (_, i) => from * (to / from) ** (i / 100));
  return sizes.flatMap((size) => {
    const found = detectable(comparison, size, assessment.repeats)[end];
    return found === undefined ? [] : [[size, 100 * found] as const];
  });
}

function wantedRule(axis: 'x' | 'y', wanted: number): Mark {
  return { kind: 'rule', [axis]: 100 * wanted, words: `wanted: ${points(wanted)}` };
}

function neededWords({ tasksNeeded, repeats }: PowerAssessment): string {
  const each = tasksNeeded.map(({ difference, byRepeats }) => {
    const { low, high } = byRepeats[Math.min(repeats, byRepeats.length) - 1] ?? { low: 0, high: 0 };
    return `${Math.min(low, high)} to ${Math.max(low, high)} for ${points(difference)}`;
  });
  return each.join('; ');
}

/** For example "0.21 to 0.4" or "0.145 + 0.53 × difference". */
export function curveWords({ low, high, slope }: PowerAssessment['discordance']): string {
  const ends = short(low, 3) === short(high, 3) ? short(low, 3) : `${short(low, 3)} to ${short(high, 3)}`;
  return slope === 0 ? ends : `${ends} + ${short(slope, 2)} × difference`;
}

export function runWords(repeats: number): string {
  return repeats === 1 ? 'run once' : `run ${repeats} times`;
}

const points = (share: number) => `${short(100 * share, 1)} points`;
const short = (value: number, decimals = 4) => String(Number(value.toFixed(decimals)));
