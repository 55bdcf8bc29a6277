import * as known from '../content/table-columns.js';

/** Which columns of a table hold what, as the table spells them. */
export interface LongColumns {
  readonly task: string;
  readonly benchmark: string | undefined;
  /** Joined where there are two: one model under two agents is two configurations. */
  readonly configuration: readonly string[];
  readonly run: string | undefined;
  readonly attempt: string | undefined;
  readonly reward: string | undefined;
  readonly status: string | undefined;
  readonly cost: string | undefined;
  readonly duration: string | undefined;
  /** Other columns that could have been the reward. */
  readonly unusedResults: readonly string[];
  /** Columns that say something else. */
  readonly others: readonly string[];
}

/** Finds the columns of a table that has a row for each result. */
export function longColumns(columns: readonly string[]): LongColumns {
  const find = (names: readonly string[]) => known.findColumn(columns, names);
  const reward = find(known.rewardColumns);
  const named = find(known.configurationColumns);
  const parts = [find(['agent']), find(['model'])].filter((column) => column !== undefined);
  const found = {
    task: find(known.taskColumns) ?? '',
    benchmark: find(known.benchmarkColumns),
    configuration: named === undefined ? parts : [named],
    run: find(known.runColumns),
    attempt: find(known.attemptColumns),
    reward,
    status: find(known.statusColumns),
    cost: find(known.costColumns),
    duration: find(known.durationColumns),
    unusedResults: columns.filter(
      (column) => column !== reward && known.rewardColumns.includes(known.columnName(column)),
    ),
  };
  const used = new Set(Object.values(found).flat());
  return { ...found, others: columns.filter((column) => !used.has(column)) };
}
