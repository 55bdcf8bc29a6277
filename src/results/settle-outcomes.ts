import { basename, dirname, join } from 'node:path';
import { at, itemAt, ListView } from '../core/lists/lists.js';
import { placeText } from '../core/model/errors.js';
import type { Outcome, OutcomeList } from '../core/model/outcome.js';
import { PooledColumns, pooledWarning, pooledWords } from '../core/outcomes/pooled-columns.js';
import { compareText, countOf, joinWords, quotedWord, visibleText } from '../core/text/words.js';
import type { ReadingNotes } from './content/reading-notes.js';
import { meantColumn } from './content/table-columns.js';
import { Names } from './formats/found-rows.js';
import { stemOf, withoutCounts } from './formats/names.js';
import type { FoundList, FoundOutcome, OutcomeOptions } from './formats/result-format.js';
import { giveOneName, keepApart, tellApart } from './name-results.js';
import { givenPaths, hashOf, withoutSnapshots } from './without-snapshots.js';

interface SettleOptions extends OutcomeOptions {
  /** Whether a table names the arm of each run. */
  readonly hasArm: boolean;
}

/**
 * Combines the results of files into one list: copies count once, systems get unique names, runs are named, attempts
 * numbered, statuses decided, in one order. The list refers to the found results and copies nothing.
 */
export function settleOutcomes(found: FoundList, options: SettleOptions, notes: ReadingNotes): OutcomeList {
  const { passAt = 1 } = options;
  const all = withoutCopies(found, notes);
  const configurationOf = tellApart({ [Symbol.iterator]: () => listed(found, all) }, options, notes);
  const own = withoutSnapshots(found, all, configurationOf, options, notes);
  const named = nameRuns(found, own, configurationOf);
  warnOfUnnumberedRuns(found, named, options, notes);
  warnOfTwins(found, named, notes);
  const sorted = sortedRows(named);
  const advice = warnOfPooling(found, named, sorted, options, notes);
  const { order, attempts } = numberAttempts(found, named, sorted, advice, notes);
  return new ListView(order.length, (i) => {
    const row = at(order, i);
    const run = named.names.nameOf(at(named.runs, row)) ?? '';
    const names = { run, attempt: at(attempts, i), configuration: configurationAt(named, row) };
    return settled(foundAt(found, named, row), names, passAt);
  });
}

function foundAt(found: FoundList, { indexes }: NamedRows, row: number): FoundOutcome {
  return itemAt(found, at(indexes, row));
}

function configurationAt({ names, configurations }: NamedRows, row: number): string {
  return names.nameOf(at(configurations, row)) ?? '';
}

/** The same result in two files counts once; different results are an error. */
function withoutCopies(found: FoundList, notes: ReadingNotes): Uint32Array {
  const firsts = new Map<string, { first: FoundOutcome; readonly slot: number }>();
  const copies: Copies = new Map();
  const kept = new Uint32Array(found.length);
  let [index, count] = [-1, 0];
  for (const outcome of found) {
    index += 1;
    const { identity } = outcome;
    const copied = identity === undefined ? undefined : firsts.get(identity);
    // A repeated result within one file isn't a copy.
    if (copied !== undefined && copied.first.place.file !== outcome.place.file) {
      noteCopy(copied.first, outcome, copies, notes);
      // An evaluation without a verdict doesn't contradict one with a verdict.
      if (!isScored(outcome) || isScored(copied.first)) continue;
      copied.first = outcome;
      kept[copied.slot] = index;
      continue;
    }
    if (identity !== undefined && copied === undefined) firsts.set(identity, { first: outcome, slot: count });
    kept[count] = index;
    count += 1;
  }
  for (const { results, file, first, isNamesake } of copies.values()) {
    const message = (n: number) =>
      `Skipped ${countOf(n, 'duplicate result')}. For example, "${visibleText(file, 200)}" repeats results from "${visibleText(first, 200)}". ${giveOneName}`;
    // A run's report and the reports of its tasks share one result each; two reports of a run share many.
    if (results > 1 || isNamesake) notes.warn('outcomes/same-report', message, { count: results });
  }
  return kept.subarray(0, count);
}

/** Shared results, by pair of files, or by pair of runs if both files are trials with the same file name. */
type Copies = Map<
  string,
  { results: number; readonly file: string; readonly first: string; readonly isNamesake: boolean }
>;

function noteCopy(first: FoundOutcome, outcome: FoundOutcome, copies: Copies, notes: ReadingNotes): void {
  const [file = '', other = ''] = [outcome.place.file, first.place.file];
  if (isScored(first) !== isScored(outcome)) {
    const message = (n: number) =>
      `${countOf(n, 'run has', 'runs have')} a score in one file and none in another. Winnow counts the score.`;
    notes.warn('outcomes/unscored-copy', message, { file: isScored(first) ? file : other });
  } else if (JSON.stringify(first.verdict) !== JSON.stringify(outcome.verdict)) twice(first, outcome, notes);
  const isNamesake = basename(file) === basename(other);
  const [one, two] = isNamesake ? [dirname(dirname(file)), dirname(dirname(other))] : [file, other];
  const shared = copies.get(`${one}\n${two}`) ?? { results: 0, file, first: other, isNamesake };
  copies.set(`${one}\n${two}`, shared);
  shared.results += 1;
}

function isScored({ verdict }: FoundOutcome): boolean {
  return typeof verdict === 'object';
}

function* listed(found: FoundList, indexes: Uint32Array): Generator<FoundOutcome> {
  for (const index of indexes) yield itemAt(found, index);
}

/** The results found, in columns: the place, and names by number. */
type NamedRows = ReturnType<typeof nameRuns>;

/** Files of one system without a run id are distinguished by their names. */
function nameRuns(found: FoundList, indexes: Uint32Array, configurationOf: (outcome: FoundOutcome) => string) {
  const names = new Names();
  const column = () => new Uint32Array(indexes.length);
  const rows = { names, indexes, tasks: column(), benchmarks: column(), configurations: column(), runs: column() };
  const files = new Map<string, Set<string>>();
  const keyOf = (benchmark = 0, configuration = 0) => `${benchmark} ${configuration}`;
  let row = -1;
  for (const outcome of listed(found, indexes)) {
    row += 1;
    const [benchmark, configuration] = [names.numberOf(outcome.benchmark), names.numberOf(configurationOf(outcome))];
    rows.tasks[row] = names.numberOf(outcome.taskId);
    rows.benchmarks[row] = benchmark;
    rows.configurations[row] = configuration;
    rows.runs[row] = names.numberOf(outcome.run);
    const key = keyOf(benchmark, configuration);
    files.set(key, (files.get(key) ?? new Set()).add(outcome.place.file ?? ''));
  }
  const noName = names.numberOf('');
  for (row = 0; row < indexes.length; row++) {
    if (rows.runs[row] !== 0) continue;
    const key = keyOf(rows.benchmarks[row], rows.configurations[row]);
    const isOnly = (files.get(key)?.size ?? 0) < 2;
    rows.runs[row] = isOnly ? noName : names.numberOf(foundAt(found, rows, row).place.file ?? '');
  }
  return rows;
}

/** A system of tables that don't number their runs: its files by task, and the tasks that several files have. */
interface Unnumbered {
  readonly fileOf: Map<number, string>;
  readonly files: Set<string>;
  readonly shared: Set<number>;
}

/** Warns about files with scored results of one system on the same tasks, which count as runs although nothing says so. */
function warnOfUnnumberedRuns(
  found: FoundList,
  rows: NamedRows,
  { systems: given }: OutcomeOptions,
  notes: ReadingNotes,
): void {
  const givenPath = givenPaths(given);
  const systems = new Map<string, Unnumbered>();
  const noName = rows.names.numberOf('');
  rows.runs.forEach((run, row) => {
    // The system has only this file.
    if (run === noName) return;
    const { place, run: own, source, identity, verdict } = foundAt(found, rows, row);
    if (own !== undefined || source !== undefined || identity !== undefined || typeof verdict === 'string') return;
    const [task, { file = '' }] = [at(rows.tasks, row), place];
    const key = JSON.stringify([rows.benchmarks[row], configurationAt(rows, row)]);
    const system = systems.get(key) ?? { fileOf: new Map(), files: new Set(), shared: new Set() };
    systems.set(key, system);
    const first = system.fileOf.get(task) ?? file;
    system.fileOf.set(task, first);
    if (first === file) return;
    system.files.add(first).add(file);
    system.shared.add(task);
  });
  for (const [key, { files, shared }] of systems) {
    const paths = [...files].sort(compareText);
    const areNumbered = new Set(paths.map((path) => withoutCounts(join(dirname(path), stemOf(path))))).size < 2;
    const areNamed = new Set(paths.map((path) => givenPath(path) ?? '').filter(Boolean)).size === paths.length;
    if (areNumbered || areNamed) continue;
    const [, name = ''] = JSON.parse(key) as readonly [number, string];
    const shown = paths.slice(0, mostShown).map((path) => `"${visibleText(path, 200)}"`);
    const more = paths.length > mostShown ? [`${paths.length - mostShown} more`] : [];
    const message = () =>
      `${joinWords([...shown, ...more])} have results of "${visibleText(name, 80)}" for the same ${countOf(shared.size, 'task')} without a run number, so they count as repeated runs. If one replaces another, leave the old one out. ${keepApart}`;
    notes.warn('outcomes/run-ids', message, { about: key });
  }
}

const mostShown = 5;

/** With more results, Winnow doesn't look for equal systems. */
const mostCompared = 250_000;
/** With fewer results, two systems often agree by chance. */
const fewestTwins = 10;

/** Warns about systems with identical results, run by run on each task: one of them is probably a copy. */
function warnOfTwins(found: FoundList, rows: NamedRows, notes: ReadingNotes): void {
  if (rows.indexes.length > mostCompared) return;
  const systems = new Map<
    string,
    { name: string; file: string; runs: { task: number; hash: number }[]; verdicts: Set<string> }
  >();
  rows.configurations.forEach((_, row) => {
    const outcome = foundAt(found, rows, row);
    const [name, { file = '' }] = [configurationAt(rows, row), outcome.place];
    const key = JSON.stringify([outcome.benchmark, name]);
    const system = systems.get(key) ?? { name, file, runs: [], verdicts: new Set() };
    systems.set(key, system);
    system.runs.push({ task: at(rows.tasks, row), hash: hashOf(outcome.benchmark ?? '', outcome) });
    system.verdicts.add(JSON.stringify(outcome.verdict));
  });
  const firsts = new Map<string, string>();
  for (const { name, file, runs, verdicts } of systems.values()) {
    // Systems that pass or fail everything are alike without being copies.
    if (runs.length < fewestTwins || verdicts.size < 2) continue;
    // Rows may be in any order, but a copy has the runs of a task in the same order.
    const content = runs
      .sort((a, b) => a.task - b.task)
      .map(({ hash }) => hash)
      .join(' ');
    const first = firsts.get(content);
    firsts.set(content, first ?? name);
    if (first === undefined) continue;
    const pair = `"${visibleText(name, 80)}" and "${visibleText(first, 80)}"`;
    const message = (n: number) =>
      `${n === 1 ? pair : `${n} systems have the same results as another system. For example, ${pair}`} have identical results (${countOf(runs.length, 'run')}). If one is a copy, leave it out.`;
    notes.warn('outcomes/same-systems', message, { file });
  }
}

/** Warns about systems whose runs of each task differ in an unused column, as if several were pooled; advice by system. */
function warnOfPooling(
  found: FoundList,
  rows: NamedRows,
  sorted: Uint32Array,
  { systems: given, hasArm }: SettleOptions,
  notes: ReadingNotes,
): ReadonlyMap<string, string> {
  const systems = new Map<string, { readonly first: FoundOutcome; readonly columns: PooledColumns }>();
  for (const group of groupsOf(sorted, [rows.tasks, rows.benchmarks, rows.configurations])) {
    if (group.length < 2) continue;
    const runs = [...group].map((row) => foundAt(found, rows, row));
    const name = configurationAt(rows, at(group, 0));
    const system = systems.get(name) ?? { first: itemAt(runs, 0), columns: new PooledColumns() };
    systems.set(name, system);
    system.columns.add(runs);
  }
  const givenPath = givenPaths(given);
  const advice = new Map<string, string>();
  for (const [name, { first, columns: all }] of systems) {
    const columns = all.found;
    if (columns.length === 0) continue;
    // If columns name the system, the option must not replace them.
    const isNamed = first.source === undefined && givenPath(first.place.file ?? '') === undefined;
    const remedy =
      isNamed && hasArm
        ? 'name each system in one column and add --columns configuration=COLUMN'
        : `add --columns ${quotedWord(`${isNamed ? 'arm' : 'configuration'}=${columns[0]?.column}`)}`;
    advice.set(name, `To count the values of ${pooledWords(columns)} as different systems, ${remedy}. `);
    const systemWords = (n: number) => (n > 1 ? `${n} systems` : `"${visibleText(name, 80)}"`);
    const message = (n: number) => pooledWarning(systemWords(n), columns, remedy);
    notes.warn('outcomes/pooled', message, { about: remedy });
  }
  return advice;
}

/** Sorted rows in groups that have the same numbers in some columns. */
function* groupsOf(sorted: Uint32Array, columns: readonly Uint32Array[]): Generator<Uint32Array> {
  const isSame = (a: number, b: number) => columns.every((column) => column[a] === column[b]);
  for (let start = 0, end = 0; start < sorted.length; start = end) {
    while (end < sorted.length && isSame(at(sorted, start), at(sorted, end))) end += 1;
    yield sorted.subarray(start, end);
  }
}

/** The rows in the order of the results, numbered by attempt. Of two rows for one attempt, the first is kept. */
function numberAttempts(
  found: FoundList,
  rows: NamedRows,
  sorted: Uint32Array,
  advice: ReadonlyMap<string, string>,
  notes: ReadingNotes,
) {
  const order = new Uint32Array(sorted.length);
  const attempts = new Float64Array(sorted.length);
  const doubles: Double[] = [];
  let count = 0;
  for (const group of groupsOf(sorted, [rows.tasks, rows.benchmarks, rows.configurations, rows.runs])) {
    for (const { row, attempt } of numbered(found, rows, group, doubles)) {
      order[count] = row;
      attempts[count] = attempt;
      count += 1;
    }
  }
  for (const { first, second } of doubles.sort((a, b) => a.group - b.group))
    twice(first, second, notes, advice.get(second.configuration));
  return { order: order.subarray(0, count), attempts: attempts.subarray(0, count) };
}

/** Two results for one attempt, and the row that their group starts with. */
interface Double {
  readonly group: number;
  readonly first: FoundOutcome;
  readonly second: FoundOutcome;
}

/** The attempts of one system and run at one task, in order. */
function numbered(found: FoundList, rows: NamedRows, group: Uint32Array, doubles: Double[]) {
  if (group.length === 1) {
    const row = at(group, 0);
    return [{ row, attempt: foundAt(found, rows, row).attempt ?? 1 }];
  }
  const runs = [...group].map((row) => ({ row, outcome: foundAt(found, rows, row) }));
  const areRepeats = runs.every(({ outcome: { attempt, repeat } }) => attempt === undefined && repeat !== undefined);
  if (areRepeats) runs.sort((a, b) => compareText(a.outcome.repeat ?? '', b.outcome.repeat ?? ''));
  const seen = new Map<string, FoundOutcome>();
  const kept = runs.flatMap(({ row, outcome }) => {
    const key = areRepeats ? (outcome.repeat ?? '') : String(outcome.attempt ?? 1);
    const first = seen.get(key);
    if (first !== undefined && !isRetry(first, outcome)) {
      doubles.push({ group: at(group, 0), first, second: { ...outcome, configuration: configurationAt(rows, row) } });
      return [];
    }
    // The scored one, if any, represents the attempt.
    if (first === undefined || isScored(outcome)) seen.set(key, outcome);
    return [{ row, attempt: areRepeats ? seen.size : (outcome.attempt ?? 1) }];
  });
  return kept.sort((a, b) => a.attempt - b.attempt);
}

/** Whether two results for an attempt are a retry, because one has no score. In reports by task, they conflict. */
function isRetry(first: FoundOutcome, second: FoundOutcome): boolean {
  if (first.identity !== undefined || second.identity !== undefined) return false;
  return !isScored(first) || !isScored(second);
}

/** The rows by task, benchmark, configuration and run; those found first come first. */
function sortedRows({ names, tasks, benchmarks, configurations, runs }: NamedRows): Uint32Array {
  const ranks = new Uint32Array(names.all.length);
  [...names.all.keys()]
    .sort((a, b) => compareText(names.all[a] ?? '', names.all[b] ?? ''))
    .forEach((number, rank) => {
      ranks[number] = rank;
    });
  const columns = [tasks, benchmarks, configurations, runs];
  const sorted = Uint32Array.from(tasks, (_, row) => row);
  return sorted.sort((a, b) => {
    for (const column of columns) {
      const [one, two] = [column[a] ?? 0, column[b] ?? 0];
      if (one !== two) return (ranks[one] ?? 0) - (ranks[two] ?? 0);
    }
    return a - b;
  });
}

function twice(first: FoundOutcome, second: FoundOutcome, notes: ReadingNotes, advice = ''): void {
  const attempt = second.attempt === undefined ? '' : `, attempt ${second.attempt}`;
  const message = `"${visibleText(second.configuration, 80)}" has two results for "${visibleText(second.taskId, 80)}"${attempt}: here and in ${placeText(first.place)}.`;
  const misspelt = Object.keys(second.fields ?? {}).flatMap((column) => {
    const meant = meantColumn(column);
    return meant === undefined ? [] : [`The column "${visibleText(column, 40)}" is unknown; did you mean "${meant}"? `];
  });
  const isTable = second.identity === undefined;
  const keep = isTable
    ? 'number them as runs or attempts (in a table, with a column called run or attempt)'
    : 'name the system of each path with --name NAME=PATH, and give runs of one system the same name';
  const canKeep = isTable || first.place.file !== second.place.file;
  const hint = `${misspelt[0] ?? ''}${advice}${advice === '' ? 'Remove' : 'Otherwise, remove'} one.${canKeep ? ` If both count, ${keep}.` : ''}`;
  notes.fault('outcomes/twice', message, { place: second.place, hint });
}

function settled(
  { taskId, benchmark, verdict, costUsd, durationMs, digests, fields, error, place }: FoundOutcome,
  { configuration, run, attempt }: Pick<Outcome, 'configuration' | 'run' | 'attempt'>,
  passAt: number,
): Outcome {
  const reward = typeof verdict === 'string' ? undefined : verdict.reward;
  const status = typeof verdict === 'string' ? verdict : verdict.reward >= passAt ? 'passed' : 'failed';
  const scored = { taskId, benchmark, configuration, run, attempt, status, reward } as const;
  return { ...scored, costUsd, durationMs, digests, error, fields, place };
}
