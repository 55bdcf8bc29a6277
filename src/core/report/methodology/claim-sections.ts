import { type Block, headedTable, line, type Section, sentences } from '../../blocks/blocks.js';
import { evidenceSentence } from '../../describe/forecast-words.js';
import { claimOf, kindLabel } from '../../describe/selection-words.js';
import { compact, groupBy, largest, smallest } from '../../lists/lists.js';
import { designWeight, stratumName } from '../../manifest/csv-columns.js';
import type { Choice, Selection, Weighting } from '../../model/selection.js';
import { type EarlierComparison, earlierComparison } from '../../purposes/learn-benchmark.js';
import { detectableDifference } from '../../statistics/detectable-difference.js';
import { usualDiscordance, usualGoal } from '../../statistics/power.js';
import { effectiveSize } from '../../statistics/weighting.js';
import { compareText, countOf, formatCount } from '../../text/words.js';

export function claimBox(selection: Selection): Block[] {
  const { weighting, plan } = selection;
  const boxed = (title: string, ...list: readonly string[]) =>
    line([{ strong: title }, ' ', ...sentences(list)], { boxed: true });
  const claims = compact([claimOf(selection), weighting && weightingSentence(weighting)]);
  return compact([
    boxed('Permissible claims.', ...claims),
    boxed('Detectable difference.', ...detectableSentences(selection)),
    plan.score.weights.size > 0 && boxed('Evidence for the score.', evidenceSentence(plan.score)),
  ]);
}

function weightingSentence({ sampled, weightSum, effectiveSize, designEffect }: Weighting): string {
  return `The weights of the ${countOf(sampled, 'task')} sum to ${formatCount(Number(weightSum.toFixed(1)))}. The effective sample size is ${effectiveSize.toFixed(1)} (design effect ${designEffect.toFixed(3)}).`;
}

const { low, high } = usualDiscordance;

function detectableSentences(selection: Selection): string[] {
  const { statistics, weighting, choices } = selection;
  const earlier = earlierComparison(selection);
  const byPhase = groupBy(choices, ({ task }) => task.phase);
  // Unequal weights reduce the effective size, also within a phase.
  const sizeOf = (own: readonly Choice[]) =>
    weighting === undefined ? own.length : effectiveSize(own.map(({ probability = 1 }) => 1 / probability));
  const phases = statistics.byPhase.filter(({ selected }) => selected > 0);
  const shown = phases.flatMap(({ name }) => {
    const { points, from } = detectable(sizeOf(byPhase.get(name) ?? []), earlier);
    return points === undefined ? [] : [`${name} ${points}${from === low ? '' : ` (discordance ${from})`}`];
  });
  const within =
    phases.length < 2
      ? []
      : shown.length === 0
        ? ['No single phase has enough tasks to detect a difference.']
        : [
            `Within a phase: ${shown.join(', ')}.${shown.length < phases.length ? ' Other phases have too few tasks.' : ''}`,
          ];
  const { points, from } = detectable(earlier?.size ?? sizeOf(choices), earlier, earlier?.drawShare);
  const goal = `${100 * usualGoal.power}% power, ${100 * usualGoal.level}% significance`;
  const who = 'between two systems, each run once on every task';
  return points === undefined
    ? [`There are too few tasks to detect a difference ${who} (${goal}).`]
    : [`${points} ${who} (${goal}, ${discordanceWords(earlier, from)}).`, ...within];
}

function discordanceWords(earlier: EarlierComparison | undefined, from: number): string {
  if (earlier?.discordance !== undefined) {
    const { base, slope } = earlier.discordance;
    return `discordance ${base.toFixed(3)} + ${slope.toFixed(2)} × difference, estimated from pairs of earlier systems`;
  }
  return from === high
    ? `assumed discordance ${high}; at ${low}, no difference is detectable`
    : `assumed discordance ${low} to ${high}`;
}

/** For example "13.1 to 18.1 points", and the lowest usual discordance at which a difference is detectable. */
function detectable(
  size: number,
  earlier: EarlierComparison | undefined,
  drawShare = 1,
): { readonly points: string | undefined; readonly from: number } {
  const { isPartial = false, ...known } = earlier?.discordance ?? {};
  const curves = 'base' in known ? [known] : [low, high].map((base) => ({ base, slope: 0 }));
  const found = curves.map((curve) => {
    const difference = detectableDifference({ size, curve, isPartial, drawShare }, usualGoal);
    return difference === undefined ? undefined : (100 * difference).toFixed(1);
  });
  const [best, worst] = [found[0], found.at(-1)];
  if (worst === undefined) return { points: undefined, from: high };
  if (best === undefined) return { points: `${worst} points`, from: high };
  return { points: best === worst ? `${best} points` : `${best} to ${worst} points`, from: low };
}

const mostStrata = 60;

/**
 * The population of each sampled benchmark, and probabilities and weights by stratum; empty for a purposive selection.
 */
export function weightSections({ choices, benchmarks }: Selection): Section[] {
  // A benchmark taken whole needs no weights.
  const drawn = choices.filter(({ benchmark }) => benchmark.select.draw !== undefined);
  const strata = groupBy(drawn, stratumName);
  if (strata.size === 0) return [];
  const rows = [...strata].sort(([a], [b]) => compareText(a, b));
  const represented = headedTable(
    ['Benchmark', 'Kind', 'Represents:', 'Selected:', 'Effective n:', 'Design effect:'],
    benchmarks.map((benchmark) => [
      benchmark.plan.title,
      kindLabel(benchmark),
      benchmark.weighting === undefined ? 'selected tasks only' : formatCount(benchmark.weighting.population),
      benchmark.choices.length,
      benchmark.weighting?.effectiveSize.toFixed(1) ?? '–',
      benchmark.weighting?.designEffect.toFixed(3) ?? '–',
    ]),
  );
  const table = headedTable(
    ['Stratum', 'Tasks:', 'Drawn:', 'Probability:', 'Weight:'],
    rows
      .slice(0, mostStrata)
      .map(([name, members]) => [
        name,
        formatCount(members[0]?.group.size ?? 0),
        members.length,
        range(members.map(({ probability = 1 }) => probability)),
        range(members.map((member) => designWeight(member) ?? 1)),
      ]),
  );
  const more = countOf(rows.length - mostStrata, 'more stratum', 'more strata');
  return compact([
    benchmarks.length > 1 && { title: 'Representation', blocks: [represented] },
    {
      title: 'Probabilities and Weights',
      blocks: compact([table, rows.length > mostStrata && line(`selection.json also lists ${more}.`)]),
    },
  ]);
}

function range(values: readonly number[]): string {
  const [least, most] = [smallest(values), largest(values)].map((value) => String(Number(value.toPrecision(4))));
  return least === most ? (least ?? '') : `${least} to ${most}`;
}
