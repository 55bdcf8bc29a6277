import { type Block, headedTable, line, type Section, sentences } from '../../blocks/blocks.js';
import { evidenceSentence } from '../../describe/forecast-words.js';
import { claimOf, kindLabel } from '../../describe/selection-words.js';
import { largest, smallest } from '../../lists/extremes.js';
import { groupBy } from '../../lists/group-by.js';
import { designWeight, stratumName } from '../../manifest/design-weight.js';

<<<<<<< HEAD

import type { ExpectedDiscordance } from '../../model/learned.js';
import type { ValueCount } from '../../model/pool-census.js';
import type { BenchmarkSelection, Choice, Selection, Weighting } from '../../model/selection.js';
import { fieldValue } from '../../model/task.js';
import { type EarlierComparison, earlierComparison } from '../../purposes/earlier-comparison.js';
import { balanceLevel, balanceLimits, countedDifference, isOnLogScale } from '../../statistics/balance.js';
import { detectableDifference } from '../../statistics/detectable-difference.js';
import { usualDiscordance, usualGoal } from '../../statistics/power.js';

=======

import type { ExpectedDiscordance } from '../../model/learned.js';
import type { Choice, Selection, Weighting } from '../../model/selection.js';
import { earlierComparison } from '../../purposes/earlier-comparison.js';
import { detectableDifference } from '../../statistics/detectable-difference.js';
import { usualDiscordance, usualGoal } from '../../statistics/power.js';

>>>>>>> main

import { effectiveSize } from '../../statistics/weighting.js';
import { compareText } from '../../text/compare-text.js';
import { countOf, formatCount } from '../../text/numbers.js';

/** What results on this selection prove: the claim, the detectable difference and the evidence for the score. */
export function claimBox(selection: Selection): Block[] {
  const { weighting, plan } = selection;
  const claims = [claimOf(selection), ...(weighting === undefined ? [] : [weightingSentence(weighting)])];
  const paragraphs = [
    line([{ strong: 'What may be claimed.' }, ' ', ...sentences(claims)], { boxed: true }),
    line([{ strong: 'Detectable difference.' }, ' ', ...sentences(detectableSentences(selection))], { boxed: true }),
  ];
  if (plan.score.weights.size === 0) return paragraphs;
  return [
    ...paragraphs,
    line([{ strong: 'Evidence for the score.' }, ' ', evidenceSentence(plan.score)], { boxed: true }),
  ];
}

function weightingSentence({ sampled, population, weightSum, effectiveSize, designEffect }: Weighting): string {
  return `The ${countOf(sampled, 'task')} represent ${formatCount(population)}: their weights sum to ${formatCount(Number(weightSum.toFixed(1)))}; effective n = ${effectiveSize.toFixed(1)} (design effect ${designEffect.toFixed(3)}).`;
}

const { low, high } = usualDiscordance;

/** The differences that two systems must have to be told apart, on all tasks and within phases. */
function detectableSentences(selection: Selection): string[] {
  const { statistics, weighting, choices } = selection;
  const earlier = earlierComparison(selection);
  const byPhase = groupBy(choices, ({ task }) => task.phase);
  // Unequal weights make tasks count for fewer, within a phase too.
  const sizeOf = (own: readonly Choice[]) =>
    weighting === undefined ? own.length : effectiveSize(own.map(({ probability = 1 }) => 1 / probability));
  const phases = statistics.byPhase.filter(({ selected }) => selected > 0);
  const shown = phases.flatMap(({ name }) => {
    const { points, isPartly } = detectable(sizeOf(byPhase.get(name) ?? []), earlier?.discordance);
    return points === undefined ? [] : [`${name} ${points}${isPartly ? ` (discordance ${high})` : ''}`];
  });
  const within =
    phases.length < 2
      ? []
      : shown.length === 0
        ? ['No single phase has enough tasks to show a difference.']
        : [`Within phases: ${shown.join(', ')}${shown.length < phases.length ? '; the others are too small' : ''}.`];
  const whole = detectable(earlier?.size ?? sizeOf(choices), earlier?.discordance, earlier?.drawShare);
  const goal = `${100 * usualGoal.power}% power, ${100 * usualGoal.level}% level`;
  const who = 'between two systems that each run every task once';
  return whole.points === undefined
    ? [`There are too few tasks to show a difference ${who} (${goal}).`]
    : [`${whole.points} ${who} (${goal}, ${discordanceWords(earlier?.discordance, whole.isPartly)}).`, ...within];
}

function discordanceWords(found: ExpectedDiscordance | undefined, isPartly: boolean): string {
  if (found !== undefined) {
    const what = found.isPartial ? 'mean squared difference' : 'discordance';
    return `${what} ${found.base.toFixed(3)} + ${found.slope.toFixed(2)} × difference, as among earlier systems`;
  }
  return isPartly ? `discordance ${high}; at ${low} none can be shown` : `discordance ${low} to ${high}, assumed`;
}

/** "12.8 to 18.0 points", and whether that holds only at the higher of the usual discordances. */
function detectable(size: number, found: ExpectedDiscordance | undefined, drawShare = 1) {
  const curves = found === undefined ? [low, high].map((base) => ({ base, slope: 0 })) : [found];
  const isPartial = found?.isPartial ?? false;
  const ends = curves.map((curve) => {
    const share = detectableDifference({ size, curve, isPartial, drawShare }, usualGoal);
    return share === undefined ? undefined : (100 * share).toFixed(1);
  });
  const known = ends.filter((end) => end !== undefined);
  return {
    points: ends.at(-1) === undefined ? undefined : `${known.join(' to ')} points`,
    isPartly: known.length < ends.length,
  };
}

const mostStrata = 60;

/** What each sampled benchmark represents, and probability and weight by stratum; nothing for a purposive selection. */
export function weightSections({ choices, benchmarks }: Selection): Section[] {
  // A benchmark that is taken whole needs no weights.
  const drawn = choices.filter(({ benchmark }) => benchmark.select.draw !== undefined);
  const strata = groupBy(drawn, stratumName);
  if (strata.size === 0) return [];
  const rows = [...strata].sort(([a], [b]) => compareText(a, b));
  const represented = headedTable(
    ['Benchmark', 'Kind', 'Represents:', 'Selected:', 'Effective n:', 'Design effect:'],
    benchmarks.map((benchmark) => [
      benchmark.plan.title,
      kindLabel(benchmark),
      benchmark.weighting === undefined ? 'the selected' : formatCount(benchmark.weighting.population),
      benchmark.choices.length,
      ...weightingCells(benchmark.weighting),
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
  const more =
    rows.length > mostStrata
      ? [line(`And ${countOf(rows.length - mostStrata, 'more stratum', 'more strata')}; selection.json has all.`)]
      : [];
  const whole = benchmarks.length === 1 ? [] : [represented];
  return [
    ...(whole.length === 0 ? [] : [{ title: 'Representation', blocks: whole }]),
    { title: 'Probabilities and Weights', blocks: [table, ...more] },
  ];
}

function weightingCells(weighting: Weighting | undefined): string[] {
  if (weighting === undefined) return ['–', '–'];
  return [weighting.effectiveSize.toFixed(1), weighting.designEffect.toFixed(3)];
}

function range(values: readonly number[]): string {
<<<<<<< HEAD
  const [low, high] = [smallest(values), largest(values)].map((value) => String(Number(value.toPrecision(4))));
  return low === high ? (low ?? '') : `${low} to ${high}`;
}

/** The differences that the selection can show, and how it differs from the pool: both are known before any run. */
export function assessmentSection(selection: Selection): Section {
  const earlier = earlierComparison(selection);
  const intro = `Two systems that are both run once on every task are told apart by the tasks that only one of them solves. ${discordanceWords(earlier?.discordance)} These are the smallest differences in resolve rate that are found with ${100 * usualGoal.power}% power at a level of ${100 * usualGoal.level}%; a dash: no difference can be found.`;
  const balance = `The selected tasks beside the eligible ones, in standard deviations of the pool: beyond ${balanceLimits.off} worth a look, beyond ${balanceLimits.far} not representative of it. Counts are compared on a logarithmic scale. A number that fewer than ${100 * balanceLimits.leastKnown}% of the tasks have is left out.`;
  return {
    title: 'Assessment Before the Runs',
    blocks: [
      line(intro),
      powerTable(selection, earlier),
      line(balance),
      balanceTable(selection),
      line(['How far chance alone would go, and what results say, is told by ', { code: 'winnow assess' }, '.']),
    ],
  };
}

function discordanceWords(discordance: ExpectedDiscordance | undefined): string {
  const { low, high } = usualDiscordance;
  if (discordance === undefined)
    return `Their number is assumed: ${low} to ${high} of all tasks (the discordance), as measured on real pairs of systems.`;
  const { base, slope, isPartial } = discordance;
  const what = isPartial ? 'The mean squared difference of two systems' : 'The share of such tasks (the discordance)';
  return `${what} is taken from all pairs of the stronger earlier systems on this pool: ${base.toFixed(3)} + ${slope.toFixed(2)} × difference.`;
}

function powerTable({ statistics, weighting, choices }: Selection, earlier: EarlierComparison | undefined): Table {
  const byPhase = groupBy(choices, ({ task }) => task.phase);
  // Weights make tasks count for fewer, in a phase as in the whole.
  const sizeOf = (own: readonly Choice[]) =>
    weighting === undefined ? own.length : effectiveSize(own.map(({ probability = 1 }) => 1 / probability));
  const { isPartial = false, ...known } = earlier?.discordance ?? {};
  const curves =
    'base' in known ? [known] : [usualDiscordance.low, usualDiscordance.high].map((base) => ({ base, slope: 0 }));
  const found = (size: number, drawShare = 1) =>
    curves.map((curve) => {
      const difference = detectableDifference({ size, curve, isPartial, drawShare }, usualGoal);
      return difference === undefined ? '–' : `${(100 * difference).toFixed(1)} points`;
    });
  const rows = [
    ['all', statistics.selected, ...found(earlier?.size ?? sizeOf(choices), earlier?.drawShare)],
    ...statistics.byPhase
      .filter(({ selected }) => selected > 0)
      .map(({ name, selected }) => [name, selected, ...found(sizeOf(byPhase.get(name) ?? []))]),
  ];
  const columns = curves.length === 1 ? ['smallest difference:'] : curves.map(({ base }) => `discordance ${base}:`);
  return headedTable(['', 'tasks:', ...columns], rows);
}

const mostFields = 8;

function balanceTable({ plan, benchmarks, choices, weighting }: Selection): Table {
  const eligible = benchmarks.reduce((sum, { groups }) => sum + groups.reduce((all, { size }) => all + size, 0), 0);
  const numbers = [
    { name: 'score', counts: false },
    ...[...plan.fields.values()].filter(isTaskNumber).map(({ name, counts }) => ({ name, counts })),
  ];
  const countsOf = valueCounts(
    benchmarks,
    numbers.map(({ name }) => name),
  );
  const rows = numbers.flatMap(({ name: field, counts: isCount }) => {
    const counts = countsOf.get(field) ?? new Map<number, number>();
    if ([...counts.values()].reduce((sum, tasks) => sum + tasks, 0) < balanceLimits.leastKnown * eligible) return [];
    const onScale = scaleOf(isOnLogScale(isCount, counts.keys()));
    const known = [...counts].sort(([a], [b]) => a - b).map(([value, tasks]): ValueCount => [onScale(value), tasks]);
    const [own, weights]: [number[], number[]] = [[], []];
    for (const { task, probability = 1 } of choices) {
      const value = fieldValue(task, field);
      if (typeof value !== 'number') continue;
      own.push(onScale(value));
      // Beside tasks chosen by rank, weights mean nothing, as in `assess balance`.
      weights.push(weighting === undefined ? 1 : 1 / probability);
    }
    const difference = countedDifference(own, known, weights);
    return difference === undefined ? [] : [{ field, difference }];
  });
  const shown = rows.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference)).slice(0, mostFields);
  return headedTable(
    ['', 'difference:', ''],
    shown.map(({ field, difference }) => [
      fieldWords(field, plan.fields),
      `${difference > 0 ? '+' : ''}${difference.toFixed(2)}`,
      { far: 'not representative', off: 'look', close: '' }[balanceLevel(difference)],
    ]),
  );
}

/** By field, the values of all eligible tasks with how many have each: the same however they were counted. */
function valueCounts(
  benchmarks: Selection['benchmarks'],
  fields: readonly string[],
): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const counts = new Map(fields.map((field) => [field, new Map<number, number>()]));
  for (const { groups, census } of benchmarks) {
    if (census !== undefined) {
      for (const [field, own] of counts)
        for (const [value, tasks] of census.numbers.get(field) ?? []) add(own, value, tasks);
      continue;
    }
    // One pass over the tasks for all fields: the tasks are scattered in memory.
    for (const { ranking } of groups) {
      for (const task of ranking) {
        for (const [field, own] of counts) {
          const value = fieldValue(task, field);
          if (typeof value === 'number') add(own, value, 1);
        }
      }
    }
  }
  return counts;
}

function add(counts: Map<number, number>, value: number, tasks: number): void {
  counts.set(value, (counts.get(value) ?? 0) + tasks);
}

function isTaskNumber({ kind, name }: { readonly kind: string; readonly name: string }): boolean {
  return kind === 'number' && name !== 'score' && name !== 'random';
}

/** The scale that a number is compared on; logarithms are rounded, because engines differ in their last bits. */
function scaleOf(isLog: boolean): (value: number) => number {
  return (value) => (isLog ? Math.round(Math.log1p(value) * 1e9) / 1e9 : value);
=======
  const [least, most] = [smallest(values), largest(values)].map((value) => String(Number(value.toPrecision(4))));
  return least === most ? (least ?? '') : `${least} to ${most}`;
>>>>>>> main
}
