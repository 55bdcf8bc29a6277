import { fieldWords } from '../../describe/field-words.js';
import { groupBy } from '../../lists/group-by.js';
import type { ValueCount } from '../../model/pool-census.js';
import type { Choice, Selection } from '../../model/selection.js';
import { fieldValue, type ScoredTask } from '../../model/task.js';
import { countedDifference } from '../../statistics/association/standardised-difference.js';
import { pairedDetectable, usualDiscordance } from '../../statistics/tests/paired-power.js';
import { effectiveSize } from '../../statistics/variance/kish.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

const { low, high } = usualDiscordance;
const goal = { level: 0.05, power: 0.8 };

/** What can be known before any run: the differences the selection can show, and how it differs from the pool. */
export function assessmentSection(selection: Selection): string {
  return [
    '## Assessment Before the Runs',
    `Two configurations that are both run once on every task are told apart by the tasks that only one of them solves. At a discordance of ${low} to ${high}, as measured on real pairs of systems, these are the smallest differences in resolve rate that are found with 80% power at a level of 5%; a dash: no difference can be found.`,
    powerTable(selection),
    'The selected tasks beside the eligible ones, in standard deviations of the pool: beyond 0.25 worth a look, beyond 0.5 not representative of it. Counts are compared on a logarithmic scale.',
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

/** Fewer tasks than this are never enough for a test, whatever the formula says. */
const leastTasks = 10;

function detectable(tasks: number): string[] {
  return [low, high].map((discordance) => {
    const difference = tasks < leastTasks ? undefined : pairedDetectable(tasks, discordance, goal);
    return difference === undefined ? '–' : `${(100 * difference).toFixed(1)} points`;
  });
}

const mostRows = 8;
/** A field that fewer tasks have says little about the others. */
const leastKnown = 0.8;

function balanceTable({ plan, benchmarks, choices }: Selection): string {
  const eligible = benchmarks.reduce((sum, { groups }) => sum + groups.reduce((all, { size }) => all + size, 0), 0);
  const numbers = ['score', ...[...plan.fields.values()].filter(isTaskNumber).map(({ name }) => name)];
  const countsOf = valueCounts(benchmarks, numbers);
  const rows = numbers.flatMap((field) => {
    const counts = countsOf.get(field) ?? new Map<number, number>();
    if ([...counts.values()].reduce((sum, tasks) => sum + tasks, 0) < leastKnown * eligible) return [];
    const known = [...counts]
      .sort(([a], [b]) => a - b)
      .map(([value, tasks]): ValueCount => [onScale(value, field), tasks]);
    const [own, weights]: [number[], number[]] = [[], []];
    for (const { task, probability = 1 } of choices) {
      const value = scaled(task, field);
      if (value === undefined) continue;
      own.push(value);
      weights.push(1 / probability);
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
      Math.abs(difference) > 0.5 ? 'not representative' : Math.abs(difference) > 0.25 ? 'look' : '',
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

function scaled(task: ScoredTask, field: string): number | undefined {
  const value = fieldValue(task, field);
  return typeof value === 'number' ? onScale(value, field) : undefined;
}

function onScale(value: number, field: string): number {
  // Rounded, because engines differ in the last bits of a logarithm.
  return field === 'score' || value < 0 ? value : Math.round(Math.log1p(value) * 1e9) / 1e9;
}
