import type { ResultColumns, ResultRole } from '../../core/model/outcome.js';
import type { ResultTable } from '../content/result-table.js';
import { columnName, columnOf, knownColumns } from '../content/table-columns.js';

/** Which columns of a table hold what, as the table spells them. */
export interface LongColumns {
  readonly task: string;
  readonly benchmark: string | undefined;
  /** Joined where there are several: one model under two agents, or in two arms, is two systems. */
  readonly configuration: readonly string[];
  readonly run: string | undefined;
  readonly attempt: string | undefined;
  readonly reward: string | undefined;
  readonly status: string | undefined;
  readonly cost: string | undefined;
  readonly duration: string | undefined;
  readonly successes: string | undefined;
  readonly trials: string | undefined;
  /** Other columns that could have been the reward. */
  readonly unusedResults: readonly string[];
  /** Columns that say something else. */
  readonly others: readonly string[];
}

/** Finds the columns of a table that has a row for each result. */
export function longColumns(table: ResultTable, named: ResultColumns | undefined): LongColumns {
  const find = (role: ResultRole) => columnOf(table, role, named);
  const reward = find('result');
  const found = {
    task: find('task') ?? '',
    benchmark: find('benchmark'),
    configuration: configurationColumns(table, named),
    run: find('run'),
    attempt: find('attempt'),
    reward,
    status: find('status'),
    cost: find('cost'),
    duration: find('duration'),
    successes: find('successes'),
    trials: find('trials'),
    unusedResults:
      named?.result === undefined
        ? table.columns.filter((column) => column !== reward && knownColumns.result.includes(columnName(column)))
        : [],
  };
  const used = new Set(Object.values(found).flat());
  return { ...found, others: table.columns.filter((column) => !used.has(column)) };
}

/** The columns that say who was tried: the one for that, else those for the agent and the model; and the arm. */
export function configurationColumns(table: ResultTable, named: ResultColumns | undefined): readonly string[] {
  const whole = columnOf(table, 'configuration', named);
  // What is named for a part is wanted, whatever the table calls its configurations.
  const isParted = named?.configuration === undefined && (named?.agent !== undefined || named?.model !== undefined);
  const arm = columnOf(table, 'arm', named);
  const parts =
    whole !== undefined && !isParted
      ? [whole, arm]
      : [columnOf(table, 'agent', named), columnOf(table, 'model', named), arm];
  return parts.filter((column) => column !== undefined);
}
