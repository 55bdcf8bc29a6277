import { forecastTasks } from '../learning/forecasts.js';
import type { ExpectedUplift, Forecast, Learned } from '../model/learned.js';
import type { Evidence, ScoreRule } from '../model/plan.js';
import type { BenchmarkSelection, Selection } from '../model/selection.js';
import type { Purpose } from '../purposes/purpose.js';
import { purposeOf } from '../purposes/purposes.js';
import { countOf, formatCount, inPoints, signed } from '../text/words.js';

/** Describes the purpose, the choice and the forecast compared with random tasks; empty without a purpose. */
export function learnedSentences({ plan, learned, choices }: BenchmarkSelection): readonly string[] {
  if (learned === undefined) return [];
  const purpose = purposeOf({ name: learned.purpose });
  const pinned = plan.select.pin.length;
  const who =
    pinned === 0
      ? countOf(choices.length, 'task')
      : `${formatCount(choices.length - pinned)} tasks that are not pinned`;
  return [
    `The results should show ${purpose.aim}.`,
    `The ${who} ${learned.words}.`,
    `Task difficulty comes from the results of ${countOf(learned.systems, 'earlier system')}.`,
    ...forecastSentences(purpose, learned.forecast, learned.systems),
    ...quotaSentences(learned),
  ];
}

function forecastSentences(purpose: Purpose, forecast: Forecast, systems: number): readonly string[] {
  const some = forecastTasks(forecast.population)?.length;
  const part =
    some === undefined
      ? ''
      : `, using ${formatCount(some)} or more of the ${formatCount(forecast.population)} tasks (evenly spaced by id)`;
  const basis = `These figures come from cross-validation over the earlier systems${part}. Expect a smaller gain for a system much stronger than all of them. No choice of tasks removes run-to-run noise.`;
  const figures = figureSentences[purpose.figure](forecast, systems);
  return [...figures, ...(isKnown(purpose, forecast) ? [basis] : [])];
}

const figureSentences: Readonly<Record<Purpose['figure'], (forecast: Forecast, systems: number) => string[]>> = {
  halfWidth: (forecast, systems) => [...levelSentences(forecast, systems), ...differenceSentences(forecast)],
  detectable: (forecast, systems) => [...differenceSentences(forecast), ...levelSentences(forecast, systems)],
  tau: rankingSentences,
};

function isKnown({ figure }: Purpose, { verdict, detectable, tau }: Forecast): boolean {
  if (figure === 'tau') return tau !== undefined;
  return verdict !== 'cannot be forecast' || detectable !== undefined;
}

function levelSentences(
  { tasks, share, verdict, equivalent, halfWidth }: Forecast,
  systems: number,
): readonly string[] {
  const { design, random } = halfWidth;
  if (verdict === 'cannot be forecast') {
    const why = `that needs three systems, and there ${systems === 1 ? 'is' : 'are'} only ${systems}`;
    return [
      `Winnow cannot forecast how much earlier results improve the estimate of a level (${systems < 3 ? why : 'the earlier systems do not differ'}). Expect the precision of random tasks, ± ${inPoints(random)} points.`,
    ];
  }
  if (verdict === 'little gain') {
    const left = `${Math.round(100 * (share ?? 1))}% of its variance`;
    return [
      `Earlier results do not help estimate a level here, because they leave ${left} unexplained. Expect the precision of random tasks, ± ${inPoints(random)} points (95% interval).`,
    ];
  }
  const much =
    equivalent === undefined
      ? ''
      : ` A random sample would need ${formatCount(Math.round(equivalent))} tasks for the same precision.`;
  return [
    `Expected precision for a new system's level: ± ${inPoints(design)} points (95% interval), compared with ± ${inPoints(random)} for ${countOf(tasks, 'random task')}.${much}`,
  ];
}

function differenceSentences({ tasks, detectable, difference }: Forecast): readonly string[] {
  if (detectable === undefined && difference === undefined)
    return ['Winnow cannot forecast the detectable difference, because no two earlier systems can be compared.'];
  if (detectable === undefined)
    return [
      `${countOf(tasks, 'task')} ${tasks === 1 ? 'is' : 'are'} too few to detect any difference between two systems (80% power).`,
    ];
  const { design, random } = detectable;
  return [
    `Smallest detectable difference between two systems on the same tasks: ${inPoints(design)} points (80% power), compared with ${inPoints(random)} for ${countOf(tasks, 'random task')}.`,
  ];
}

function rankingSentences({ tasks, tau }: Forecast, systems: number): string[] {
  if (tau === undefined)
    return [
      `Winnow cannot forecast how well the tasks rank systems from ${countOf(systems, 'earlier system')}. It needs at least five.`,
    ];
  const { design, random, low, high } = tau;
  const found = `Expected agreement with the order on all tasks (Kendall's τ, 1 is perfect): ${design.toFixed(2)}, compared with ${random.toFixed(2)} for ${countOf(tasks, 'random task')} (${low.toFixed(2)} to ${high.toFixed(2)} in 90% of draws).`;
  const none =
    'Earlier results do not improve the ranking here. A random sample ranks systems equally well and also estimates a level.';
  return design > random ? [found] : [found, none];
}

function quotaSentences({ quotaCost }: Learned): readonly string[] {
  if (quotaCost === undefined) return [];
  const more = Math.round(100 * (quotaCost - 1));
  return [
    more <= 0
      ? 'The quota costs no precision.'
      : `The quota raises the variance by ${more}%. About ${more}% more tasks would make up for it.`,
  ];
}

/** Empty unless tasks were chosen by their uplift. */
export function expectedUpliftSentences({ expectedUplift }: Pick<Selection, 'expectedUplift'>): readonly string[] {
  return expectedUplift === undefined ? [] : sentencesOf(expectedUplift);
}

function sentencesOf(expected: ExpectedUplift): readonly string[] {
  const { tasks, unknown, measured, pool } = expected;
  const arms = `${expected.with} against ${expected.without}`;
  const luck =
    measured === undefined
      ? ''
      : ` In the runs used to choose them, the uplift was ${signed(measured)}, partly by luck.`;
  return [
    `${countOf(tasks, 'task')} ${tasks === 1 ? 'was' : 'were'} chosen by ${tasks === 1 ? 'its' : 'their'} uplift in earlier runs (${arms}). Expect an uplift of ${signed(expected.expected)} in new runs. For all tasks, expect ${signed(pool)}.${luck}`,
    `Shrinkage estimate: ${signed(expected.shrunken)}. ${refitSentence(expected)}`,
    ...noiseSentences(expected),
    ...(unknown === 0 ? [] : [`The uplift of ${countOf(unknown, 'selected task')} is unknown (no prior_uplift).`]),
    'The selection is purposive, so its uplift does not generalise to the pool.',
  ];
}

function refitSentence({ crossFitted, expected, runNoise }: ExpectedUplift): string {
  if (crossFitted === undefined)
    return runNoise.isTooLarge
      ? 'Expect the mean of all tasks.'
      : 'Cross-fitting is not possible here (too few tasks, or the plan has a goal).';
  const { splits, heldOut } = crossFitted;
  return crossFitted.by === 'runs'
    ? `Cross-fitting (${splits} new selections, each leaving out one run per task and arm): ${signed(heldOut)} in the runs left out, ${signed(expected)} when selecting with all runs.`
    : `Added noise (${splits} new selections with noisier uplifts): ${signed(heldOut)} without that noise, ${signed(expected)} when selecting with the actual runs.`;
}

function noiseSentences({ runNoise }: ExpectedUplift): readonly string[] {
  if (runNoise.by === 'repeats') return [];
  const assumed = `The plan assumes run noise with a standard deviation of ${Number(Math.sqrt(runNoise.with).toPrecision(3))}.`;
  return [runNoise.isTooLarge ? `${assumed} That is too large, because the uplifts vary less.` : assumed];
}

export function evidenceSentence({ name, evidence }: Pick<ScoreRule, 'name' | 'evidence'>): string {
  const shape = `The ${name} score only describes tasks.`;
  if (evidence.length === 0) return `${shape} The plan cites no evidence that it predicts results.`;
  const pairs = evidence.reduce((sum, row) => sum + row.pairs, 0);
  const basis = `${countOf(pairs, 'paired task')} from ${countOf(evidence.length, 'source')}`;
  return evidence.every(isShown)
    ? `The ${name} score has been shown to predict benefit, including within benchmarks (${basis}).`
    : `${shape} It has not been shown to predict benefit (${basis}).`;
}

/** "0.18 [-0.02, 0.37] over 136 paired tasks, 0.04 within benchmarks: results.csv, 2026-11-15." */
export function evidenceWords({
  pairs,
  correlation,
  interval,
  within,
  withinInterval,
  source,
  date,
}: Evidence): string {
  const ends = (found: Evidence['interval']) =>
    found === undefined ? '' : ` [${correlationText(found[0])}, ${correlationText(found[1])}]`;
  const figures = `${correlationText(correlation)}${ends(interval)} over ${countOf(pairs, 'paired task')}`;
  return `${figures}, ${correlationText(within)}${ends(withinInterval)} within benchmarks: ${source}, ${date}.`;
}

/** Requires both intervals above 0: benchmarks differ in many ways, so a correlation between them proves little. */
function isShown({ interval, withinInterval }: Evidence): boolean {
  return interval !== undefined && interval[0] > 0 && withinInterval !== undefined && withinInterval[0] > 0;
}

/** Two decimals; never "-0.00". */
function correlationText(value: number): string {
  const text = value.toFixed(2);
  return Number(text) === 0 ? '0.00' : text;
}
