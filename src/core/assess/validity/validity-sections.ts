import { type Block, line, quietLine, type Row, type Section, tableOf, wordColumn } from '../../blocks/blocks.js';
import { countOf } from '../../text/count-of.js';
import { visibleText } from '../../text/visible-text.js';
import { clusteredLine, measuredBlocks } from './measured-sections.js';
import type { RankCorrelation, ScoreValidity, ValidityAssessment } from './validity.js';
import { figures, findingWords, intervalText, validityVerdict } from './validity-words.js';

const mostBenchmarks = 12;

/** A validity assessment for a person: for each configuration what is shown, and on what it stands. */
export function validitySections(plan: string, assessment: ValidityAssessment): readonly Section[] {
  return [
    {
      blocks: [
        line([{ strong: visibleText(plan) }, `: ${visibleText(validityVerdict(assessment), 2000)}`], {
          isVerdict: true,
        }),
      ],
    },
    ...assessment.comparisons.map((comparison) => comparisonSection(assessment, comparison)),
  ];
}

function comparisonSection({ baseline }: ValidityAssessment, comparison: ScoreValidity): Section {
  const { configuration, pairs, betweenBenchmarks, benchmarks } = comparison;
  const name = `${visibleText(configuration, 60)} against ${visibleText(baseline ?? '', 60)}`;
  if (pairs === 0) return { title: name, blocks: [line(pairLine(comparison))] };
  return {
    title: `${name}: ${findingWords(comparison)}`,
    blocks: [
      line(pairLine(comparison)),
      correlationTable(comparison),
      line(clusteredLine(comparison.measured)),
      bandTable(comparison),
      line(helpedLine(comparison)),
      line(ceilingLine(comparison)),
      ...refitLines(comparison),
      ...(betweenBenchmarks === undefined || benchmarks.length < 2
        ? []
        : [
            quietLine(
              `${Math.round(100 * betweenBenchmarks)}% of the variance of these scores lies between benchmarks.`,
            ),
          ]),
      ...measuredBlocks(comparison.measured, configuration),
    ],
  };
}

function pairLine({ pairs, dropped, meanUplift, outsidePool }: ScoreValidity): string {
  const { errored, notRun, absent, withoutScore } = dropped;
  const reasons = [
    [errored, 'errored in an arm'],
    [notRun, 'not run in an arm'],
    [absent, 'absent from an arm'],
    [withoutScore, 'without a score'],
  ] as const;
  const left = reasons.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`);
  const uplift =
    meanUplift === undefined ? '' : `; mean uplift ${figures(meanUplift.mean)}${intervalText(meanUplift.interval)}`;
  const outside = outsidePool === 0 ? '' : `, ${outsidePool} of them outside the pool`;
  return `${countOf(pairs, 'task')} scored in both arms${outside}${uplift}${left.length === 0 ? '' : `. Left out: ${left.join(', ')}`}`;
}

function correlationTable({ configuration, overall, within, benchmarks, pairs }: ScoreValidity): Block {
  const cellsOf = (name: string, tasks: number, found: RankCorrelation | undefined) => [
    name,
    countOf(tasks, 'task'),
    found === undefined ? 'none: nothing varies' : figures(found.correlation),
    found === undefined
      ? ''
      : found.interval === undefined
        ? 'too few for an interval'
        : intervalText(found.interval).trim(),
    intervalText(found?.resampled).trim(),
  ];
  const below = (name: string): Row => ({ cells: [name, '', '', '', ''], level: 1 });
  const shown = benchmarks.filter(({ correlation }) => correlation !== undefined);
  const silent = benchmarks.length - shown.length;
  const what = 'Rank correlation of score and uplift';
  const columns = [
    wordColumn(what),
    wordColumn('tasks', ''),
    wordColumn('Spearman'),
    wordColumn('95% interval'),
    wordColumn('resampled'),
  ];
  const own = (benchmarks.length > 1 ? shown.slice(0, mostBenchmarks) : []).map(
    ({ name, pairs: tasks, correlation }): Row => ({
      cells: cellsOf(visibleText(name, 38), tasks, correlation),
      level: 1,
    }),
  );
  return tableOf(`${what}, ${visibleText(configuration, 60)}`, columns, [
    cellsOf('overall', pairs, overall),
    cellsOf('within benchmarks', pairs, within),
    ...own,
    ...(shown.length > mostBenchmarks ? [below(`and ${shown.length - mostBenchmarks} more (--json lists all)`)] : []),
    ...(benchmarks.length > 1 && silent > 0
      ? [below(`${countOf(silent, 'benchmark')} where score or uplift does not vary`)]
      : []),
  ]);
}

function bandTable({ configuration, bands }: ScoreValidity): Block {
  const what = 'Mean uplift by thirds of the score';
  const columns = [wordColumn(what), wordColumn('tasks', ''), wordColumn('mean'), wordColumn('95% interval')];
  const rows = bands.map(({ name, from, to, pairs, mean, interval }) => [
    `${name} ${shortScore(from)} to ${shortScore(to)}`,
    countOf(pairs, 'task'),
    figures(mean),
    interval === undefined ? 'no interval: nothing varies' : intervalText(interval).trim(),
  ]);
  return tableOf(`${what}, ${visibleText(configuration, 60)}`, columns, rows, { apart: true });
}

function helpedLine({ helped, hurt, unchanged, helpedOverHurt }: ScoreValidity): string {
  const auc =
    helpedOverHurt === undefined
      ? ''
      : `; a helped task has the higher score than a hurt one with a chance of ${helpedOverHurt.toFixed(2)} (0.5: no better than chance)`;
  return `${helped} helped, ${hurt} hurt, ${unchanged} unchanged${auc}`;
}

function ceilingLine({ ceiling: { from, ceiling, repeats, variances } }: ScoreValidity): string {
  if (ceiling === undefined) return 'Ceiling: nothing varies.';
  const runs = `${Number(repeats.toFixed(1))} ${repeats === 1 ? 'run' : 'runs'} a task`;
  const how =
    from === 'results'
      ? 'from the repeats'
      : `assumed for rewards of 0 and 1: a run varies by ${variances.within / 2}, the true uplift by ${variances.effect}`;
  return `With ${runs} even a perfect score would reach about ${ceiling.toFixed(2)} (${how})`;
}

function refitLines({ refit: { trial, why, offered, tasks, groups } }: ScoreValidity): Block[] {
  if (trial === undefined) return [line(`No other weights were tried: ${why}.`)];
  const { loss, overPresent, overNone, weights } = trial;
  const basis = `${countOf(tasks, 'task')} of the pool, ${groups} repositories or benchmarks`;
  const losses = line(
    `Error out of sample: refitted ${loss.refitted.toFixed(4)}, present ${loss.present.toFixed(4)}, no score at all ${loss.none.toFixed(4)} (${basis})`,
    { level: 1 },
  );
  if (!offered) {
    const isBetter = overPresent.gain > overPresent.standardError;
    const [against, { gain, standardError }] = isBetter
      ? ['no score at all', overNone]
      : ['the present ones', overPresent];
    return [
      line(
        `Other weights do not beat ${against} out of sample by more than a standard error (gain ${gain.toFixed(4)}, error ${standardError.toFixed(4)}): none are offered.`,
      ),
      losses,
    ];
  }
  const each = weights.map(
    ({ component, present, refitted }) =>
      `${visibleText(component, 40)} ${refitted.toFixed(2)} (now ${Number(present.toFixed(4))})`,
  );
  return [
    line(
      `Other weights beat the present ones out of sample (gain ${overPresent.gain.toFixed(4)}, error ${overPresent.standardError.toFixed(4)}): ${each.join(', ')}.`,
    ),
    losses,
    line('Try them on new results before you rely on them.', { level: 1 }),
  ];
}

const shortScore = (value: number) => String(Number(value.toFixed(4)));
