import { dirname, isAbsolute, relative, sep } from 'node:path';
import { dayOf } from '../core/model/date.js';
import { type Fault, type PoolError, placeText } from '../core/model/errors.js';
import type { BenchmarkPlan, DerivationRule, Plan } from '../core/model/plan.js';
import { type Condition, conditionHolds } from '../core/model/select-rule.js';
import { type Field, fieldValue, type Pool, type PoolProblem, type Task } from '../core/model/task.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { isTotalsName } from '../core/text/totals-name.js';
import { compareText, visibleText } from '../core/text/words.js';
import { assembleTask } from './assemble-task.js';
import { languageName } from './facts/languages.js';
import type { TaskFacts } from './facts/task-facts.js';
import { type Found, type FoundTask, isKept } from './found.js';
import type { JoinedTables } from './join-tables.js';
import { keptNotes, keptTask } from './kept-pool.js';
import { columnReadings, NumberDoubts, readByColumn } from './number-doubts.js';
import { poolError } from './pool-error.js';
import type { SourceSettings } from './pool-table/pool-row.js';

/**
 * The pool of a benchmark, read from its source, without records that name another benchmark.
 * @throws PoolError if every record belongs to other benchmarks, or the plan does not fit a pool table.
 */
export function poolOf(reading: SourceContents, benchmark: BenchmarkPlan, plan: Plan): Pool {
  const tasks: Task[] = [];
  const table = keptNotes(reading, benchmark, (found) => placeOf(found, reading));
  const { where } = table ?? reading;
  const problems: PoolProblem[] = [...(table?.problems ?? [])];
  const others = new Set<string>();
  const assembler = new TaskAssembler(reading, benchmark, plan);
  const rows = new RepeatedRows();
  const doubts = new NumberDoubts(plan.fields);
  const ways = columnReadings(factsIn(reading.found));
  let [own, outside] = [0, table?.outside ?? 0];
  for (const each of reading.found) {
    if (each.kind !== 'task') {
      problems.push(problemOf(each, reading));
      continue;
    }
    const found = ways.size === 0 ? each : { ...each, facts: readByColumn(each.facts, ways) };
    if (found.facts.benchmark !== undefined && found.facts.benchmark !== benchmark.name) {
      others.add(found.facts.benchmark);
      continue;
    }
    own += 1;
    if (isKept(found)) {
      const task = keptTask(found.facts.kept.task, plan.fields);
      if ('broken' in task) problems.push(problemOf({ ...found, kind: 'problem', reason: task.broken }, reading));
      else if (where === undefined || conditionHolds(where, task)) tasks.push(task);
      else outside += 1;
      continue;
    }
    const same = rows.repeats(found);
    if (same !== undefined) {
      const places =
        same.path === found.path
          ? `${rowsNoun(found)} ${same.row} and ${found.row}`
          : [same, found].map((each) => placeText(placeOf(each, reading))).join(' and ');
      problems.push({
        ...repeatedRow,
        place: placeOf(found, reading),
        odd: { field: 'id', value: visibleText(`${found.facts.id} in ${places}`, 100) },
      });
      continue;
    }
    const { task, remarks } = assembler.assemble(found);
    if (where !== undefined && !conditionHolds(where, task)) {
      outside += 1;
      continue;
    }
    reading.joined?.count(found.facts);
    tasks.push(task);
    doubts.count(task, remarks);
    for (const remark of remarks) problems.push({ ...remark, place: placeOf(found, reading) });
  }
  if (own === 0 && others.size > 0 && !problems.some(({ code }) => code === 'pool/unreadable')) {
    throw nothingHere(benchmark.name, [...others].sort(compareText), reading);
  }
  for (const problem of table?.incomplete ?? []) problems.push(problem);
  for (const problem of reading.joined?.problems(benchmark) ?? []) problems.push(problem);
  const places = new Map(
    [...rows.others].map(([id, all]) => [id, all.map((each) => placeText(placeOf(each, reading)))]),
  );
  return {
    tasks,
    problems: problems.filter((problem) => doubts.confirms(problem)),
    ...(where === undefined && table?.outside === undefined ? {} : { outside }),
    ...(places.size === 0 ? {} : { repeatedIds: places }),
  };
}

function* factsIn(all: readonly Found[]): Generator<TaskFacts> {
  for (const found of all) if (found.kind === 'task') yield found.facts;
}

/** Makes tasks from the findings of a source for one benchmark. */
export class TaskAssembler {
  readonly #reading: Omit<SourceContents, 'found'>;
  readonly #benchmark: BenchmarkPlan;
  readonly #plan: Plan;
  readonly #labels: Map<string, string> | undefined;
  readonly #folders = new Map<string, string>();

  /** @param options Whether the tasks are kept in memory and share their labels. */
  constructor(
    reading: Omit<SourceContents, 'found'>,
    benchmark: BenchmarkPlan,
    plan: Plan,
    { keepsLabels = true }: { readonly keepsLabels?: boolean } = {},
  ) {
    this.#labels = keepsLabels ? new Map() : undefined;
    this.#reading = reading;
    this.#benchmark = benchmark;
    this.#plan = plan;
  }

  /** The task with warnings about it. `source.where` is not applied. */
  assemble(found: FoundTask): { readonly task: Task; readonly remarks: readonly PoolProblem[] } {
    const { joined, trust, derivations } = this.#reading;
    const facts = joined?.join(found.facts) ?? found.facts;
    const assembled = assembleTask(facts, {
      benchmark: this.#benchmark.name,
      fields: this.#plan.fields,
      trust,
      taskDir: facts.taskDir ?? folderOf(found, this.#reading, this.#folders),
      contents: found.contents && (joined?.contents(found.facts, found.contents) ?? found.contents),
      labels: this.#labels,
    });
    const task = deriveFields(assembled, derivations, this.#plan.fields);
    const isOpen = task.id !== task.id.trim();
    const isTotal = isTotalsName(task.id);
    if (!isOpen && !isTotal && found.unhashed === undefined && facts.remarks.length === 0)
      return { task, remarks: noRemarks };
    const remarks: PoolProblem[] = isOpen
      ? [{ ...openId, odd: { field: 'id', value: visibleText(task.id, 100) } }]
      : [];
    if (isTotal) remarks.push({ ...totalsRow, odd: { field: 'id', value: visibleText(task.id, 100) } });
    for (const remark of found.unhashed ?? []) remarks.push({ code: 'pool/partly-hashed', message: `${remark}.` });
    for (const remark of facts.remarks) {
      const odd = facts.odd?.find((each) => each.remark === remark);
      remarks.push({
        code: 'pool/remark',
        message: `${remark}.`,
        ...(odd === undefined
          ? {}
          : {
              odd: {
                field: odd.field,
                value: odd.value,
                ...(odd.isList ? { isList: true } : {}),
                ...(odd.doubt === undefined ? {} : { doubt: odd.doubt }),
                ...(odd.doubt === 'digits' ? { task: task.id } : {}),
              },
            }),
      });
    }
    return { task, remarks };
  }
}

const noRemarks: readonly PoolProblem[] = [];

const openId = {
  code: 'pool/remark',
  message: 'the id starts or ends with whitespace. Winnow keeps it, but also accepts the id without it.',
};

export const totalsRow = {
  code: 'pool/totals-row',
  message:
    'the id looks like that of a totals row, but the row counts as a task; if it is one, remove it from the file.',
};

const repeatedRow = {
  code: 'pool/repeated-row',
  message: 'the row is identical to another row and is counted once.',
};

/** Rows are numbered by the line on which they begin, except in files that are not read line by line. */
function rowsNoun({ path }: FoundTask): string {
  return /\.(?:parquet|json)(?:\.\w+)?$/i.test(path) ? 'rows' : 'lines';
}

/** A finding other than a task, as a problem of the pool. */
export function problemOf(found: Exclude<Found, FoundTask>, reading: Pick<SourceContents, 'base'>): Fault {
  const code = found.kind === 'problem' ? (found.code ?? 'pool/unreadable') : 'pool/passed-over';
  return { code, message: `${found.reason}.`, place: placeOf(found, reading) };
}

/** The error for a benchmark without records; `others` are the benchmarks in the file. */
function nothingHere(benchmark: string, others: readonly string[], { found: [first] }: SourceContents): PoolError {
  const message = `no row belongs to benchmark "${benchmark}".${didYouMean(benchmark, others)} Benchmarks in the file: ${others.join(', ')}.`;
  const hint = 'The key of a benchmark in the plan must match its name in the file.';
  return poolError('pool/empty', message, hint, first && { file: first.path });
}

/** The place of a finding. */
export function placeOf(found: Found, { base }: Pick<SourceContents, 'base'>): NonNullable<Fault['place']> {
  const row = 'row' in found ? found.row : undefined;
  const file = shownPath(found.path, base);
  return row === undefined ? { file } : { file, line: row };
}

function folderOf(
  { path, row, format }: FoundTask,
  { base, inFolders }: Omit<SourceContents, 'found'>,
  folders: Map<string, string>,
): string | undefined {
  if (!inFolders) return undefined;
  if (format.kind === 'folder' || row === undefined) return shownPath(path, base);
  // The rows of a file are in one folder, whose text they share.
  const folder = folders.get(path) ?? shownPath(dirname(path), base);
  folders.set(path, folder);
  return folder;
}

/** A path that is the same on every machine: relative to the base, with slashes. */
export function shownPath(path: string, base: string): string {
  const below = base === '' ? path : relative(base, path);
  // Relative even outside the base, so that the same layout of files gives the same text on every machine.
  return (isAbsolute(below) ? path : below === '' ? '.' : below).split(sep).join('/');
}

/** The findings of a source for one benchmark. */
export interface SourceContents {
  readonly found: readonly Found[];
  /** The base of displayed paths; a path outside it is shown unchanged. */
  readonly base: string;
  /** By field, the origin of the label that wins. */
  readonly trust: ReadonlyMap<string, string>;
  /** Whether the tasks are folders below `base`, whose paths become their `task_dir`. */
  readonly inFolders: boolean;
  /** Side tables with more fields of the tasks. */
  readonly joined?: JoinedTables;
  readonly derivations: readonly DerivationRule[];
  /** The condition that tasks of the pool meet. */
  readonly where: Condition | undefined;
  /** The plan's settings for reading sources. A pool table must match one of them. */
  readonly settings?: readonly SourceSettings[];
  /** Whether a pool table was read instead of the plan's sources. */
  readonly replacesSource?: true;
}

/** The task with fields that the plan extracts from other fields, unless its source gives them; marked as derived. */
export function deriveFields(task: Task, rules: readonly DerivationRule[], fields: ReadonlyMap<string, Field>): Task {
  let derived = task;
  for (const { field, from, pattern, value } of rules) {
    const text = fieldValue(derived, from);
    if (derived.fields[field] !== undefined || text === undefined) continue;
    const parts = matchPattern(pattern, String(text));
    const cut = parts && cutValue(value, parts, fields.get(field));
    if (cut === undefined) continue;
    derived = {
      ...derived,
      fields: { ...derived.fields, [field]: field === 'language' && typeof cut === 'string' ? languageName(cut) : cut },
      provenance: { ...derived.provenance, [field]: 'derived' },
    };
  }
  return derived;
}

const names = /\{(\w+)\}/g;

/**
 * The values of a pattern's names in a text; undefined if the pattern does not match the whole text. Each name matches
 * at least one character and as many as possible, the first name most greedily. Takes one pass over the text per name.
 */
export function matchPattern(pattern: string, text: string): ReadonlyMap<string, string> | undefined {
  const keys = [...pattern.matchAll(names)].map(([, name = '']) => name);
  const literals = pattern.split(/\{\w+\}/);
  const found = new Map<string, string>();
  let end = text.length;
  // From the right: the last place that leaves a character for the next name leaves most for this one.
  for (let i = keys.length; i > 0; i -= 1) {
    const literal = literals[i] ?? '';
    const isLast = i === keys.length;
    const at = isLast ? end - literal.length : text.lastIndexOf(literal, end - literal.length - 1);
    if (at < 1 || !text.startsWith(literal, at)) return undefined;
    if (!isLast) found.set(keys[i] ?? '', text.slice(at + literal.length, end));
    end = at;
  }
  const head = literals[0] ?? '';
  if (keys.length === 0) return undefined;
  if (!text.startsWith(head) || head.length >= end) return undefined;
  found.set(keys[0] ?? '', text.slice(head.length, end));
  return found;
}

function cutValue(
  template: string,
  parts: ReadonlyMap<string, string>,
  field: Field | undefined,
): string | number | undefined {
  const text = template.replaceAll(names, (_, name: string) => parts.get(name) ?? '').trim();
  if (text === '') return undefined;
  if (field?.kind === 'date') return dayOf(text);
  if (field?.kind !== 'number') return text;
  const number = Number(text);
  return Number.isFinite(number) && (number >= 0 || field.negative === true) ? number : undefined;
}

/** Finds tasks with the same id: identical rows of a table, and different tasks. */
class RepeatedRows {
  readonly #first = new Map<string, FoundTask>();
  readonly #others = new Map<string, FoundTask[]>();

  /** The earlier row that is identical to this one; undefined if this is the first with its id, or differs. */
  repeats(found: FoundTask): FoundTask | undefined {
    const { id } = found.facts;
    const first = this.#first.get(id);
    if (first === undefined) {
      this.#first.set(id, found);
      return undefined;
    }
    if (isSameRow(first, found)) return first;
    const others = this.#others.get(id);
    if (others === undefined) this.#others.set(id, [first, found]);
    else others.push(found);
    return undefined;
  }

  /** By id, the different tasks that share it. */
  get others(): ReadonlyMap<string, readonly FoundTask[]> {
    return this.#others;
  }
}

/** Whether two rows are equal, by the hashes of their contents. */
function isSameRow(one: FoundTask, other: FoundTask): boolean {
  const [own, others] = [one.contents, other.contents];
  if (own === undefined || others === undefined || one.row === undefined || other.row === undefined) return false;
  return own.marks === others.marks && own.names.join('\n') === others.names.join('\n');
}

/** The maximum number of tasks read into memory. A database can count more. */
export const mostInMemory = 2_000_000;
