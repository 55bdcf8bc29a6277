import {
  countOf,
  type RankCorrelation,
  type ScoreValidity,
  type ValidityAssessment,
  visibleText,
} from '../../index.js';
import { alignColumns } from '../terminal/align-columns.js';
import type { Terminal } from '../terminal/terminal.js';
import type { PartAnswer } from './assess-part.js';
import { figures, findingWords, intervalText, scoreName } from './validity-words.js';

/** So many configurations fit into a sentence. */
const mostNamed = 3;

/** Good only where every configuration shows it. */
export function validityGrade({ comparisons }: ValidityAssessment): PartAnswer['grade'] {
  if (comparisons.length === 0 || comparisons.every(({ finding }) => finding === 'cannot say')) return 'unknown';
  return comparisons.every(({ finding }) => finding === 'predicts') ? 'good' : 'look';
}

/** What may be said of the score, in one sentence. */
export function validityVerdict(assessment: ValidityAssessment): string {
  const { comparisons, notes, baseline } = assessment;
  if (baseline === undefined) return notes[0] ?? 'Nothing can be said.';
  const said = comparisons.filter(({ finding }) => finding !== 'cannot say');
  if (said.length === 0) return 'The results do not tell whether the score predicts the benefit.';
  const predicts = said.filter(({ finding }) => finding === 'predicts');
  const each = said
    .map(({ configuration, overall, within, pairs }) => {
      const inside = within === undefined ? 'unknown' : figures(within.correlation);
      return `${visibleText(configuration, 40)} ${figures(overall?.correlation)} over ${countOf(pairs, 'pair')}, ${inside} within benchmarks`;
    })
    .slice(0, mostNamed)
    .join('; ');
  const more = said.length > mostNamed ? `; and ${said.length - mostNamed} more` : '';
  const shown =
    predicts.length === said.length
      ? 'predicts the benefit'
      : predicts.length > 0
        ? `is shown to predict the benefit for ${predicts.length} of ${countOf(said.length, 'configuration')} only`
        : said.every(({ finding }) => finding === 'opposite')
          ? 'goes against the benefit'
          : 'is not shown to predict the benefit';
  return `The ${scoreName(assessment)} ${shown}: rank correlation with the uplift ${each}${more}.`;
}

/** A validity assessment for a person: for each configuration what is shown, and on what it stands. */
export function validityReport(plan: string, assessment: ValidityAssessment, terminal: Terminal): string {
  const { bold, warning } = terminal;
  const { comparisons, notes } = assessment;
  return [
    `${bold(visibleText(plan))}: ${validityVerdict(assessment)}`,
    ...comparisons.map((comparison) => comparisonText(assessment, comparison, terminal)),
    [warning(bold(`Notes (${notes.length})`)), ...notes.map((note) => `  ${visibleText(note, 600)}`)].join('\n'),
  ].join('\n\n');
}

function comparisonText(assessment: ValidityAssessment, comparison: ScoreValidity, { bold, dim }: Terminal): string {
  const { configuration, pairs } = comparison;
  const name = `${visibleText(configuration, 60)} against ${visibleText(assessment.baseline ?? '', 60)}`;
  if (pairs === 0) return [bold(name), `  ${pairLine(comparison)}`].join('\n');
  return [
    bold(`${name}: ${findingWords(comparison)}`),
    `  ${pairLine(comparison)}`,
    ...alignColumns(correlationRows(comparison)),
    '',
    ...alignColumns(bandRows(comparison)),
    `  ${helpedLine(comparison)}`,
    `  ${ceilingLine(comparison)}`,
    ...refitLines(comparison).map((line) => `  ${line}`),
    ...(comparison.betweenBenchmarks === undefined || comparison.benchmarks.length < 2
      ? []
      : [
          dim(
            `  ${Math.round(100 * comparison.betweenBenchmarks)}% of the variance of these scores lies between benchmarks.`,
          ),
        ]),
  ].join('\n');
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

const mostBenchmarks = 12;

function correlationRows({ overall, within, benchmarks, pairs }: ScoreValidity): string[][] {
  const row = (name: string, tasks: number, found: RankCorrelation | undefined) => [
    `  ${name}`,
    countOf(tasks, 'task'),
    found === undefined ? 'none: nothing varies' : figures(found.correlation),
    found === undefined
      ? ''
      : found.interval === undefined
        ? 'too few for an interval'
        : intervalText(found.interval).trim(),
    intervalText(found?.resampled).trim(),
  ];
  const shown = benchmarks.filter(({ correlation }) => correlation !== undefined);
  const silent = benchmarks.length - shown.length;
  return [
    ['  Rank correlation of score and uplift', '', 'Spearman', '95% interval', 'resampled'],
    row('overall', pairs, overall),
    row('within benchmarks', pairs, within),
    ...(benchmarks.length > 1
      ? shown
          .slice(0, mostBenchmarks)
          .map(({ name, pairs: own, correlation }) => row(`  ${visibleText(name, 38)}`, own, correlation))
      : []),
    ...(shown.length > mostBenchmarks ? [[`    and ${shown.length - mostBenchmarks} more (--json lists all)`]] : []),
    ...(benchmarks.length > 1 && silent > 0
      ? [[`    ${countOf(silent, 'benchmark')} where score or uplift does not vary`]]
      : []),
  ];
}

function bandRows({ bands }: ScoreValidity): string[][] {
  const rows = bands.map(({ name, from, to, pairs, mean, interval }) => [
    `  ${name} ${shortScore(from)} to ${shortScore(to)}`,
    countOf(pairs, 'task'),
    figures(mean),
    interval === undefined ? 'no interval: nothing varies' : intervalText(interval).trim(),
  ]);
  return [['  Mean uplift by thirds of the score', '', 'mean', '95% interval'], ...rows];
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
      : `assumed: a run varies by ${variances.within / 2}, the true uplift by ${variances.effect}`;
  return `With ${runs} even a perfect score would reach about ${ceiling.toFixed(2)} (${how})`;
}

function refitLines({ refit: { trial, why, offered, tasks, groups } }: ScoreValidity): string[] {
  if (trial === undefined) return [`No other weights were tried: ${why}.`];
  const { loss, overPresent, overNone, weights } = trial;
  const basis = `${countOf(tasks, 'task')} of the pool, ${groups} repositories or benchmarks`;
  const losses = `  Error out of sample: refitted ${loss.refitted.toFixed(4)}, present ${loss.present.toFixed(4)}, no score at all ${loss.none.toFixed(4)} (${basis})`;
  if (!offered) {
    const isBetter = overPresent.gain > overPresent.standardError;
    const [against, { gain, standardError }] = isBetter
      ? ['no score at all', overNone]
      : ['the present ones', overPresent];
    return [
      `Other weights do not beat ${against} out of sample by more than a standard error (gain ${gain.toFixed(4)}, error ${standardError.toFixed(4)}): none are offered.`,
      losses,
    ];
  }
  const each = weights.map(
    ({ component, present, refitted }) =>
      `${visibleText(component, 40)} ${refitted.toFixed(2)} (now ${Number(present.toFixed(4))})`,
  );
  return [
    `Other weights beat the present ones out of sample (gain ${overPresent.gain.toFixed(4)}, error ${overPresent.standardError.toFixed(4)}): ${each.join(', ')}.`,
    losses,
    '  Try them on new results before you rely on them.',
  ];
}

const shortScore = (value: number) => String(Number(value.toFixed(4)));
