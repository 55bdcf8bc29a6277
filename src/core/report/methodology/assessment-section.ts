import { fieldWords } from '../../describe/field-words.js';
import { groupBy } from '../../lists/group-by.js';
import type { ValueCount } from '../../model/pool-census.js';
import type { Choice, Selection } from '../../model/selection.js';
import { fieldValue } from '../../model/task.js';
import { balanceLevel, balanceLimits, countedDifference, isOnLogScale } from '../../statistics/balance.js';
import { pairedDetectable, usualDiscordance, usualGoal } from '../../statistics/power.js';
import { effectiveSize } from '../../statistics/weighting.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

const { low, high } = usualDiscordance;

/** What can be known before any run: the differences the selection can show, and how it differs from the pool. */
export function assessmentSection(selection: Selection): string {
  return [
    '## Assessment Before the Runs',
    `Two configurations that are both run once on every task are told apart by the tasks that only one of them solves. At a discordance of ${low} to ${high}, as measured on real pairs of systems, these are the smallest differences in resolve rate that are found with ${100 * usualGoal.power}% power at a level of ${100 * usualGoal.level}%; a dash: no difference can be found.`,
    powerTable(selection),
    `The selected tasks beside the eligible ones, in standard deviations of the pool: beyond ${balanceLimits.off} worth a look, beyond ${balanceLimits.far} not representative of it. Counts are compared on a logarithmic scale. A number that fewer than ${100 * balanceLimits.leastKnown}% of the tasks have is left out.`,
    balanceTable(selection),
    'How far chance alone would go, and what results say, is told by `winnow assess`.',
  ].join('\n\n');
}

function powerTable({ statistics, weighting, choices }: Selection): string {
  const byPhase = groupBy(choices, ({ task }) => task.phase);
  // Weights make tasks count for fewer, in a phase as in the whole.
  const sizeOf = (own: readonly Choice[]) =>
    weighting === undefined ? own.length : effectiveSize(own.map(({ probability = 1 }) => 1 / probability));
  const rows = [
    ['all', statistics.selected, ...detectable(sizeOf(choices))],
    ...statistics.byPhase
      .filter(({ selected }) => selected > 0)
      .map(({ name, selected }) => [markdownText(name), selected, ...detectable(sizeOf(byPhase.get(name) ?? []))]),
  ];
  return markdownTable(['', 'tasks:', `discordance ${low}:`, `discordance ${high}:`], rows);
}

function detectable(tasks: number): string[] {
  return [low, high].map((discordance) => {
    const difference = pairedDetectable(tasks, discordance, usualGoal);
    return difference === undefined ? '–' : `${(100 * difference).toFixed(1)} points`;
  });
}

const mostRows = 8;

function balanceTable({ plan, benchmarks, choices, weighting }: Selection): string {
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
  const shown = rows.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference)).slice(0, mostRows);
  return markdownTable(
    ['', 'difference:', ''],
    shown.map(({ field, difference }) => [
      markdownText(fieldWords(field, plan.fields)),
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
    // One way through the tasks for all fields: they lie far apart in memory.
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
