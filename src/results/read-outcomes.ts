import { basename } from 'node:path';
import { EngineError } from '../core/model/errors.js';
import type { Fault } from '../core/model/fault.js';
import type { OutcomeFile, OutcomeList, Outcomes, RunResults } from '../core/model/outcome.js';
import { isRecord } from '../core/model/record.js';
import { filterOutcomes } from '../core/outcomes/outcome-lists.js';
import { compareText } from '../core/text/compare-text.js';
import { countOf, formatCount } from '../core/text/count-of.js';
import { joinWords } from '../core/text/join-words.js';
import { visibleText } from '../core/text/visible-text.js';
import { lstatSync, realpathSync, statSync } from '../disk/file-access.js';
import { reasonOf } from '../disk/reason-of.js';
import { ReadingNotes } from './content/reading-notes.js';
import { type Content, openResultFile, type ResultFile } from './content/result-file.js';
import { tableOfRows } from './content/result-table.js';
import { rangeFault, rangeWarning } from './content/reward-of.js';
import { columnOf, knownColumns, lacksNamedColumns } from './content/table-columns.js';
import type { FoundResults, OutcomeOptions, ResultFormat } from './formats/result-format.js';
import { resultFormats } from './formats/result-formats.js';
import { renamed } from './name-configurations.js';
import { isCalledResults, realPath, resultFiles } from './result-files.js';
import { settleOutcomes } from './settle-outcomes.js';
import { wantedById, withTaskIds } from './task-patterns.js';

/** A file and what came of it. */
interface Read {
  readonly file: Candidate;
  readonly reading: FoundInFile;
  readonly notes: ReadingNotes;
}

/**
 * Reads the results of runs from files and folders, in every format there is, into one list. The order of the paths, and
 * of what folders list, does not change it. A file with a fault gives no outcomes.
 */
export async function readOutcomes(paths: readonly string[], options: OutcomeOptions = {}): Promise<Outcomes> {
  const read = await readOutcomeList(paths, options);
  return { ...read, outcomes: [...read.outcomes] };
}

/** The same in bounded memory, for results of millions of runs: each is made when it is asked for. */
export async function readOutcomeList(paths: readonly string[], given: OutcomeOptions = {}): Promise<RunResults> {
  const notes = new ReadingNotes();
  const options = { ...given, isWanted: wantedById(given) };
  const { passAt = 1 } = options;
  if (!(passAt > 0 && passAt <= 1)) {
    notes.fault('outcomes/pass-at', `--pass-at (passAt) is ${passAt}; expected a number above 0 and at most 1.`, {});
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
  const warned = partialRewards(outcomes, passAt);
  if (warned !== undefined) notes.warn('outcomes/partial-rewards', warned.file, warned.message, warned.count);
  // What was found may be known to be something else, which says more than that there are no results.
  const refused = reads.find(({ reading }) => reading.isRefused === true);
  if (outcomes.length === 0 && notes.faults.length === 0 && refused !== undefined) {
    await readResultFile({ ...refused.file, named: true }, options, notes);
  }
  if (outcomes.length === 0 && notes.faults.length === 0) {
    const searched =
      joinWords([...paths, ...named].sort(compareText).map((path) => visibleText(path, 200))) || 'no path';
    notes.fault(
      'outcomes/none',
      `no results were found in ${searched}.`,
      {},
      'Name the files of results, or the folder of a job or run.',
    );
  }
  const hasDigests = whole.some(({ reading }) => reading.hasDigests === true);
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
      if (files.length === 0) notes.fault('outcomes/none', 'the folder holds no results.', { file: root });
      return files.map((path) => ({ path, real: path, named: false, root }));
    } catch (cause) {
      notes.fault('outcomes/unreadable', `it cannot be read: ${reasonOf(cause)}.`, { file: root });
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
      const notes = new ReadingNotes();
      const reading = await readResultFile(file, options, notes);
      reads.set(key, { file, reading, notes });
      for (const path of reading.also ?? []) more.push({ path, real: path, named: false, root: file.root });
    }
    waiting = more;
  }
  return [...reads.values()].sort((a, b) => compareText(a.file.path, b.file.path));
}

/** Rewards outside their range: an error, or a warning for whoever only counts scores. */
function judgeRange(notes: ReadingNotes, options: OutcomeOptions): void {
  const { rewards } = notes;
  const fault = rangeFault(rewards, options);
  if (fault === undefined) return;
  if (options.countsOnly === true)
    notes.warn('outcomes/reward-range', fault.place?.file ?? '', () => rangeWarning(rewards, options));
  else notes.fault(fault.code, fault.message, fault.place ?? {}, fault.hint);
}

function partialRewards(outcomes: OutcomeList, passAt: number) {
  const partial = filterOutcomes(outcomes, ({ reward }) => reward !== undefined && reward > 0 && reward < 1);
  const first = partial.at(0);
  if (first === undefined) return undefined;
  const message = (count: number) =>
    `${countOf(count, 'reward')} between 0 and 1, of ${formatCount(outcomes.length)} results: those of at least ${passAt} count as passed, the others as failed (passAt).`;
  return { file: first.place.file ?? '', count: partial.length, message };
}

function filesRead(reads: readonly Read[]): readonly OutcomeFile[] {
  return reads.flatMap(({ file, reading: { format, outcomes } }) =>
    format === undefined ? [] : [{ file: file.path, format: format.name, outcomes: outcomes.length }],
  );
}

function capped({ faults, untold }: ReadingNotes): readonly Fault[] {
  return untold === 0
    ? faults
    : [...faults, { code: 'outcomes/more', message: `There are ${countOf(untold, 'more fault')}.` }];
}

/** A file to read: where it really is, what the user calls it, and whether the user named it or it was found. */
interface Candidate {
  readonly path: string;
  readonly real: string;
  readonly named: boolean;
  /** Which of the user's paths led to it. */
  readonly root: string;
}

/** What came of a file; no format when it is none of results, or cannot be read. */
type FoundInFile = FoundResults & {
  readonly format?: ResultFormat;
  /** Whether it is known to be no results, and was found, not named. */
  readonly isRefused?: true;
};

const nothing: FoundInFile = { outcomes: [] };

/** Reads one file by the first format that recognises it. */
async function readResultFile(
  { path, real, named }: Candidate,
  options: OutcomeOptions,
  notes: ReadingNotes,
): Promise<FoundInFile> {
  let content: Content | undefined;
  try {
    content = await openResultFile(real);
    if (content.kind === 'table' && content.isUnended === true) {
      notes.warn(
        'outcomes/no-line-break',
        path,
        (n) => `${countOf(n, 'table')} without a line break at the end: the last cell may be cut off.`,
      );
    }
    const file = { path, content };
    const format = resultFormats.find((each) => each.recognises(file, options));
    if (format === undefined || (format.isRefused === true && !named)) {
      const single = asTable(file, options);
      if (single !== undefined) return await readBy(single.format, single.file, options, notes);
      if (named || (content.kind === 'empty' && isCalledResults(basename(path)))) unrecognised(file, options, notes);
      else notes.warn('outcomes/passed-over', path, (n) => `${countOf(n, 'file')} without results skipped.`);
      return format === undefined ? nothing : { ...nothing, isRefused: true };
    }
    return await readBy(format, file, options, notes);
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    notes.fault('outcomes/unreadable', `it cannot be read: ${reasonOf(cause)}.`, { file: path });
    return nothing;
  } finally {
    if (content?.kind === 'archive') content.archive.close();
  }
}

async function readBy(
  format: ResultFormat,
  file: ResultFile,
  options: OutcomeOptions,
  notes: ReadingNotes,
): Promise<FoundInFile> {
  return { format, ...(await format.read(file, options, notes)) };
}

/** One object alone may be a table of one row: JSON lines of which there is one. */
function asTable(
  { path, content }: ResultFile,
  options: OutcomeOptions,
): { format: ResultFormat; file: ResultFile } | undefined {
  if (content.kind !== 'document' || !isRecord(content.data)) return undefined;
  const table = tableOfRows([{ data: content.data, place: { line: 1 } }]);
  const file: ResultFile = { path, content: { kind: 'table', table } };
  const format = resultFormats.find((each) => each.readsLoneRow === true && each.recognises(file, options));
  return format === undefined ? undefined : { format, file };
}

function unrecognised({ path, content }: ResultFile, options: OutcomeOptions, notes: ReadingNotes): void {
  const place = { file: path };
  if (content.kind === 'empty') {
    notes.fault('outcomes/empty', 'it is empty.', place, 'Was it still being written?');
  } else if (content.kind === 'table' && content.table.first === undefined) {
    notes.fault('outcomes/empty', 'the table has no rows.', place);
  } else if (content.kind === 'table' && lacksNamedColumns(content.table, options.columns, path, notes)) {
    return;
  } else if (content.kind === 'table' && columnOf(content.table, 'task', options.columns) === undefined) {
    const columns = content.table.columns.slice(0, 10).join(', ');
    const message = `the table has no column for the task: it has ${columns}.`;
    const hint = `Name it with --columns task=NAME, or call it ${joinWords(knownColumns.task.slice(0, 4), 'or')}.`;
    notes.fault('outcomes/no-task-column', message, place, hint);
  } else {
    const formats = resultFormats
      .filter(({ isRefused }) => isRefused !== true)
      .map(({ title, lookedFor }) => `${title}: ${lookedFor}`)
      .join('; ');
    notes.fault(
      'outcomes/unknown-format',
      `"${basename(path)}" is of no known format of results.`,
      place,
      `Known are ${formats}.`,
    );
  }
}
