import { claimOf, kindLabel } from '../../describe/claim-of.js';
import { strategyLabel } from '../../describe/describe-strategy.js';
import { largest, smallest } from '../../lists/extremes.js';
import { groupBy } from '../../lists/group-by.js';
import { designWeight, stratumName } from '../../manifest/design-weight.js';
import type { BenchmarkSelection, Selection, Weighting } from '../../model/selection.js';
import { compareText } from '../../text/compare-text.js';
import { countOf, formatCount } from '../../text/count-of.js';
import { joinWords } from '../../text/join-words.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

/** What results on this selection say, what they do not, and the weights that an estimate needs. */
export function claimsSection(selection: Selection): string {
  const { benchmarks, plan, weighting } = selection;
  const table = markdownTable(
    ['benchmark', 'kind', 'design', 'represents:', 'selected:', 'effective n:', 'design effect:'],
    benchmarks.map((benchmark) => [
      markdownText(benchmark.plan.title),
      kindLabel(benchmark),
      markdownText(strategyLabel(benchmark.plan.select, plan.fields)),
      benchmark.weighting === undefined ? 'the selected' : formatCount(benchmark.weighting.population),
      benchmark.choices.length,
      ...weightingCells(benchmark.weighting),
    ]),
  );
  const sentences = [claimOf(selection), ...focusSentences(benchmarks), ...wholeSentences(benchmarks)].map(
    markdownText,
  );
  if (weighting !== undefined) sentences.push(markdownText(weightingSentence(weighting)));
  return ['## What May Be Claimed', sentences.join(' '), table, ...weightTable(selection)].join('\n\n');
}

function weightingCells(weighting: Weighting | undefined): string[] {
  if (weighting === undefined) return ['–', '–'];
  return [weighting.effectiveSize.toFixed(1), weighting.designEffect.toFixed(3)];
}

function focusSentences(benchmarks: readonly BenchmarkSelection[]): string[] {
  const focus = benchmarks.filter(({ kind }) => kind === 'focus').map(({ plan }) => plan.title);
  if (focus.length === 0) return [];
  return [
    `No interval around results on ${joinWords(focus)} is one for the pool, and no weighting makes them an estimate of it.`,
  ];
}

function wholeSentences(benchmarks: readonly BenchmarkSelection[]): string[] {
  const taken = benchmarks.filter(({ choices, eligible }) => choices.length === eligible);
  const whole = taken.filter(({ available, eligible }) => eligible === available).map(({ plan }) => plan.title);
  const part = taken.filter(({ available, eligible }) => eligible < available).map(({ plan }) => plan.title);
  return [
    ...(whole.length === 0 ? [] : [`${joinWords(whole)} ${whole.length === 1 ? 'is' : 'are'} taken whole.`]),
    ...(part.length === 0
      ? []
      : [`Of ${joinWords(part)} every eligible task is taken; what was left out is named above.`]),
  ];
}

function weightingSentence({ sampled, population, weightSum, effectiveSize, designEffect }: Weighting): string {
  return `The ${countOf(sampled, 'task')} represent ${formatCount(population)}: their weights sum to ${formatCount(Number(weightSum.toFixed(1)))}; effective n = ${effectiveSize.toFixed(1)} (design effect ${designEffect.toFixed(3)}).`;
}

const mostRows = 60;

/** Chance and weight by stratum: what an estimate needs, and what a reader checks. */
function weightTable({ choices }: Selection): string[] {
  // Of a benchmark that is taken whole there is nothing to weigh.
  const drawn = choices.filter(({ benchmark }) => benchmark.select.draw !== undefined);
  const strata = groupBy(drawn, stratumName);
  if (strata.size === 0) return [];
  const rows = [...strata].sort(([a], [b]) => compareText(a, b));
  const table = markdownTable(
    ['stratum', 'tasks:', 'drawn:', 'probability:', 'weight:'],
    rows
      .slice(0, mostRows)
      .map(([name, members]) => [
        markdownText(name),
        formatCount(members[0]?.group.size ?? 0),
        members.length,
        range(members.map(({ probability = 1 }) => probability)),
        range(members.map((member) => designWeight(member) ?? 1)),
      ]),
  );
  const more =
    rows.length > mostRows
      ? [`And ${countOf(rows.length - mostRows, 'stratum', 'strata')}; the manifest has all.`]
      : [];
  return ['### Probabilities and Weights', table, ...more];
}

function range(values: readonly number[]): string {
  const [low, high] = [smallest(values), largest(values)].map((value) => String(Number(value.toPrecision(4))));
  return low === high ? (low ?? '') : `${low} to ${high}`;
}
