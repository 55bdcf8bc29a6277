import type { OutcomeList, RunResults } from '../core/model/outcome.js';
import { sourceFields } from '../core/model/task.js';
import { compareText } from '../core/text/words.js';
import { statSync } from '../disk/file-access.js';
import { openResultFile, type ResultTable } from './content/result-file.js';
import { columnName, columnOf, isLong } from './content/table-columns.js';
import { resultFormats } from './formats/result-formats.js';
import { readOutcomeList } from './read-outcomes.js';

/** Results of runs in a file or folder, counted. */
export interface ResultsCount {
  readonly systems: number;
  readonly tasks: number;
  readonly runs: number;
  /** The names of their formats, for readers. */
  readonly titles: readonly string[];
}

/** The results of runs in a path. */
export interface ResultsHeld {
  /** Undefined if there are none, or if the table may list tasks instead. */
  readonly count: ResultsCount | undefined;
  readonly read: RunResults | undefined;
}

/** More rows take too long to read again. */
const mostRows = 200_000;

/** Looks for results at a path; `tasks` is the number of tasks if its rows were tasks. */
export async function resultsIn(path: string, tasks: number): Promise<ResultsHeld> {
  const table = tasks === 0 ? undefined : await resultTable(path);
  if (tasks > 0 && statSync(path).isFile() && (table === undefined || tasks > mostRows)) return none;
  const read = await readOutcomeList([path]);
  const met = new Set(read.files.filter((file) => file.outcomes > 0).map(({ format }) => format));
  const isResults = (mayBeTasks: boolean) => !mayBeTasks || tasks === 0 || isCertain(table, read.outcomes);
  const known = resultFormats.filter(({ name, mayBeTasks = false }) => met.has(name) && isResults(mayBeTasks));
  if (known.length === 0) return { count: undefined, read };
  const systems = new Set<string>();
  const names = new Set<string>();
  for (const { configuration, taskId, benchmark } of read.outcomes) {
    systems.add(configuration);
    names.add(JSON.stringify([benchmark, taskId]));
  }
  const titles = known.map(({ title }) => title).sort(compareText);
  return {
    count:
      systems.size === 0 ? undefined : { systems: systems.size, tasks: names.size, runs: read.outcomes.length, titles },
    read,
  };
}

const none: ResultsHeld = { count: undefined, read: undefined };

const taskFields: ReadonlySet<string> = new Set(sourceFields.map(({ name }) => name));

/** The table in a file if its columns may be results; otherwise undefined. */
async function resultTable(path: string): Promise<ResultTable | undefined> {
  if (!statSync(path).isFile()) return undefined;
  try {
    const content = await openResultFile(path);
    if (content.kind !== 'table') return undefined;
    const { table } = content;
    const mayBeResults = isLong(table, undefined) ? isRun(table) || hasVerdict(table) : hasSystems(table);
    return mayBeResults ? table : undefined;
  } catch {
    // Reading it as tasks reports why it can't be read.
    return undefined;
  }
}

/** Whether rows differ by the system or attempt. */
function isRun(table: ResultTable): boolean {
  return (['configuration', 'agent', 'model', 'run', 'attempt', 'trials'] as const).some(
    (role) => columnOf(table, role, undefined) !== undefined,
  );
}

/** Whether a column has a name that only results have; a score may be anything. */
function hasVerdict(table: ResultTable): boolean {
  const column = columnOf(table, 'result', undefined);
  return column !== undefined && columnName(column) !== 'score';
}

/** Whether every column besides the task may be a system. */
function hasSystems(table: ResultTable): boolean {
  const [task, benchmark] = [columnOf(table, 'task', undefined), columnOf(table, 'benchmark', undefined)];
  const others = table.columns.filter((column) => column !== task && column !== benchmark);
  return (
    others.length > 1 && others.every((column) => !taskFields.has(columnName(column)) && !/^(?:is|has)_/i.test(column))
  );
}

/** Whether rows that were read as results can't be tasks. */
function isCertain(table: ResultTable | undefined, outcomes: OutcomeList): boolean {
  if (table === undefined) return false;
  const isWide = !isLong(table, undefined);
  const seen = new Set<string>();
  for (const { benchmark, taskId, reward } of outcomes) {
    if (isWide && reward !== 0 && reward !== 1) return false;
    seen.add(JSON.stringify([benchmark, taskId]));
  }
  if (isWide || isRun(table)) return true;
  return seen.size < outcomes.length || table.columns.every((column) => !taskFields.has(columnName(column)));
}
