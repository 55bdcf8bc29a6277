import { fieldWords } from '../../describe/field-words.js';
import type { ValueCount } from '../../model/pool-census.js';
import type { Selection } from '../../model/selection.js';
import { fieldValue, type ScoredTask } from '../../model/task.js';
import { countedDifference } from '../../statistics/association/standardised-difference.js';
import { pairedDetectable } from '../../statistics/tests/paired-power.js';
import { markdownTable, markdownText } from '../../text/markdown.js';

/** How often two configurations disagree on a task, as measured on real pairs: from the lower to the upper quartile. */
const discordances = [0.2, 0.3] as const;
const goal = { level: 0.05, power: 0.8 };

/** What can be known before any run: the differences the selection can show, and how it differs from the pool. */
export function assessmentSection(selection: Selection): string {
  return [
    '## Assessment Before the Runs',
    'Two configurations that are both run once on every task are told apart by the tasks that only one of them solves. At a discordance of 0.2 to 0.3, as measured on real pairs of systems, these are the smallest differences in resolve rate that are found with 80% power at a level of 5%; a dash: no difference can be found.',
    powerTable(selection),
    'The selected tasks beside the eligible ones, in standard deviations of the pool: beyond 0.25 worth a look, beyond 0.5 not representative of it. Counts are compared on a logarithmic scale.',
    balanceTable(selection),
    'How far chance alone would go, and what results say, is told by `winnow assess`.',
  ].join('\n\n');
}

function powerTable({ statistics, weighting }: Selection): string {
  const whole = weighting?.effectiveSize ?? statistics.selected;
  const rows = [
    ['all', statistics.selected, ...detectable(whole)],
    ...statistics.byPhase
      .filter(({ selected }) => selected > 0)
      .map(({ name, selected }) => [markdownText(name), selected, ...detectable(selected)]),
  ];
  return markdownTable(['', 'tasks:', 'discordance 0.2:', 'discordance 0.3:'], rows);
}

/** Fewer tasks than this are never enough for a test, whatever the formula says. */
const leastTasks = 10;

function detectable(tasks: number): string[] {
  return discordances.map((discordance) => {
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
