import { basename } from 'node:path';
import { EngineError, type Fault } from '../core/model/errors.js';
import type { OutcomeFile, OutcomeList, Outcomes, RunResults } from '../core/model/outcome.js';
import { isRecord } from '../core/model/record.js';
import { filterOutcomes } from '../core/outcomes/task-result.js';
import { compareText, countOf, formatCount, joinWords, visibleText } from '../core/text/words.js';
import { lstatSync, realpathSync, statSync } from '../disk/file-access.js';
import { reasonOf } from '../disk/reason-of.js';
import { judgeRange, ReadingNotes } from './content/reading-notes.js';
import { type Content, openResultFile, type ResultFile, tableOfRows } from './content/result-file.js';
import { columnOf, knownColumns, lacksNamedColumns } from './content/table-columns.js';
import { Reading } from './formats/reading.js';
import { isOfFormat, type OutcomeOptions, type ResultFormat } from './formats/result-format.js';
import { resultFormats } from './formats/result-formats.js';
import { renamed, wantedById, withTaskIds } from './name-results.js';
import { isCalledResults, realPath, resultFiles } from './result-files.js';
import { settleOutcomes } from './settle-outcomes.js';

/** A file and its results; no format if it has none, or can't be read. */
interface Read {
  readonly file: Candidate;
  readonly notes: ReadingNotes;
  readonly format?: ResultFormat;
  readonly reading?: Reading;
  /** Whether it was found, not named, and is known not to have results. */
  readonly isRefused: boolean;
}

/**
 * Reads results from files and folders, in every known format, into one list. The order of paths and folder entries
 * does not matter. A file with an error gives no results.
 */
export async function readOutcomes(paths: readonly string[], options: OutcomeOptions = {}): Promise<Outcomes> {
  const read = await readOutcomeList(paths, options);
  return { ...read, outcomes: [...read.outcomes] };
}

/** Reads results in bounded memory, for millions of runs: each is created on demand. */
export async function readOutcomeList(paths: readonly string[], given: OutcomeOptions = {}): Promise<RunResults> {
  const notes = new ReadingNotes();
  const options = { ...given, isWanted: wantedById(given) };
  const { passAt = 1 } = options;
  if (!(passAt > 0 && passAt <= 1)) {
    notes.fault('outcomes/pass-at', `--pass-at (passAt) is ${passAt}; expected a number above 0 and at most 1.`);
  }
  const named = [...(options.systems?.keys() ?? [])];
  const reads = await readAll(candidates([...paths, ...named], notes), options);
  for (const read of reads) notes.include(read.notes);
  const { countsOnly = false } = options;
  const isSound = ({ faultCount, rewards }: ReadingNotes) => faultCount === 0 && (countsOnly || rewards.outside === 0);
  const whole = reads.filter((read) => isSound(read.notes));
  judgeRange(notes, options);
  const found = withTaskIds(renamed(whole, options, notes), options, notes);
  const outcomes = settleOutcomes(found, passAt, notes);
  warnOfPartialRewards(outcomes, passAt, notes);
  // What was found may be known to be something else, which says more than that there are no results.
  const refused = reads.find(({ isRefused }) => isRefused);
  if (outcomes.length === 0 && notes.faults.length === 0 && refused !== undefined) {
    notes.include((await readResultFile({ ...refused.file, named: true }, options)).notes);
  }
  if (outcomes.length === 0 && notes.faults.length === 0) {
    const searched =
      joinWords([...paths, ...named].sort(compareText).map((path) => visibleText(path, 200))) || 'no path';
    const hint = 'Name the files of results, or the folder of a job or run.';
    notes.fault('outcomes/none', `no results were found in ${searched}.`, { hint });
  }
  const hasDigests = whole.some(({ reading }) => reading?.hasDigests === true);
  return {
    outcomes,
    files: filesRead(reads),
    ...(hasDigests ? { hasDigests } : {}),
    faults: capped(notes),
    warnings: notes.warnings(),
  };
}

/** Every file that the paths lead to, once. */
function candidates(paths: readonly string[], notes: ReadingNotes): readonly Candidate[] {
  return [...new Set(paths)].sort(compareText).flatMap((root): readonly Candidate[] => {
    try {
      // A path that was named may be a link; what is found below it may not.
      const isFolder = statSync(root).isDirectory();
      const real = lstatSync(root).isSymbolicLink() ? realpathSync(root) : root;
      if (!isFolder) return [{ path: root, real, named: true, root }];
      const files = resultFiles(root, notes);
      if (files.length === 0) notes.fault('outcomes/none', 'the folder has no results.', { place: { file: root } });
      return files.map((path) => ({ path, real: path, named: false, root }));
    } catch (cause) {
      notes.fault('outcomes/unreadable', `it cannot be read: ${reasonOf(cause)}.`, { place: { file: root } });
      return [];
    }
  });
}

async function readAll(files: readonly Candidate[], options: OutcomeOptions): Promise<readonly Read[]> {
  const reads = new Map<string, Read>();
  let waiting = files;
  while (waiting.length > 0) {
    const more: Candidate[] = [];
    for (const file of waiting) {
      const key = realPath(file.real);
      if (reads.has(key)) continue;
      const read = await readResultFile(file, options);
      reads.set(key, read);
      for (const path of read.reading?.also ?? []) more.push({ path, real: path, named: false, root: file.root });
    }
    waiting = more;
  }
  return [...reads.values()].sort((a, b) => compareText(a.file.path, b.file.path));
}

function warnOfPartialRewards(outcomes: OutcomeList, passAt: number, notes: ReadingNotes): void {
  const partial = filterOutcomes(outcomes, ({ reward }) => reward !== undefined && reward > 0 && reward < 1);
  const first = partial.at(0);
  if (first === undefined) return;
  const message = (count: number) =>
    `${countOf(count, 'reward')} between 0 and 1, of ${formatCount(outcomes.length)} results: those of at least ${passAt} count as passed, the others as failed (passAt).`;
  notes.warn('outcomes/partial-rewards', message, { file: first.place.file, count: partial.length });
}

function filesRead(reads: readonly Read[]): readonly OutcomeFile[] {
  return reads.flatMap(({ file, format, reading }) =>
    format === undefined || reading === undefined
      ? []
      : [{ file: file.path, format: format.name, outcomes: reading.outcomes.length }],
  );
}

function capped({ faults, untold }: ReadingNotes): readonly Fault[] {
  return untold === 0
    ? faults
    : [...faults, { code: 'outcomes/more', message: `There are ${countOf(untold, 'more error')}.` }];
}

/** A file to read: where it really is, what the user calls it, and whether the user named it or it was found. */
interface Candidate {
  readonly path: string;
  readonly real: string;
  readonly named: boolean;
  /** Which of the user's paths led to it. */
  readonly root: string;
}

/** Reads one file by the first format that recognises it. */
async function readResultFile(file: Candidate, options: OutcomeOptions): Promise<Read> {
  const { path, real, named } = file;
  const notes = new ReadingNotes(path);
  const nothing: Read = { file, notes, isRefused: false };
  let content: Content | undefined;
  try {
    content = await openResultFile(real);
    if (content.kind === 'table' && content.isUnended === true) {
      const message = (n: number) =>
        `${countOf(n, 'table')} without a line break at the end: the last cell may be cut off.`;
      notes.warn('outcomes/no-line-break', message);
    }
    const opened = { path, content };
    const format = resultFormats.find((each) => isOfFormat(each, opened, options));
    const isRefused = format?.isRefused === true && !named;
    const found = format === undefined || isRefused ? asTable(opened, options) : { format, opened };
    if (found === undefined) {
      if (named || (content.kind === 'empty' && isCalledResults(basename(path)))) unrecognised(opened, options, notes);
      else notes.warn('outcomes/passed-over', (n) => `${countOf(n, 'file')} without results skipped.`);
      return { ...nothing, isRefused };
    }
    const reading = new Reading(found.opened, options, notes);
    await found.format.read(reading);
    return { ...nothing, format: found.format, reading };
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    notes.fault('outcomes/unreadable', `it cannot be read: ${reasonOf(cause)}.`);
    return nothing;
  } finally {
    if (content?.kind === 'archive') content.archive.close();
  }
}

/** A single object may be a table of one row: JSON lines of which there is one. */
function asTable(
  { path, content }: ResultFile,
  options: OutcomeOptions,
): { format: ResultFormat; opened: ResultFile } | undefined {
  if (content.kind !== 'document' || !isRecord(content.data)) return undefined;
  const table = tableOfRows([{ data: content.data, place: { line: 1 } }]);
  const opened: ResultFile = { path, content: { kind: 'table', table } };
  const format = resultFormats.find(
    (each) => (each.isRow !== undefined || each.readsLoneRow === true) && isOfFormat(each, opened, options),
  );
  return format === undefined ? undefined : { format, opened };
}

function unrecognised({ path, content }: ResultFile, options: OutcomeOptions, notes: ReadingNotes): void {
  const table = content.kind === 'table' ? content.table : undefined;
  if (content.kind === 'empty') {
    notes.fault('outcomes/empty', 'it is empty.', { hint: 'Was it still being written?' });
  } else if (table !== undefined && table.first === undefined) {
    notes.fault('outcomes/empty', 'the table has no rows.');
  } else if (table !== undefined && lacksNamedColumns(table, options.columns, notes)) {
    return;
  } else if (table !== undefined && columnOf(table, 'task', options.columns) === undefined) {
    const message = `the table has no column for the task: it has ${table.columns.slice(0, 10).join(', ')}.`;
    const hint = `Name it with --columns task=NAME, or call it ${joinWords(knownColumns.task.slice(0, 4), 'or')}.`;
    notes.fault('outcomes/no-task-column', message, { hint });
  } else {
    const formats = resultFormats
      .filter(({ isRefused }) => isRefused !== true)
      .map(({ title, lookedFor }) => `${title}: ${lookedFor}`);
    const hint = `Known are ${formats.join('; ')}.`;
    notes.fault('outcomes/unknown-format', `"${basename(path)}" has no known format of results.`, { hint });
  }
}
