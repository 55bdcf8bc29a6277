import { type Drawing, drawChart } from '../../pictures/chart.js';
import type { Mark } from '../../pictures/marks.js';
import type { PowerAssessment } from './power-assessment.js';
import { type Curve, chanceCurves, curvesOf, detectablePoints, largestShown, tasksShown } from './power-curves.js';

/** How the chance to find a difference grows with it, for each discordance; the wanted one is ruled. */
export function powerCurvePicture(assessment: PowerAssessment): Drawing {
  const { overall, wanted, power, repeats, level } = assessment;
  const largest = largestShown(assessment);
  const lines = chanceCurves(assessment).map(({ words, colour, points: list }): Mark => {
    return {
      kind: 'line',
      points: list.map(([difference, chance]) => [100 * difference, chance]),
      colour,
      label: words,
    };
  });
  return drawChart({
    title: `The chance that ${overall.tasks} tasks, ${runs(repeats)}, show a difference`,
    description: `${foundWords(assessment)} The curves give the chance to find each difference at the level ${short(level)}.`,
    x: { label: 'true difference of two configurations, in points', from: 0, to: 100 * largest },
    y: { label: 'chance to find it', from: 0, to: 1 },
    marks: [
      ...lines,
      { kind: 'rule', y: power, words: `${Math.round(100 * power)}% power` },
      ...(wanted === undefined || wanted > largest
        ? []
        : [{ kind: 'rule', x: 100 * wanted, words: `wanted: ${points(wanted)}` } as const]),
    ],
  });
}

/** The smallest difference by the number of tasks; this suite is marked. */
export function detectablePicture(assessment: PowerAssessment): Drawing {
  const { overall, repeats, wanted } = assessment;
  const { from, to } = tasksShown(assessment);
  const curves = curvesOf(assessment).map((curve) => ({
    curve,
    points: detectablePoints(assessment, curve, from, to),
  }));
  const highest = Math.max(0.1, ...curves.flatMap((each) => each.points.map(([, difference]) => difference))) * 1.05;
  const own = (curve: Curve) => detectablePoints(assessment, curve, overall.size, overall.size);
  const inPoints = (list: readonly (readonly [number, number])[]) => list.map(([n, d]) => [n, 100 * d] as const);
  return drawChart({
    title: `What so many tasks can find, ${runs(repeats)}`,
    description: `${foundWords(assessment)} More tasks find less: ${neededWords(assessment)}.`,
    x: { label: overall.size === overall.tasks ? 'tasks' : 'tasks of equal weight', from, to, log: true },
    y: { label: 'smallest detectable difference, in points', from: 0, to: 100 * highest },
    marks: [
      ...curves.map(
        ({ curve, points: list }): Mark => ({
          kind: 'line',
          points: inPoints(list),
          colour: curve.colour,
          label: curve.words,
        }),
      ),
      { kind: 'rule', x: overall.size, words: `this suite: ${Math.round(overall.size)}` },
      ...(wanted === undefined || wanted > highest
        ? []
        : [{ kind: 'rule', y: 100 * wanted, words: `wanted: ${points(wanted)}` } as const]),
      ...curves.map(
        ({ curve }): Mark => ({
          kind: 'dots',
          points: inPoints(own(curve)),
          colour: curve.colour,
          radius: 4,
          opacity: 1,
        }),
      ),
    ],
  });
}

function foundWords({ overall, repeats, power, discordance }: PowerAssessment): string {
  const { low, high } = overall.planned;
  const given = `${Math.round(100 * power)}% power`;
  if (low === undefined && high === undefined)
    return `${overall.tasks} tasks, ${runs(repeats)}, are too few to detect any difference with ${given}.`;
  const at = repeats === 1 ? ` at a discordance of ${short(discordance.low)} to ${short(discordance.high)}` : '';
  const found =
    low === undefined || high === undefined ? points(low ?? high ?? 0) : `${points(low)} to ${points(high)}`;
  return `${overall.tasks} tasks, ${runs(repeats)}, find a difference of ${found}${at} with ${given}.`;
}

function neededWords({ needed, repeats }: PowerAssessment): string {
  const each = needed.map(({ difference, tasks }) => {
    const { low, high } = tasks[Math.min(repeats, tasks.length) - 1] ?? { low: 0, high: 0 };
    return `${points(difference)} take ${Math.min(low, high)} to ${Math.max(low, high)} tasks`;
  });
  return each.join('; ');
}

const runs = (repeats: number) => (repeats === 1 ? 'run once' : `run ${repeats} times`);
const points = (share: number) => `${short(100 * share, 1)} points`;
const short = (value: number, decimals = 4) => String(Number(value.toFixed(decimals)));
