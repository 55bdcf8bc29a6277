import { headedTable, line, type Section, sentences, type Table } from '../../blocks/blocks.js';
import { strategyLabel } from '../../describe/describe-strategy.js';
import { fieldWords } from '../../describe/field-words.js';
import { claimOf, kindLabel } from '../../describe/selection-words.js';
import { largest, smallest } from '../../lists/extremes.js';
import { groupBy } from '../../lists/group-by.js';
import { designWeight, stratumName } from '../../manifest/design-weight.js';
import type { ExpectedDiscordance } from '../../model/learned.js';
import type { ValueCount } from '../../model/pool-census.js';
import type { BenchmarkSelection, Choice, Selection, Weighting } from '../../model/selection.js';
import { fieldValue } from '../../model/task.js';
import { type EarlierComparison, earlierComparison } from '../../purposes/earlier-comparison.js';
import { balanceLevel, balanceLimits, countedDifference, isOnLogScale } from '../../statistics/balance.js';
import { detectableDifference } from '../../statistics/detectable-difference.js';
import { usualDiscordance, usualGoal } from '../../statistics/power.js';
import { effectiveSize } from '../../statistics/weighting.js';
import { compareText } from '../../text/compare-text.js';
import { countOf, formatCount } from '../../text/numbers.js';
import { joinWords } from '../../text/words.js';

/** What results on this selection prove, and the weights that an estimate needs. */
export function claimSections(selection: Selection): Section[] {
  const { benchmarks, plan, weighting } = selection;
  const table = headedTable(
    ['benchmark', 'kind', 'design', 'represents:', 'selected:', 'effective n:', 'design effect:'],
    benchmarks.map((benchmark) => [
      benchmark.plan.title,
      kindLabel(benchmark),
      strategyLabel(benchmark.plan.select, plan.fields),
      benchmark.weighting === undefined ? 'the selected' : formatCount(benchmark.weighting.population),
      benchmark.choices.length,
      ...weightingCells(benchmark.weighting),
    ]),
  );
  const claims = [
    claimOf(selection),
    ...focusSentences(benchmarks),
    ...wholeSentences(benchmarks),
    ...(weighting === undefined ? [] : [weightingSentence(weighting)]),
  ];
  return [{ title: 'What May Be Claimed', blocks: [line(sentences(claims)), table] }, ...weightSections(selection)];
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

const mostStrata = 60;

/** Probability and weight by stratum. */
function weightSections({ choices }: Selection): Section[] {
  // A benchmark that is taken whole needs no weights.
  const drawn = choices.filter(({ benchmark }) => benchmark.select.draw !== undefined);
  const strata = groupBy(drawn, stratumName);
  if (strata.size === 0) return [];
  const rows = [...strata].sort(([a], [b]) => compareText(a, b));
  const table = headedTable(
    ['stratum', 'tasks:', 'drawn:', 'probability:', 'weight:'],
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
      ? [line(`And ${countOf(rows.length - mostStrata, 'stratum', 'strata')}; the manifest has all.`)]
      : [];
  return [{ title: 'Probabilities and Weights', level: 3, blocks: [table, ...more] }];
}

function range(values: readonly number[]): string {
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
}
