import { line, type Section } from '../../blocks/blocks.js';
import { fieldWords } from '../../describe/field-words.js';
import { learnedNumbers } from '../../model/learned.js';
import type { BenchmarkSelection, Selection, ValueCount } from '../../model/selection.js';
import { fieldValue, isTaskNumber } from '../../model/task.js';
import { balanceLimits, countedDifference, isOnLogScale } from '../../statistics/balance.js';

const mostFields = 8;

export function balanceSection(selection: Selection): Section {
  const shown = differences(selection).map(
    ({ words, difference }) => `${words} ${difference > 0 ? '+' : ''}${difference.toFixed(2)}`,
  );
  const found = shown.length === 0 ? 'no number is known for enough tasks' : shown.join(', ');
  const { off, far } = balanceLimits;
  return {
    title: 'Balance',
    blocks: [
      line(
        `Selected minus eligible tasks, in standard deviations of the pool (counts as logarithms): ${found}. Check fields beyond ${off}; beyond ${far} the selection is not representative.`,
      ),
    ],
  };
}

function differences({ plan, benchmarks, choices, weighting }: Selection) {
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
    const isLog = isOnLogScale(isCount, counts.keys());
    // Rounded, because engines differ in the last bits of a logarithm.
    const onScale = (value: number) => (isLog ? Math.round(Math.log1p(value) * 1e9) / 1e9 : value);
    const known = inOrder(counts).map(([value, tasks]): ValueCount => [onScale(value), tasks]);
    const [own, weights]: [number[], number[]] = [[], []];
    for (const { task, probability = 1 } of choices) {
      const value = fieldValue(task, field);
      if (typeof value !== 'number') continue;
      own.push(onScale(value));
      // Weights have no meaning if some tasks were chosen by rank, as in `assess balance`.
      weights.push(weighting === undefined ? 1 : 1 / probability);
    }
    const difference = countedDifference(own, known, weights);
    return difference === undefined ? [] : [{ words: fieldWords(field, plan.fields), difference }];
  });
  return rows.sort((a, b) => Math.abs(b.difference) - Math.abs(a.difference)).slice(0, mostFields);
}

/** For each field, the number of eligible tasks with each value, from the tasks or from the census. */
export function valueCounts(
  benchmarks: readonly Pick<BenchmarkSelection, 'groups' | 'census'>[],
  fields: readonly string[],
): ReadonlyMap<string, ReadonlyMap<number, number>> {
  const counts = new Map(fields.map((field) => [field, new Map<number, number>()]));
  for (const { groups, census } of benchmarks) {
    if (census !== undefined) {
      for (const [field, own] of counts)
        for (const { value, eligible } of census.counts.get(field) ?? [])
          if (value !== undefined && eligible > 0) add(own, Number(value), eligible);
      if (census.prior === undefined) continue;
      for (const field of ['prior_ease', 'prior_variance'] as const) {
        const own = counts.get(field);
        if (own !== undefined) addEach(own, Float64Array.from(learnedNumbers(census.prior, field)).sort());
      }
      continue;
    }
    // One pass over the tasks for all fields, because tasks are scattered in memory.
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

function inOrder(counts: ReadonlyMap<number, number>): readonly ValueCount[] {
  const all = [...counts];
  const isInOrder = all.every(([value], i) => i === 0 || value > (all[i - 1]?.[0] ?? Number.NaN));
  return isInOrder ? all : all.sort(([a], [b]) => a - b);
}

/** Adds sorted values, one run of equal values at a time. */
function addEach(counts: Map<number, number>, sorted: Float64Array): void {
  for (let from = 0; from < sorted.length; ) {
    let to = from + 1;
    while (to < sorted.length && sorted[to] === sorted[from]) to += 1;
    add(counts, sorted[from] as number, to - from);
    from = to;
  }
}

function add(counts: Map<number, number>, value: number, tasks: number): void {
  counts.set(value, (counts.get(value) ?? 0) + tasks);
}
