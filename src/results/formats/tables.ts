import type { Place } from '../../core/model/errors.js';
import type { ResultRole } from '../../core/model/outcome.js';
import { isRecord } from '../../core/model/record.js';
import { countOf, formatCount, joinWords, visibleText } from '../../core/text/words.js';
import { type ResultFile, type ResultRow, type ResultTable, tableOfRows } from '../content/result-file.js';
import {
  columnName,
  columnOf,
  isLong,
  isPassColumn,
  knownColumns,
  lacksNamedColumns,
  meantColumn,
  namedColumns,
} from '../content/table-columns.js';
import { entriesOf, numberHint, ownValue, quotedValue } from '../content/values.js';
import type { FoundRows } from './found-rows.js';
import { longVerdict, statusOf } from './long-verdict.js';
import { type FolderName, nameOfFile } from './names.js';
import { passedIf, type Reading } from './reading.js';
import type { Finding, OutcomeOptions, ResultFormat, RunVerdict } from './result-format.js';
import {
  cell,
  configurationCell,
  configurationColumns,
  countCell,
  durationCell,
  errorCell,
  isNull,
  type LongColumns,
  longColumns,
  moneyCell,
  otherCells,
  similarResult,
  textCell,
  tokenCells,
} from './table-rows.js';

/** Whether a table has a column for the task, and whether each of its rows is one result. */
function shapeOf(table: ResultTable, options: OutcomeOptions): 'long' | 'wide' | 'neither' {
  const columns = namedColumns(table, options);
  if (columnOf(table, 'task', columns) === undefined) return 'neither';
  return isLong(table, columns) ? 'long' : 'wide';
}

/** A table with a row for each result. */
export const longTable: ResultFormat = {
  name: 'table',
  title: 'table with a row for each result',
  recognises: ({ content }, options) => content.kind === 'table' && shapeOf(content.table, options) === 'long',
  mayBeTasks: true,
  maySumUp: true,
  readsLoneRow: true,
  read: (reading) => readLongTable(reading, reading.table),
};

/** Columns that agents write about themselves, as well as evaluations. */
const ownWords: ReadonlySet<string> = new Set(['success', 'is_success', 'successful']);

/** Reads a table with a row for each result, from any kind of file. */
export async function readLongTable(
  reading: Reading,
  table: ResultTable,
  options: OutcomeOptions = reading.options,
): Promise<void> {
  if (lacksNamedColumns(table, options.columns, reading.notes)) return;
  const columns = longColumns(table, namedColumns(table, options));
  const { result, unusedResults } = columns;
  if (options.reward !== undefined && options.columns?.result === undefined && result !== undefined) {
    const isOther = columnName(result) !== columnName(options.reward);
    const message = () =>
      `The table has no column "${visibleText(options.reward ?? '', 40)}" (--reward), so Winnow reads rewards from "${result}".`;
    reading.warn('outcomes/no-reward-column', message, isOther ? 1 : 0, reading.path);
  }
  const isOwn = result !== undefined && ownWords.has(columnName(result));
  if (isOwn && options.reward === undefined && options.columns?.result === undefined) {
    reading.isOwnVerdict = true;
    const message = () =>
      `Winnow reads results from the column "${visibleText(result, 40)}". If the agent wrote it, it usually means that the run ended, not that the tests passed. In that case, give the evaluation report instead. To confirm the column, add --columns result=${visibleText(result, 40)}.`;
    reading.warn('outcomes/own-verdict', message, 1, reading.path);
  }
  if (unusedResults.length > 0) {
    const unused = unusedResults.map((column) => `"${visibleText(column, 40)}"`).join(', ');
    const message = () => `Winnow reads rewards from the column "${result}" and ignores ${unused}.`;
    reading.warn('outcomes/unused-column', message, 1, reading.path);
  }
  const isMissing = (role: ResultRole) => columnOf(table, role, options.columns) === undefined;
  reading.hasArm = !isMissing('arm');
  for (const column of columns.others) {
    const meant = meantColumn(column, isMissing);
    const message = () =>
      `The column "${visibleText(column, 40)}" is unknown and was not used. Did you mean "${meant}"?`;
    if (meant !== undefined) reading.warn('outcomes/unknown-column', message, 1, `${reading.path} ${column}`);
  }
  const name = nameOfFile(reading.path);
  const rows = reading.keepInColumns();
  reading.rewardColumn = result;
  if (result === undefined || isPassColumn(result)) noteSimilar(table, columns, reading);
  const unrewarded: number[] = [];
  for await (const row of table.rows()) {
    const index = rows.length;
    const verdict = readRow(row, columns, name, reading);
    if (verdict === undefined || rows.length === index) continue;
    const lacksReward = result !== undefined && (isNull(row, result) || cell(row, result) === undefined);
    if (lacksReward) unrewarded.push(index);
    if (result === undefined || isPassColumn(result) || (lacksReward && verdict.reward > 0)) {
      reading.passColumn ??= result === undefined || lacksReward ? columns.status : result;
    }
  }
  if (reading.hasPartial) leaveOutUnrewarded(rows, unrewarded, reading);
  // Some count attempts from 0.
  const message = (n: number) =>
    `${countOf(n, 'table numbers', 'tables number')} attempts from 0. Winnow numbers them from 1.`;
  reading.warn('outcomes/attempts-from-0', message, rows.countFromOne() ? 1 : 0);
}

/** Reports an unused column that may be a misspelt result column. */
function noteSimilar(table: ResultTable, columns: LongColumns, reading: Reading): void {
  reading.similar = similarResult(table, columns);
  if (reading.similar === undefined || reading.options.reward !== undefined) return;
  const { column, known } = reading.similar;
  const used = columns.result ?? columns.status ?? columns.successes ?? '';
  const message = (n: number) =>
    `${n === 1 ? 'A table has' : `${formatCount(n)} tables have`} an unused column "${visibleText(column, 40)}". Did you mean "${known}"? Winnow reads results from "${visibleText(used, 40)}".`;
  reading.warn('outcomes/similar-column', message, 1, column);
}

/** Beside partial rewards, a run that passed without a reward may have any reward, so it has no result. */
function leaveOutUnrewarded(rows: FoundRows, unrewarded: readonly number[], reading: Reading): void {
  const isPassed = (row: number) => JSON.stringify(rows.at(row).verdict) === JSON.stringify(passedIf(true));
  const passed = unrewarded.filter(isPassed);
  for (const row of passed) rows.setVerdict(row, 'not-run');
  const left = (n: number) =>
    `${countOf(n, 'row has', 'rows have')} the status passed but no reward, and ${n === 1 ? 'counts' : 'count'} as not run, because other rows have rewards between 0 and 1.`;
  reading.warn('outcomes/passed-without-reward', left, passed.length);
  const failed = (n: number) =>
    `${countOf(n, 'row has', 'rows have')} the status failed but no reward, and ${n === 1 ? 'counts' : 'count'} as a reward of 0.`;
  reading.warn('outcomes/failed-without-reward', failed, unrewarded.length - passed.length);
}

/** Adds the result of a row; returns its reward, if any. */
function readRow(
  row: ResultRow,
  columns: LongColumns,
  name: FolderName,
  reading: Reading,
): Exclude<RunVerdict, string> | undefined {
  const { place } = row;
  const taskId = textCell(row, columns.task);
  if (taskId === undefined) {
    reading.fault('outcomes/no-task', `the row has no task: "${columns.task}" is empty.`, { place });
    return undefined;
  }
  if (reading.isTotals(taskId)) return undefined;
  const of = { reading, row };
  const benchmark = textCell(row, columns.benchmark);
  const { configuration, source } = configurationCell(row, columns.configuration, name);
  const run = columns.run === undefined ? undefined : (textCell(row, columns.run) ?? '');
  const costUsd = moneyCell(of, columns.cost);
  const durationMs = durationCell(of, columns.duration);
  const fields = otherCells(row, columns.others);
  const tokens = tokenCells(of, columns, configuration);
  if (columns.successes !== undefined && columns.trials !== undefined && columns.result === undefined) {
    const base = { taskId, benchmark, configuration, source, run, costUsd, durationMs, fields, tokens };
    reading.addTrials(cell(row, columns.successes), cell(row, columns.trials), base, place);
    return undefined;
  }
  const verdict = longVerdict(row, columns, taskId, reading);
  if (verdict === undefined) return undefined;
  const attempt = countCell(of, columns.attempt);
  const error = verdict === 'errored' ? errorCell(row, columns.error) : undefined;
  reading.add(
    { taskId, benchmark, configuration, source, run, attempt, verdict, costUsd, durationMs, tokens, fields, error },
    place,
  );
  return typeof verdict === 'string' ? undefined : verdict;
}

/** One JSON object with an entry for each task, such as `{"ID": {"resolved": true}}`, read as a table. */
export const keyedResults: ResultFormat = {
  name: 'keyed-results',
  title: 'object of task ids',
  recognises: (file, options) => keyedTable(file, options) !== undefined,
  maySumUp: true,
  read: (reading) => readLongTable(reading, keyedTable(reading, reading.options) ?? tableOfRows([])),
};

/** Keys of documents that sum results up: `{"summary": {"passed": 12}}` has no task. */
const notTasks = /^(?:summary|results?|totals?|stats|statistics|metrics|metadata|overall|aggregated?|scores?)$/i;
/** Harness reports, which have their own formats. */
const ofReports = ['patch_successfully_applied', 'patch_exists', 'patch_is_None', 'model_patch'];

function keyedTable({ content }: ResultFile, { columns }: OutcomeOptions): ResultTable | undefined {
  const entries = entriesOf(content.kind === 'document' ? content.data : undefined);
  const rows = entries.flatMap(([id, value]) =>
    isRecord(value) ? [{ data: { ...value, task_id: id }, place: { path: id } }] : [],
  );
  const empty = entries.filter(([, value]) => value === null);
  if (rows.length === 0 || rows.length + empty.length < entries.length) return undefined;
  const isReport = rows.some(({ data }) => ofReports.some((key) => Object.hasOwn(data, key)));
  if (isReport || entries.some(([id]) => notTasks.test(id))) return undefined;
  const hasResult = rows.every((row) => {
    const own = tableOfRows([row]);
    const isCount = columnOf(own, 'successes', columns) !== undefined && columnOf(own, 'trials', columns) !== undefined;
    return isCount || columnOf(own, 'result', columns) !== undefined;
  });
  const result = columnOf(tableOfRows(rows), 'result', columns) ?? 'result';
  // A task whose value is null was not run.
  const notRun = empty.map(([id]) => ({ data: { [result]: null, task_id: id }, place: { path: id } }));
  return hasResult ? tableOfRows([...rows, ...notRun]) : undefined;
}

/** A row for each system with its result on each task: `{"subject_id": …, "responses": {"task": 1, …}}`. */
export const responseMatrix: ResultFormat = {
  name: 'response-matrix',
  title: 'response matrix',
  isRow: (row) => isRecord(ownValue(row, 'responses')),
  async read(reading) {
    reading.keepInColumns();
    const name = nameOfFile(reading.path);
    const { table, options } = reading;
    const asked = configurationColumns(table, options.columns);
    const columns = asked.length > 0 ? asked : configurationColumns(table, undefined);
    for await (const row of table.rows()) {
      const responses = ownValue(row.data, 'responses');
      if (!isRecord(responses)) {
        reading.fault('outcomes/no-result', 'the row has no "responses" object.', { place: row.place });
        continue;
      }
      const system = configurationCell(row, columns, name);
      for (const [taskId, value] of Object.entries(responses))
        addResponse({ ...system, taskId }, value, row.place, reading);
    }
  },
};

/** Adds the result of a system on a task: a reward, a list of rewards, or a count; null is no result. */
function addResponse(base: Omit<Finding, 'attempt' | 'verdict'>, value: unknown, place: Place, reading: Reading): void {
  const [successes, trials] = [ownValue(value, 'successes'), ownValue(value, 'trials')];
  if (successes !== undefined && trials !== undefined) {
    reading.addTrials(successes, trials, base, place);
    return;
  }
  for (const [i, each] of (Array.isArray(value) ? value : [value]).entries()) {
    if (each === null) continue;
    const reward = reading.reward(each, place, base.taskId);
    if (reward !== undefined) {
      reading.add({ ...base, attempt: Array.isArray(value) ? i + 1 : undefined, verdict: { reward } }, place);
      continue;
    }
    const message = `the response for "${visibleText(base.taskId, 80)}" is ${quotedValue(each)}; expected a number from 0 to 1, true, false, null, or successes and trials.`;
    reading.fault('outcomes/reward', message, { place });
  }
}

/** A table with a row for each task and a column for each system. */
export const wideTable: ResultFormat = {
  name: 'wide-table',
  title: 'table with a row for each task and a column for each system',
  recognises: ({ content }, options) =>
    content.kind === 'table' && content.table.inner.length === 0 && shapeOf(content.table, options) === 'wide',
  mayBeTasks: true,
  async read(reading) {
    const { table, options } = reading;
    if (lacksNamedColumns(table, options.columns, reading.notes)) return;
    const task = columnOf(table, 'task', options.columns);
    const benchmark = columnOf(table, 'benchmark', options.columns);
    const isSystem = (column: string) => column !== task && column !== benchmark && !rowNumbers.test(column);
    const systems = systemsAmong(table.columns.filter(isSystem), reading);
    if (isUnclear(systems, reading)) return;
    reading.keepInColumns();
    const strange = new Map<string, { readonly place: Place; readonly value: unknown; count: number }>();
    for await (const row of table.rows()) {
      const { place } = row;
      const taskId = textCell(row, task);
      if (taskId === undefined) {
        reading.fault('outcomes/no-task', `the row has no task: "${task}" is empty.`, { place });
        continue;
      }
      if (reading.isTotals(taskId)) continue;
      for (const system of systems) {
        const value = cell(row, system);
        // An empty cell is a missing result, not a failure.
        if (value === undefined || isNull(row, system)) continue;
        const verdict = wideVerdict(value, place, taskId, reading);
        if (verdict === undefined) {
          const met = strange.get(system) ?? { place, value, count: 0 };
          strange.set(system, { ...met, count: met.count + 1 });
          continue;
        }
        const where = { ...place, path: place.path ?? visibleText(system, 80) };
        reading.add({ taskId, benchmark: textCell(row, benchmark), configuration: system, verdict }, where);
      }
    }
    for (const [system, { place, value, count }] of strange) {
      const found =
        count === 1
          ? `${quotedValue(value)}, which is not a result`
          : `${formatCount(count)} values that are not results, such as ${quotedValue(value)}`;
      const message = `the column ${quotedValue(system)} contains ${found}; expected a number from 0 to 1, true or false.`;
      const hint =
        numberHint(value) ??
        'If each row is one result, name its columns: --columns configuration=NAME,result=NAME. If each column is a system, remove the other columns.';
      reading.fault('outcomes/reward', message, { place, hint });
    }
  },
};

/** Columns that describe one result. They make no sense next to columns of systems. */
const ofOneResult: ReadonlySet<string> = new Set(
  [
    ...(['configuration', 'agent', 'model', 'arm', 'run', 'attempt', 'cost', 'duration', 'trials'] as const),
    ...(['input_tokens', 'output_tokens', 'cached_tokens'] as const),
  ].flatMap((role): readonly string[] => knownColumns[role]),
);

/** Names that no system has: names of task fields and of spreadsheet totals. */
const ofTasks =
  /^(?:difficulty|complexity|weights?|priority|probability|random_number|mean|average|avg|median|total|sum|overall|(?:pass|solve|success)_rate|(?:mean|average)_(?:reward|score))$/;

/** The columns except those for task fields or totals. A warning lists the skipped ones. */
function systemsAmong(columns: readonly string[], reading: Reading): readonly string[] {
  const isOfTasks = (column: string) => ofTasks.test(columnName(column));
  const systems = columns.filter((column) => !isOfTasks(column));
  if (systems.length === 0) return columns;
  for (const column of columns.filter(isOfTasks)) {
    const message = (n: number) =>
      `Skipped the column ${quotedValue(column)}${n === 1 ? '' : ` in ${n} tables`}, because the name does not look like a system. If it is one, rename the column.`;
    reading.warn('outcomes/no-system', message, 1, column);
  }
  return systems;
}

/** The pandas name of an unnamed column: the row numbers. */
const rowNumbers = /^Unnamed: \d+$/;

/** Reports a table whose rows are ambiguous. */
function isUnclear(systems: readonly string[], reading: Reading): boolean {
  const unclear = systems.filter((column) => ofOneResult.has(columnName(column)));
  if (systems.length > 0 && unclear.length === 0) return false;
  const message =
    unclear.length === 0
      ? 'the table has only a task column, and no results.'
      : `the table has ${joinWords(unclear.map((column) => `"${column}"`))} but no result column, so the meaning of a row is unclear.`;
  const hint = `If each row is one result, name the result column (--columns result=NAME), or rename it to ${joinWords(knownColumns.result.slice(0, 4), 'or')}. If each column is a system, keep only these columns and the task column.`;
  reading.fault('outcomes/unclear-table', message, { hint });
  return true;
}

function wideVerdict(value: unknown, place: Place, taskId: string, reading: Reading): Finding['verdict'] | undefined {
  const status = typeof value === 'string' ? statusOf(value, reading.options) : undefined;
  if (status === 'passed' || status === 'failed') return passedIf(status === 'passed');
  const reward = reading.reward(value, place, taskId);
  // A run that ran out of time has no reward here.
  if (status === 'errored' || status === 'stopped') return 'errored';
  if (status === 'not-run') return status;
  return reward === undefined ? undefined : { reward };
}
