import type { BenchmarkSelection, PoolCensus } from './selection.js';
import { type AnyTask, type FieldValue, fieldValue } from './task.js';

/** A larger pool has one hash, a sum over its tasks. Only the selected tasks have their own. */
const mostTasksHashed = 100_000;

export function isLargePool(tasks: number): boolean {
  return tasks > mostTasksHashed;
}

/** All tasks of a pool, or only its candidates and a census of all. */
export interface CountedPool {
  readonly tasks: readonly AnyTask[];
  readonly census?: PoolCensus | undefined;
}

/** The number of tasks in a pool. */
export function poolSize({ tasks, census }: CountedPool): number {
  return census?.available ?? tasks.length;
}

/** The number of tasks with each value of a field, in order of the first id with the value; undefined is no value. */
export function countsBy({ tasks, census }: CountedPool, field: string): ReadonlyMap<string | undefined, number> {
  if (census !== undefined) return new Map(census.counts.get(field)?.map((each) => [each.value, each.tasks]));
  const counts = new Map<string | undefined, number>();
  for (const task of tasks) {
    const value = fieldValue(task, field);
    const key = value === undefined ? undefined : String(value);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The number of eligible tasks by value of each field, without fields that a census did not count; undefined is no value. */
export function eligibleCounts(
  { groups, census }: Pick<BenchmarkSelection, 'groups' | 'census'>,
  fields: readonly string[],
): ReadonlyMap<string, ReadonlyMap<string | number | undefined, number>> {
  if (census !== undefined) {
    const counted = fields.filter((field) => census.counts.has(field));
    return new Map(
      counted.map((field) => {
        const tallies = census.counts.get(field)?.filter(({ eligible }) => eligible > 0) ?? [];
        return [field, new Map(tallies.map(({ value, eligible }) => [value, eligible]))];
      }),
    );
  }
  // One pass over the tasks for all fields, because tasks are scattered in memory; most lack most fields.
  const counts = fields.map((field) => ({ field, own: new Map<string | number | undefined, number>(), known: 0 }));
  let tasks = 0;
  for (const { ranking } of groups) {
    tasks += ranking.length;
    for (const task of ranking) {
      for (const each of counts) {
        const value = fieldValue(task, each.field);
        if (value === undefined) continue;
        each.own.set(value, (each.own.get(value) ?? 0) + 1);
        each.known += 1;
      }
    }
  }
  for (const { own, known } of counts) if (known < tasks) own.set(undefined, tasks - known);
  return new Map(counts.map(({ field, own }) => [field, own]));
}

/** The values of a field, or the words of a list; undefined if they were not counted. */
export function valuesIn({ tasks, census }: CountedPool, field: string): ReadonlySet<string> | undefined {
  const [words, counted] = [census?.words.get(field), census?.counts.get(field)];
  if (census !== undefined && words === undefined && counted === undefined) return undefined;
  const values = new Set(words);
  for (const { value } of counted ?? []) if (value !== undefined) values.add(value);
  for (const { lists } of census === undefined ? tasks : []) for (const word of lists?.[field] ?? []) values.add(word);
  let last: FieldValue | undefined;
  for (const task of census === undefined ? tasks : []) {
    const value = fieldValue(task, field);
    // Neighbours often have the same label.
    if (value !== undefined && value !== last) values.add(String(value));
    last = value;
  }
  return values;
}
