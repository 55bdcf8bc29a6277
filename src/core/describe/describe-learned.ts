import type { Forecast, Learned } from '../model/learned.js';
import type { BenchmarkSelection } from '../model/selection.js';
import type { Purpose } from '../purposes/purpose.js';
import { purposeOf } from '../purposes/purposes.js';
import { countOf, formatCount } from '../text/count-of.js';
import { points } from '../text/numbers.js';

/**
 * For a reader who has never heard of strata: what results are to tell, what was chosen and why, and what to expect of it
 * beside random tasks. Empty where the benchmark has no purpose.
 */
export function learnedSentences({ plan, learned, choices }: BenchmarkSelection): readonly string[] {
  if (learned === undefined) return [];
  const purpose = purposeOf({ name: learned.purpose });
  const pinned = plan.select.pin.length;
  const who = pinned === 0 ? countOf(choices.length, 'task') : `${formatCount(choices.length - pinned)} not pinned`;
  return [
    `Results are to tell ${purpose.aim}.`,
    `The ${who} ${learned.words}.`,
    `How hard each task is was learned from ${countOf(learned.systems, 'earlier system')}.`,
    ...forecastSentences(purpose, learned.forecast, learned.systems),
    ...quotaSentences(learned),
  ];
}

/** What is to be expected of a design for a purpose, each figure beside random tasks. */
function forecastSentences(purpose: Purpose, forecast: Forecast, systems: number): readonly string[] {
  const basis = `This was found by leaving earlier systems out. A system much stronger than all of them gains less, and no choice of tasks removes the noise from run to run.`;
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
    const why = `three systems are needed, and there ${systems === 1 ? 'is' : 'are'} ${systems}`;
    return [
      `What earlier results gain for a level cannot be forecast (${systems < 3 ? why : 'the earlier systems do not differ'}); expect no more than random tasks give, ± ${points(random)} points.`,
    ];
  }
  if (verdict === 'little gain') {
    const left = `${Math.round(100 * (share ?? 1))}% of the variance of a level`;
    return [
      `Earlier results do not help with a level here: they leave ${left} unexplained. Expect what random tasks give, ± ${points(random)} points (95% interval).`,
    ];
  }
  const much = equivalent === undefined ? '' : `; as much as ${formatCount(Math.round(equivalent))} random ones`;
  return [
    `Expected for the level of a new system: ± ${points(design)} points (95% interval); ${countOf(tasks, 'random task')} ${tasks === 1 ? 'gives' : 'give'} ± ${points(random)}${much}.`,
  ];
}

function differenceSentences({ tasks, detectable }: Forecast): readonly string[] {
  if (detectable === undefined)
    return ['Which difference of two systems is found cannot be forecast: too few earlier systems are alike.'];
  const { design, random } = detectable;
  return [
    `Two systems run on the same tasks are told apart from a difference of ${points(design)} points on (80% power); with ${countOf(tasks, 'random task')}, from ${points(random)} on.`,
  ];
}

function rankingSentences({ tasks, tau }: Forecast, systems: number): string[] {
  if (tau === undefined)
    return [
      `How well the order comes out cannot be forecast from ${countOf(systems, 'earlier system')}; five or more are needed.`,
    ];
  const { design, random, low, high } = tau;
  const found = `Expected agreement with the order on all tasks (Kendall's τ, 1 is perfect): ${design.toFixed(2)}; ${countOf(tasks, 'random task')} ${tasks === 1 ? 'gives' : 'give'} ${random.toFixed(2)} (${low.toFixed(2)} to ${high.toFixed(2)} in 90% of draws).`;
  const none =
    'Earlier results do not help with the order here: a random sample ranks as well, and gives the level too.';
  return design > random ? [found] : [found, none];
}

function quotaSentences({ quotaCost }: Learned): readonly string[] {
  if (quotaCost === undefined) return [];
  const more = Math.round(100 * (quotaCost - 1));
  return [
    more <= 0
      ? 'The quota costs no precision.'
      : `The quota raises the variance by ${more}%; about ${more}% more tasks would make up for it.`,
  ];
}
