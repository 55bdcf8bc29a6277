import { largest, smallest } from '../../lists/extremes.js';
import { groupBy } from '../../lists/group-by.js';
import { type Drawing, drawChart } from '../../pictures/chart.js';
import type { Mark } from '../../pictures/marks.js';
import { countOf } from '../../text/count-of.js';
import { visibleText } from '../../text/visible-text.js';
import type { RankCorrelation, ScoreValidity, ValidityAssessment } from './validity.js';
import { figures, intervalText } from './validity-words.js';

/** Score against uplift: a dot for each task, the mean of each third with its interval, and the line of no uplift. */
export function validityPicture({ score, baseline }: ValidityAssessment, comparison: ScoreValidity): Drawing {
  const { tasks, bands, configuration } = comparison;
  const scores = tasks.map((task) => task.score);
  const [least, most] = [smallest(scores), largest(scores)];
  const margin = Math.max(0.02 * Math.abs(most), 0.04 * (most - least), 1e-3);
  const furthest = largest(
    tasks.map(({ uplift }) => Math.abs(uplift)),
    0.1,
  );
  return drawChart({
    title: `Does the score predict what ${visibleText(configuration, 40)} gains?`,
    description: wordsFor(comparison, visibleText(baseline ?? '', 40)),
    x: {
      label: score.from === 'pool' ? `${visibleText(score.name, 40)} score` : visibleText(score.name, 60),
      from: least - margin,
      to: most + margin,
    },
    y: { label: 'uplift: reward less that of the baseline', from: -furthest * 1.08, to: furthest * 1.08 },
    height: 420,
    marks: [{ kind: 'rule', y: 0 }, ...dotsOf(comparison), ...bands.flatMap(bandMarks)],
  });
}

/** Tasks at one place are one dot, larger by their number: its area says how many. */
function dotsOf({ tasks }: ScoreValidity): Mark[] {
  const places = [...groupBy(tasks, ({ score, uplift }) => `${score} ${uplift}`).values()];
  const bySize = [...groupBy(places, (list) => list.length)].sort(([a], [b]) => b - a);
  return bySize.map(([size, lists], i): Mark => {
    const points = lists.flatMap(([first]) => (first === undefined ? [] : [[first.score, first.uplift] as const]));
    const radius = Math.round(300 * Math.sqrt(size)) / 100;
    return {
      kind: 'dots',
      points,
      colour: 'blue',
      radius,
      opacity: 0.4,
      ...(i === 0 ? { label: 'tasks (area: how many)' } : {}),
    };
  });
}

function bandMarks({ from, to, mean, interval }: ScoreValidity['bands'][number], i: number): Mark[] {
  const middle = (from + to) / 2;
  const label = i === 0 ? { label: 'mean of a third, with its 95% interval' } : {};
  return [
    {
      kind: 'line',
      points: [
        [from, mean],
        [to, mean],
      ],
      colour: 'orange',
      ...label,
    },
    ...(interval === undefined
      ? []
      : [
          {
            kind: 'line',
            points: [
              [middle, Math.max(-1, interval.low)],
              [middle, Math.min(1, interval.high)],
            ],
            colour: 'orange',
          } as const,
        ]),
    { kind: 'dots', points: [[middle, mean]], colour: 'orange', radius: 5, opacity: 1 },
  ];
}

function wordsFor(
  { pairs, configuration, overall, within, bands, helped, hurt }: ScoreValidity,
  baseline: string,
): string {
  const means = bands.map(({ name, mean, interval }) => `${name} ${figures(mean)}${intervalText(interval)}`).join(', ');
  return [
    `${countOf(pairs, 'task')} under ${visibleText(configuration, 40)} and ${baseline}.`,
    `Rank correlation of score and uplift ${correlationWords(overall)}; within benchmarks ${correlationWords(within)}.`,
    `${helped} helped, ${hurt} hurt. Mean uplift by thirds of the score: ${means}.`,
  ].join(' ');
}

function correlationWords(found: RankCorrelation | undefined): string {
  return found === undefined
    ? 'not known'
    : `${figures(found.correlation)}${intervalText(found.resampled ?? found.interval)}`;
}
