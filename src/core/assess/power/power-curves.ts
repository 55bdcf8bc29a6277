import { figureColumn, type Section, tableOf, wordColumn } from '../../blocks/blocks.js';
import type { Colour } from '../../pictures/palette.js';
import { type Comparison, chanceFor, detectable, discordanceFor } from './detectable.js';
import type { PowerAssessment } from './power-assessment.js';

/** One line of a chart of power: what is assumed about the runs, and its words. */
export interface Curve {
  readonly discordance: number;
  readonly end: 'low' | 'high';
  readonly words: string;
  readonly colour: Colour;
}

/** With one run a line for each discordance, the middle one too; with repeats one for each variance between tasks. */
export function curvesOf({
  discordance: { low, high, partial },
  variances,
  repeats,
}: PowerAssessment): readonly Curve[] {
  if (repeats > 1) {
    const words = (end: 'low' | 'high') => `variance between tasks ${shown(variances[end].effect)}`;
    const first: Curve = { discordance: low, end: 'low', words: words('low'), colour: 'blue' };
    const isOne = variances.low.effect === variances.high.effect;
    return isOne ? [first] : [first, { discordance: high, end: 'high', words: words('high'), colour: 'orange' }];
  }
  const line = (discordance: number, colour: Colour): Curve => {
    return {
      discordance,
      end: 'low',
      words: `${partial ? 'mean squared difference' : 'discordance'} ${shown(discordance)}`,
      colour,
    };
  };
  if (low === high) return [line(low, 'blue')];
  return [line(low, 'blue'), line((low + high) / 2, 'green'), line(high, 'orange')];
}

/** The comparison of an assessment at one discordance. */
function comparisonOf(assessment: PowerAssessment, discordance: number): Comparison {
  const { level, power, variances } = assessment;
  const { partial } = assessment.discordance;
  return { goal: { level, power }, discordance: { low: discordance, high: discordance, partial }, variances };
}

const steps = 40;

/** The chance to find a difference, for each curve in steps up to the largest difference shown. */
export function chanceCurves(assessment: PowerAssessment) {
  const { overall, repeats } = assessment;
  const largest = largestShown(assessment);
  return curvesOf(assessment).map(({ words, colour, discordance, end }) => {
    const comparison = comparisonOf(assessment, discordance);
    const points = Array.from({ length: steps + 1 }, (_, i) => (largest * i) / steps)
      // Of single passes a difference is at most the discordance; of partial rewards it may be more.
      .filter(
        (difference) =>
          repeats > 1 || assessment.discordance.partial || discordanceFor(discordance, difference) === discordance,
      )
      .map((difference) => [difference, chanceFor(comparison, overall.size, repeats, difference)[end]] as const);
    return { words, colour, points };
  });
}

/** The curves in figures. */
export function curveSection(assessment: PowerAssessment): Section[] {
  if (assessment.selected === 0) return [];
  const curves = chanceCurves(assessment);
  const [longest = []] = curves.map(({ points }) => points).toSorted((a, b) => b.length - a.length);
  const title = 'The chance to find a difference';
  const rows = longest
    .filter((_, i) => i % 2 === 0)
    .map(([difference], at) => [
      `${shown(100 * difference, 1)} points`,
      ...curves.map(({ points }) => {
        const [, chance] = points[2 * at] ?? [];
        return chance === undefined ? 'not possible' : `${(100 * chance).toFixed(1)}%`;
      }),
    ]);
  const columns = [wordColumn('difference'), ...curves.map(({ words }) => figureColumn(words))];
  return [{ title, blocks: [tableOf(title, columns, rows)], detail: true }];
}

/** Tasks and what they find, from the first number on that finds anything. */
export function detectablePoints(
  assessment: PowerAssessment,
  { discordance, end }: Curve,
  from: number,
  to: number,
): readonly (readonly [tasks: number, difference: number])[] {
  const comparison = comparisonOf(assessment, discordance);
  const steps = from === to ? 0 : 100;
  return Array.from({ length: steps + 1 }, (_, i) => from * (to / from) ** (steps === 0 ? 0 : i / steps)).flatMap(
    (n) => {
      const found = detectable(comparison, n, assessment.repeats)[end];
      return found === undefined ? [] : [[n, found] as const];
    },
  );
}

/** The tasks that a chart goes from and to: around the suite and up to the whole pool. */
export function tasksShown({ overall, eligible }: PowerAssessment): { readonly from: number; readonly to: number } {
  const from = Math.max(2, Math.min(20, overall.size / 2));
  return { from, to: Math.max(eligible, 5 * overall.size, 200) };
}

/** The largest difference of a chart: wide enough for the curves to rise. */
export function largestShown({ overall, wanted = 0, discordance, repeats }: PowerAssessment): number {
  const found = Math.max(overall.planned.low ?? 0, overall.planned.high ?? 0);
  const most = repeats === 1 && !discordance.partial ? discordance.high : 1;
  return Math.min(1, Math.max(wanted * 1.1, Math.min(most, found === 0 ? discordance.high : 2 * found)));
}

function shown(value: number, decimals = 3): string {
  return String(Number(value.toFixed(decimals)));
}
