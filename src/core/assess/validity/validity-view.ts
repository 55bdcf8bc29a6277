import {
  type Block,
  line,
  type Picture,
  quietLine,
  type Row,
  type Section,
  tableBy,
  tableOf,
  verdictLine,
  wordColumn,
} from '../../blocks/blocks.js';
import { compact, groupBy, largest, smallest } from '../../lists/lists.js';
import type { Selection } from '../../model/selection.js';
import { type Drawing, drawChart, type Mark, named } from '../../pictures/chart.js';
import { variance } from '../../statistics/summary.js';
import { capital, countOf, formatCount, joinWords, visibleText } from '../../text/words.js';
import { clusteredLine, figures, intervalText, measuredBlocks } from './measured-uplift.js';
import { hasSeveralScores, type ResultTask } from './result-tasks.js';
import { resamplesFor, usualResamples } from './score-correlation.js';
import type { RankCorrelation, ScoreValidity, Validity } from './validity.js';

const mostNamed = 3;

/** The conclusion that the results support about the score. */
export function validityVerdict({ comparisons, baseline, baselineNote, score }: Validity): string {
  if (baseline === undefined) return baselineNote ?? 'No conclusion is possible.';
  const known = comparisons.filter(({ finding }) => finding !== 'cannot say');
  if (known.length === 0) return "These results can't show whether the score predicts the benefit.";
  const predicts = known.filter(({ finding }) => finding === 'predicts');
  const each = known.slice(0, mostNamed).map(({ configuration, correlation, correlationWithinBenchmarks, pairs }) => {
    const [overall, within] = [correlation, correlationWithinBenchmarks].map((found) =>
      figures(found?.rankCorrelation),
    );
    return `${visibleText(configuration, 40)} ${overall} (${countOf(pairs, 'pair')}; within benchmarks ${within})`;
  });
  if (known.length > mostNamed) each.push(`${known.length - mostNamed} more`);
  const name = visibleText(score.name, 60);
  const it = score.from === 'pool' ? `the ${name} score` : name;
  const shown =
    predicts.length === known.length
      ? `${capital(it)} predicts the benefit`
      : predicts.length > 0
        ? `${capital(it)} predicts the benefit for only ${predicts.length} of ${countOf(known.length, 'system')}`
        : known.every(({ finding }) => finding === 'opposite')
          ? `The higher ${it}, the smaller the benefit`
          : `There is no evidence that ${it} predicts the benefit`;
  return `${shown}. Rank correlation with the uplift: ${each.join(', ')}.`;
}

export function validitySections(plan: string, validity: Validity, verdict: string): readonly Section[] {
  const comparisons = validity.comparisons.map((comparison) => comparisonSection(validity, comparison));
  return [{ blocks: [verdictLine(plan, verdict, 2000)] }, ...comparisons];
}

function comparisonSection({ baseline }: Validity, comparison: ScoreValidity): Section {
  const { configuration, pairs, benchmarks, measured, scoreVarianceBetweenBenchmarks: between } = comparison;
  const name = `${visibleText(configuration, 60)} vs ${visibleText(baseline ?? '', 60)}`;
  if (pairs === 0) return { title: name, blocks: [line(pairLine(comparison))] };
  return {
    title: `${name}: ${findingWords(comparison)}`,
    blocks: [
      line(pairLine(comparison)),
      correlationTable(comparison),
      line(clusteredLine(measured)),
      bandTable(comparison),
      line(helpedLine(comparison)),
      line(ceilingLine(comparison)),
      ...refitLines(comparison.refit),
      ...(between === undefined || benchmarks.length < 2
        ? []
        : [quietLine(`${Math.round(100 * between)}% of the variance in these scores is between benchmarks.`)]),
      ...measuredBlocks(measured, configuration),
    ],
  };
}

function findingWords({ finding, correlation, correlationWithinBenchmarks: within }: ScoreValidity): string {
  const why = !isAboveZero(correlation)
    ? 'the interval includes zero'
    : within?.interval === undefined
      ? 'unknown within benchmarks'
      : 'within benchmarks, the interval includes zero';
  return {
    predicts: 'the score predicts the benefit, also within benchmarks',
    opposite: 'the higher the score, the smaller the benefit',
    'cannot say': 'unclear whether the score predicts the benefit',
    'not shown': `no evidence that the score predicts the benefit (${why})`,
  }[finding];
}

/** Whether the interval by formula, and the resampled one if it exists, are above 0. */
export function isAboveZero(found: RankCorrelation | undefined): boolean {
  return (found?.interval?.low ?? 0) > 0 && (found?.resampledInterval?.low ?? 1) > 0;
}

function pairLine({ pairs, dropped, uplift, outsidePool }: ScoreValidity): string {
  const reasons = [
    [dropped.errored, 'with an error in an arm'],
    [dropped.notRun, 'not run in an arm'],
    [dropped.absent, 'missing from an arm'],
    [dropped.withoutScore, 'without a score'],
  ] as const;
  const left = reasons.filter(([count]) => count > 0).map(([count, why]) => `${count} ${why}`);
  const mean = uplift.mean === undefined ? '' : `. Mean uplift ${figures(uplift.mean)}${intervalText(uplift.interval)}`;
  const outside = outsidePool === 0 ? '' : `, ${outsidePool} of them outside the pool`;
  return `${countOf(pairs, 'task')} scored in both arms${outside}${mean}${left.length === 0 ? '' : `. Left out: ${left.join(', ')}`}`;
}

const mostBenchmarks = 12;

function correlationTable(comparison: ScoreValidity): Block {
  const { configuration, correlation: overall, correlationWithinBenchmarks: within, benchmarks, pairs } = comparison;
  const cellsOf = (name: string, tasks: number, found: RankCorrelation | undefined) => [
    name,
    countOf(tasks, 'task'),
    found === undefined ? 'no variation' : figures(found.rankCorrelation),
    found !== undefined && found.interval === undefined
      ? 'too few for an interval'
      : intervalText(found?.interval).trim(),
    intervalText(found?.resampledInterval).trim(),
  ];
  const below = (cells: readonly string[]): Row => ({ cells: [...cells, '', '', '', ''].slice(0, 5), level: 1 });
  const what = 'Rank correlation of score and uplift';
  const columns = [
    wordColumn(what),
    wordColumn('tasks', ''),
    ...['Spearman', '95% interval', 'resampled'].map((name) => wordColumn(name)),
  ];
  const shown = benchmarks.filter(({ correlation }) => correlation !== undefined);
  const silent = benchmarks.length - shown.length;
  const more = shown.length - mostBenchmarks;
  const parts = [
    ...shown
      .slice(0, mostBenchmarks)
      .map((each) => below(cellsOf(visibleText(each.name, 38), each.pairs, each.correlation))),
    ...(more > 0 ? [below([`and ${more} more (--json lists all)`])] : []),
    ...(silent > 0 ? [below([`${countOf(silent, 'benchmark')} without variation in score or uplift`])] : []),
  ];
  const rows = [cellsOf('overall', pairs, overall), cellsOf('within benchmarks', pairs, within)];
  const all = [...rows, ...(benchmarks.length > 1 ? parts : [])];
  return tableOf(`${what}, ${visibleText(configuration, 60)}`, columns, all);
}

function bandTable({ configuration, bands }: ScoreValidity): Block {
  const what = 'Mean uplift by score tercile';
  const inWords = (value: number) => Number(value.toFixed(4));
  return tableBy(
    `${what}, ${visibleText(configuration, 60)}`,
    bands,
    [
      [wordColumn(what), ({ name, from, to }) => `${name} ${inWords(from)} to ${inWords(to)}`],
      [wordColumn('tasks', ''), ({ pairs }) => countOf(pairs, 'task')],
      [wordColumn('mean'), ({ mean }) => figures(mean)],
      [wordColumn('95% interval'), ({ interval }) => intervalText(interval).trim() || 'no variation'],
    ],
    { apart: true },
  );
}

function helpedLine({ helped, hurt, unchanged, aucHelpedOverHurt: auc }: ScoreValidity): string {
  const chance =
    auc === undefined
      ? ''
      : `. Probability that a helped task has a higher score than a hurt one: ${auc.toFixed(2)} (chance: 0.5)`;
  return `${helped} helped, ${hurt} hurt, ${unchanged} unchanged${chance}`;
}

function ceilingLine({ ceiling }: ScoreValidity): string {
  const { from, largestCorrelation, repeats, varianceOfEffect, varianceOfRuns } = ceiling;
  if (largestCorrelation === undefined) return 'No ceiling: nothing varies.';
  const assumed = `assuming rewards of 0 and 1, run variance ${varianceOfRuns / 2} and true uplift variance ${varianceOfEffect}`;
  const runs = `${Number(repeats.toFixed(1))} ${repeats === 1 ? 'run' : 'runs'} per task`;
  return `With ${runs}, even a perfect score would reach a correlation of only about ${largestCorrelation.toFixed(2)} (${from === 'results' ? 'estimated from repeats' : assumed})`;
}

function refitLines(refit: ScoreValidity['refit']): Block[] {
  const { whyNotTried, tasks, groups, loss, gainOverPresent, gainOverMeanAlone, weights } = refit;
  if (loss === undefined || gainOverPresent === undefined || gainOverMeanAlone === undefined)
    return [line(`Other weights were not tried: ${whyNotTried}.`)];
  const basis = `${countOf(tasks, 'pool task')} from ${groups} repositories or benchmarks`;
  const losses = line(
    `Out-of-sample error: refitted ${loss.refitted.toFixed(4)}, current ${loss.present.toFixed(4)}, no score ${loss.meanAlone.toFixed(4)} (${basis})`,
    { level: 1 },
  );
  const gainWords = ({ gain, standardError }: typeof gainOverPresent) =>
    `(gain ${gain.toFixed(4)}, standard error ${standardError.toFixed(4)})`;
  if (weights === undefined) {
    const isBetter = gainOverPresent.gain > gainOverPresent.standardError;
    const against = isBetter ? 'using no score' : 'the current ones';
    const gain = gainWords(isBetter ? gainOverMeanAlone : gainOverPresent);
    const words = `Other weights don't clearly beat ${against} out of sample ${gain}, so none are suggested.`;
    return [line(words), losses];
  }
  const each = weights.map(
    ({ component, present, refitted }) =>
      `${visibleText(component, 40)} ${refitted.toFixed(2)} (now ${Number(present.toFixed(4))})`,
  );
  return [
    line(`Other weights beat the current ones out of sample ${gainWords(gainOverPresent)}: ${each.join(', ')}.`),
    losses,
    line('Test them on new results before relying on them.', { level: 1 }),
  ];
}

/** Further charts are marked as details. */
const mostPictures = 6;

/** Charts are numbered, because a system's name may not be a valid file name. */
export function validityPictures(validity: Validity) {
  const compared = validity.comparisons.filter(({ pairs }) => pairs > 0);
  return compared.map((comparison, i): readonly [string, Omit<Picture, 'name'>] => {
    const picture = validityPicture(validity, comparison);
    return [`validity-${i + 1}`, i < mostPictures ? picture : { ...picture, detail: true }];
  });
}

/** Score against uplift: a dot per task, and the mean of each tercile with its interval. */
function validityPicture({ score, baseline }: Validity, comparison: ScoreValidity): Drawing {
  const { tasks, bands, configuration, pairs, helped, hurt } = comparison;
  const scores = tasks.map((task) => task.score);
  const [least, most] = [smallest(scores), largest(scores)];
  const margin = Math.max(0.02 * Math.abs(most), 0.04 * (most - least), 1e-3);
  const furthest = largest(
    tasks.map(({ uplift }) => Math.abs(uplift)),
    0.1,
  );
  const [overall, within] = [comparison.correlation, comparison.correlationWithinBenchmarks].map((found) =>
    found === undefined
      ? 'unknown'
      : `${figures(found.rankCorrelation)}${intervalText(found.resampledInterval ?? found.interval)}`,
  );
  const means = bands.map(({ name, mean, interval }) => `${name} ${figures(mean)}${intervalText(interval)}`).join(', ');
  return drawChart({
    title: `Does the score predict the uplift of ${visibleText(configuration, 40)}?`,
    description: [
      `${countOf(pairs, 'task')}, ${visibleText(configuration, 40)} vs ${visibleText(baseline ?? '', 40)}.`,
      `Rank correlation of score and uplift: ${overall}; within benchmarks: ${within}.`,
      `${helped} helped, ${hurt} hurt. Mean uplift by score tercile: ${means}.`,
    ].join(' '),
    x: {
      label: score.from === 'pool' ? `${visibleText(score.name, 40)} score` : visibleText(score.name, 60),
      from: least - margin,
      to: most + margin,
    },
    y: { label: 'uplift: reward minus baseline reward', from: -furthest * 1.08, to: furthest * 1.08 },
    height: 420,
    marks: [
      { kind: 'rule', y: 0 },
      ...dotsOf(comparison),
      ...named('mean per tercile, with 95% interval', bands.flatMap(bandMarks)),
    ],
  });
}

/** Tasks at the same point share a dot, whose area is proportional to their number. */
function dotsOf({ tasks }: ScoreValidity): Mark[] {
  const places = [...groupBy(tasks, ({ score, uplift }) => `${score} ${uplift}`).values()];
  const bySize = [...groupBy(places, (list) => list.length)].sort(([a], [b]) => b - a);
  const dots = bySize.map(([size, lists]): Mark => {
    const points = lists.flatMap(([first]) => (first === undefined ? [] : [[first.score, first.uplift] as const]));
    const radius = Math.round(300 * Math.sqrt(size)) / 100;
    return { kind: 'dots', points, colour: 'blue', radius, opacity: 0.4 };
  });
  return named('tasks (area: number)', dots);
}

function bandMarks({ from, to, mean, interval }: ScoreValidity['bands'][number]): Mark[] {
  const middle = (from + to) / 2;
  const lineOf = (...points: readonly (readonly [number, number])[]): Mark => ({
    kind: 'line',
    points,
    colour: 'orange',
  });
  return compact([
    lineOf([from, mean], [to, mean]),
    interval && lineOf([middle, Math.max(-1, interval.low)], [middle, Math.min(1, interval.high)]),
    { kind: 'dots', points: [[middle, mean]], colour: 'orange', radius: 5, opacity: 1 },
  ]);
}

interface Background {
  readonly selection: Selection;
  readonly tasks: readonly ResultTask[];
  readonly caseFolded: number;
}

export function validityNotes(facts: Omit<Validity, 'notes'>, background: Background): readonly string[] {
  const { score, comparisons, baselineNote } = facts;
  const { tasks, caseFolded, selection } = background;
  const outside = tasks.filter(({ inPool }) => inPool === undefined).length;
  const several = tasks.filter((task) => hasSeveralScores(score, task)).length;
  const most = largest(
    comparisons.map(({ pairs }) => pairs),
    0,
  );
  return compact([
    baselineNote,
    score.from === 'results' &&
      `Scores come from the results column ${score.name}. ${outside} of ${countOf(tasks.length, 'task')} are not in the pool.`,
    score.from === 'field' && `Scores come from the task field ${score.name}. Tasks without it have no score.`,
    score.from === 'pool' &&
      outside > 0 &&
      `${countOf(outside, 'task')} in the results ${outside === 1 ? 'is not in the pool and has' : 'are not in the pool and have'} no score. To use scores from the results, add --score COLUMN.`,
    several > 0 && `Skipped ${countOf(several, 'task')} with different scores in different rows.`,
    caseFolded > 0 &&
      `${countOf(caseFolded, 'name')} in the results ${caseFolded === 1 ? 'matches' : 'match'} a task only if case is ignored.`,
    ...comparisons.flatMap(comparisonNotes),
    resamplesFor(most) < usualResamples &&
      `The resampled intervals over ${countOf(most, 'pair')} use ${formatCount(resamplesFor(most))} resamples instead of ${formatCount(usualResamples)}, to save time.`,
    ...(comparisons.length > 0 ? rangeNotes(facts, selection) : []),
    comparisons.length > 0 &&
      'The 95% and resampled intervals treat tasks as independent. Tasks from the same repository or benchmark are not quite independent, so these intervals are slightly too narrow. The clustered intervals do not have this problem.',
  ]);
}

function comparisonNotes(comparison: ScoreValidity): string[] {
  const { configuration, pairs, correlation, correlationWithinBenchmarks, tasks, ceiling } = comparison;
  if (pairs === 0)
    return [`${configuration}: no task has both a score and a result in each arm, so no conclusion is possible.`];
  const equal = (['score', 'uplift'] as const).filter((field) =>
    tasks.every((task) => task[field] === tasks[0]?.[field]),
  );
  const { from, varianceOfRuns } = ceiling;
  const spread = tasks.length < 2 ? undefined : variance(tasks.map(({ uplift }) => uplift));
  const notes = compact([
    correlation === undefined &&
      `the correlation over ${countOf(pairs, 'pair')} is undefined, because ${joinWords(equal.map((field) => `all ${field}s are equal`))}.`,
    correlation !== undefined &&
      correlation.interval === undefined &&
      `${countOf(pairs, 'pair')} ${pairs === 1 ? 'is' : 'are'} too few, or too perfectly ordered, for an interval.`,
    correlation !== undefined &&
      correlationWithinBenchmarks === undefined &&
      'no benchmark has variation in both score and uplift, so no conclusion is possible within benchmarks.',
    from === 'default' &&
      spread !== undefined &&
      spread < varianceOfRuns &&
      `the uplifts vary less (${spread.toFixed(3)}) than the assumed run noise alone (${varianceOfRuns}), which is common with partial rewards. The ceiling is only a rough guide until you measure it with repeated runs.`,
  ]);
  return notes.map((note) => `${configuration}: ${note}`);
}

/** If the compared scores vary less than this share of the pool's, the narrow range hides a correlation. */
const narrowSpread = 0.8;

/** A narrow range of scores makes a correlation smaller. */
function rangeNotes({ comparisons, score }: Omit<Validity, 'notes'>, { plan, benchmarks }: Selection): string[] {
  const byScore = benchmarks
    .filter(
      ({ kind, plan: { select } }) =>
        kind === 'focus' && select.take !== 'all' && select.prefer.some(({ field }) => field === 'score'),
    )
    .map((benchmark) => benchmark.plan.name);
  const narrow = comparisons.flatMap(({ configuration, scoreDeviation: { here, pool } }) => {
    if (score.from !== 'pool' || here === undefined || pool === undefined || here >= narrowSpread * pool) return [];
    const spread = `(sd ${here.toFixed(3)}) than in the pool (${pool.toFixed(3)})`;
    return [`${configuration}: the scores of the compared tasks vary less ${spread}.`];
  });
  const preferred = `The plan prefers tasks with a high ${plan.score.name} score in ${joinWords(byScore)}. Their results cover only part of the score range, which weakens any correlation. Results on a random sample would show it in full.`;
  return [...(byScore.length > 0 ? [preferred] : []), ...narrow];
}
