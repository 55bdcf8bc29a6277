import { type ResultColumns, type ResultRole, resultRoles } from '../../core/model/outcome.js';
import type { ReadingOptions } from '../../core/model/result-settings.js';
import { didYouMean, isNearly } from '../../core/text/nearest-name.js';
import type { ReadingNotes } from './reading-notes.js';
import type { ResultTable } from './result-file.js';

/** Columns of input tokens that include cached tokens, as in the programs that use these names. */
export const includingCached: readonly string[] = ['prompt_tokens', 'n_input_tokens', 'total_input_tokens'];

/** Columns of tokens written to a cache, which `input_tokens` beside them doesn't include. */
export const cacheWrites: readonly string[] = ['cache_write_tokens', 'cache_creation_input_tokens'];

/** The known column names of result tables, by role. The first one that exists is used. */
export const knownColumns = {
  task: [
    ...['task_id', 'instance_id', 'id', 'task', 'task_name', 'sample_id', 'problem_id', 'question_id'],
    ...['metadata.instance_id', 'metadata.task_id'],
    // The pandas name of an unnamed index.
    'unnamed:_0',
  ],
  result: [
    ...['reward', 'score', 'resolved', 'passed', 'is_resolved', 'is_passed', 'success', 'is_success', 'successful'],
    ...['solved', 'is_solved', 'correct', 'is_correct', 'result', 'outcome', 'pass', 'verdict'],
  ],
  status: ['status'],
  benchmark: ['benchmark', 'dataset'],
  configuration: ['config', 'configuration', 'configuration_name', 'subject_id', 'submission'],
  agent: ['system', 'system_name', 'agent', 'agent_name', 'scaffold', 'metadata.agent'],
  model: ['model', 'model_name', 'model_id', 'model_name_or_path', 'metadata.model', 'metadata.model_name'],
  arm: ['arm', 'arm_name'],
  run: ['run_id', 'run', 'run_name', 'seed'],
  attempt: ['attempt', 'epoch', 'trial', 'repeat', 'attempt_id', 'repetition', 'rollout'],
  cost: ['cost_usd', 'cost'],
  duration: ['duration_ms', 'duration_s', 'duration'],
  successes: ['successes', 'n_successes', 'num_successes', 'n_passed'],
  trials: ['trials', 'n_trials', 'num_trials', 'n_attempts'],
  input_tokens: ['uncached_input_tokens', 'uncached_tokens', 'input_tokens', ...includingCached],
  output_tokens: ['output_tokens', 'completion_tokens', 'n_output_tokens', 'total_output_tokens'],
  cached_tokens: [
    ...['cached_tokens', 'cached_input_tokens', 'cached_read_tokens'],
    ...['cache_read_tokens', 'cache_read_input_tokens', 'n_cache_tokens'],
  ],
  error: ['error', 'error_message', 'exception', 'failure_reason', 'failure_mode'],
} satisfies Readonly<Record<ResultRole, readonly string[]>>;

/** Result columns that usually have rewards; the others only tell whether a run passed. */
const rewardColumns: ReadonlySet<string> = new Set(['reward', 'score', 'result', 'outcome']);

/** Whether a known result column only tells whether a run passed. */
export function isPassColumn(column: string): boolean {
  const name = columnName(column);
  return !rewardColumns.has(name) && [...knownColumns.result, ...knownColumns.status].includes(name);
}

/** A column's name for comparison: letter case, spaces and hyphens don't matter. */
export function columnName(name: string): string {
  return name.trim().toLowerCase().replace(/[ -]/g, '_');
}

/**
 * The column for a role, as the table spells it: the one named by an option, otherwise the first known name that no
 * option names for another role.
 */
export function columnOf(table: ResultTable, role: ResultRole, named: ResultColumns = {}): string | undefined {
  const own = named[role];
  if (own !== undefined) return findColumn(table, [columnName(own)]);
  const taken = Object.values(named).map(columnName);
  return findColumn(
    table,
    knownColumns[role].filter((name) => !taken.includes(name)),
  );
}

/** The columns named by options; `--reward` names the result column. */
export function namedColumns(
  table: ResultTable,
  { columns, reward }: Pick<ReadingOptions, 'columns' | 'reward'>,
): ResultColumns | undefined {
  const isThere = reward !== undefined && findColumn(table, [columnName(reward)]) !== undefined;
  return isThere && columns?.result === undefined ? { ...columns, result: reward } : columns;
}

function findColumn({ columns, inner }: ResultTable, names: readonly string[]): string | undefined {
  for (const name of names) {
    const found = [...columns, ...inner].find((column) => columnName(column) === name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** Roles whose column is easily missed: without it, results are counted differently or lack something. */
const optionalRoles = [
  ...(['benchmark', 'configuration', 'agent', 'model', 'run', 'attempt', 'cost', 'duration'] as const),
  ...(['input_tokens', 'output_tokens', 'cached_tokens'] as const),
];

/** The known name that an unknown column is probably a misspelling of; undefined if there is none. */
export function meantColumn(column: string, isMissing: (role: ResultRole) => boolean = () => true): string | undefined {
  const name = columnName(column);
  if (Object.values<readonly string[]>(knownColumns).some((names) => names.includes(name))) return undefined;
  for (const role of optionalRoles) {
    if (!isMissing(role)) continue;
    const meant = knownColumns[role].find((known) => {
      // Two edits turn a short word into almost any other, and `_id` is part of many names.
      const length = known.replace(/_id$/, '').length;
      const most = length > 5 ? 2 : length === 5 && name.length === known.length ? 1 : 0;
      return isNearly(name, known, most);
    });
    if (meant !== undefined) return meant;
  }
  return undefined;
}

/** Whether each row is one result, not one task or one system. */
export function isLong(table: ResultTable, named: ResultColumns | undefined): boolean {
  const roles: readonly ResultRole[] = ['result', 'status', 'successes'];
  return roles.some((role) => columnOf(table, role, named) !== undefined);
}

/** Reports named columns that the table doesn't have, and returns whether there are any. */
export function lacksNamedColumns(table: ResultTable, named: ResultColumns | undefined, notes: ReadingNotes): boolean {
  const missing = resultRoles.filter(
    (role) => named?.[role] !== undefined && columnOf(table, role, named) === undefined,
  );
  const all = [...table.columns, ...table.inner];
  for (const role of missing) {
    const column = named?.[role] ?? '';
    const message = `the table has no column "${column}" (for the ${role}).${didYouMean(column, all)} Its columns are ${all.slice(0, 20).join(', ')}.`;
    const hint = 'Correct --columns (in a plan, "columns" under "results" or "prior").';
    notes.fault('outcomes/no-column', message, { hint });
  }
  return missing.length > 0;
}
