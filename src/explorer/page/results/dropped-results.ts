import { groupBy } from '../../../core/lists/lists.js';
import type { Outcome, Outcomes } from '../../../core/model/outcome.js';
import { isRecord, type UnknownRecord } from '../../../core/model/record.js';
import { PooledColumns, pooledWarning } from '../../../core/outcomes/pooled-columns.js';
import { formatCount, joinWords, visibleText } from '../../../core/text/words.js';

export interface DroppedFile {
  readonly name: string;
  readonly text: string;
}

/** Known column names, most likely first; letter case and punctuation are ignored. */
const columnNames = {
  task: ['task', 'taskid', 'taskname', 'instanceid', 'instance', 'id'],
  system: ['configuration', 'config'],
  agent: ['system', 'agent'],
  model: ['model'],
  arm: ['arm'],
  result: ['result', 'reward', 'resolved', 'passed', 'pass', 'success', 'score', 'status'],
  benchmark: ['benchmark', 'dataset', 'suite'],
  run: ['run', 'runid', 'trial'],
} as const;

/** Words for results, and for runs without a score. */
const words = {
  passed: ['true', 'pass', 'passed', 'resolved', 'success', 'yes'],
  failed: ['false', 'fail', 'failed', 'unresolved', 'failure', 'no'],
  none: ['', 'error', 'errored', 'null'],
} as const;

/**
 * Reads tables of results in the browser: CSV, TSV, JSON or JSON lines, with a row for each run, or a row for each
 * task and a column for each system.
 * @throws Error that names the file and the problem.
 */
export function readDropped(files: readonly DroppedFile[]): Outcomes {
  const read = files.map(outcomesOf);
  const seen = new Map<string, number>();
  const outcomes = read.flat().map((outcome) => {
    const key = JSON.stringify([outcome.benchmark, outcome.taskId, outcome.configuration, outcome.run]);
    const attempt = (seen.get(key) ?? 0) + 1;
    seen.set(key, attempt);
    return { ...outcome, attempt };
  });
  const warnings = [...groupBy(outcomes, ({ configuration }) => configuration)].flatMap(([name, own]) => {
    const columns = new PooledColumns();
    for (const runs of groupBy(own, ({ benchmark, taskId }) => JSON.stringify([benchmark, taskId])).values())
      columns.add(runs);
    const { found } = columns;
    const message = pooledWarning(`"${visibleText(name, 80)}"`, found, 'rename the column to "arm"');
    return found.length === 0 ? [] : [{ code: 'outcomes/pooled', message }];
  });
  const counted = files.map(({ name }, i) => ({ file: name, format: 'table', outcomes: read[i]?.length ?? 0 }));
  return { outcomes, files: counted, faults: [], warnings };
}

function outcomesOf({ name, text }: DroppedFile): readonly Outcome[] {
  const rows = rowsOf(name, text);
  const columns = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const find = (role: keyof typeof columnNames) =>
    columnNames[role]
      .map((known) => columns.find((column) => plain(column) === known))
      .find((column) => column !== undefined);
  const [task, result, benchmark, run] = (['task', 'result', 'benchmark', 'run'] as const).map(find);
  const [system, agent, model, arm] = (['system', 'agent', 'model', 'arm'] as const).map(find);
  // The same names as on the command line.
  const parts = (system === undefined ? [agent, model, arm] : [system, arm]).filter((part) => part !== undefined);
  const systemOf = (row: UnknownRecord) =>
    parts.flatMap((part) => String(row[part] ?? '').trim() || []).join('__') || stem;
  const isOther = (column: string) => ![task, result, benchmark, run, ...parts].includes(column);
  const others = result === undefined ? [] : columns.filter(isOther);
  const fail = (message: string): never => {
    const known =
      'This page reads tables with the columns task, system and result. For other formats, use winnow report --html FILE --results RESULTS.';
    throw new Error(`${visibleText(name, 80)}: ${message} ${known}`);
  };
  if (rows.length === 0) return fail('the table has no rows.');
  const named = joinWords(columns.slice(0, 8).map((column) => visibleText(column, 30)));
  if (task === undefined) return fail(`no task column found. The columns are ${named}.`);
  const stem = name.replace(/\.[^.]+$/, '');
  const made = (row: UnknownRecord, configuration: string, value: unknown, line: number): readonly Outcome[] => {
    const taskId = String(row[task] ?? '').trim();
    if (taskId === '') return fail(`row ${formatCount(line)} has no task.`);
    const reward = rewardOf(value);
    if (reward === 'wrong')
      return fail(
        `unknown result "${visibleText(String(value), 40)}" in row ${formatCount(line)}; expected a number from 0 to 1, or a word such as passed or failed.`,
      );
    return [
      {
        taskId,
        ...(benchmark === undefined || row[benchmark] === '' ? {} : { benchmark: String(row[benchmark]) }),
        configuration,
        run: run === undefined ? '' : String(row[run] ?? ''),
        attempt: 1,
        status: reward === undefined ? 'errored' : reward >= 1 ? 'passed' : 'failed',
        reward,
        fields: Object.fromEntries(others.map((column) => [column, fieldOf(row[column])])),
        place: { file: name, line },
      },
    ];
  };
  if (result !== undefined) return rows.flatMap((row, i) => made(row, systemOf(row), row[result], i + 2));
  const systems = columns.filter((column) => ![task, benchmark, run].includes(column));
  const isWide = systems.length > 0 && rows.every((row) => systems.every((each) => rewardOf(row[each]) !== 'wrong'));
  if (!isWide) return fail(`no result column found. The columns are ${named}.`);
  return rows.flatMap((row, i) =>
    systems.flatMap((each) => (rewardOf(row[each]) === undefined ? [] : made(row, each, row[each], i + 2))),
  );
}

function fieldOf(value: unknown): string | number {
  const text = String(value ?? '').trim();
  return text === '' || Number.isNaN(Number(text)) ? text : Number(text);
}

function plain(column: string): string {
  return column.toLowerCase().replace(/[^a-z0-9]/g, '');
}

/** A reward in [0, 1]; undefined for a run without a score, "wrong" for anything else. */
function rewardOf(value: unknown): number | undefined | 'wrong' {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'boolean') return Number(value);
  const text = String(value).trim().toLowerCase();
  const isOne = (list: readonly string[]) => list.includes(text);
  if (isOne(words.none)) return undefined;
  if (isOne(words.passed) || isOne(words.failed)) return Number(isOne(words.passed));
  const number = Number(text);
  return number >= 0 && number <= 1 ? number : 'wrong';
}

function rowsOf(name: string, text: string): readonly UnknownRecord[] {
  const start = text.trimStart();
  if (start.startsWith('[')) return records(JSON.parse(start), name);
  if (start.startsWith('{')) {
    const lines = start.split('\n').filter((line) => line.trim() !== '');
    return records(
      lines.map((line) => JSON.parse(line)),
      name,
    );
  }
  const [head = [], ...rows] = csvRows(text);
  return rows.map((cells) => Object.fromEntries(head.map((column, i) => [column, cells[i] ?? ''])));
}

function records(value: unknown, name: string): readonly UnknownRecord[] {
  if (!Array.isArray(value) || !value.every(isRecord))
    throw new Error(`${visibleText(name, 80)}: expected a list of rows.`);
  return value;
}

/** The cells of a CSV or TSV text; a quoted cell may contain separators, line breaks and doubled quotes. */
function csvRows(text: string): readonly (readonly string[])[] {
  const body = text.replace(/^\uFEFF/, '');
  const separator = /^[^\n]*\t/.test(body) ? '\t' : ',';
  const rows: string[][] = [[]];
  const pattern = new RegExp(`("(?:[^"]|"")*"|[^${separator}\\r\\n]*)(${separator}|\\r?\\n|\\r|$)`, 'y');
  while (pattern.lastIndex < body.length) {
    const [, cell = '', end = ''] = pattern.exec(body) ?? [];
    rows.at(-1)?.push(cell.startsWith('"') ? cell.slice(1, -1).replaceAll('""', '"') : cell);
    if (end !== separator) rows.push([]);
    else if (pattern.lastIndex === body.length) rows.at(-1)?.push('');
    if (end === '' && pattern.lastIndex < body.length) throw new Error('a quoted cell is not closed.');
  }
  return rows.filter((cells) => cells.length > 1 || (cells[0] ?? '') !== '');
}
