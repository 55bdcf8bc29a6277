import { basename, dirname, sep } from 'node:path';
import { groupBy, type List } from '../core/lists/lists.js';
import { EngineError } from '../core/model/errors.js';
import type { Outcome, OutcomeList, Outcomes, RunResults } from '../core/model/outcome.js';
import { isRecord } from '../core/model/record.js';
import { filterOutcomes } from '../core/outcomes/task-result.js';
import { nearestName } from '../core/text/nearest-name.js';
import { compareText, countOf, formatCount, joinWords, visibleText } from '../core/text/words.js';
import { existsSync, lstatSync, realpathSync, statSync } from '../disk/file-access.js';
import { reasonOf } from '../disk/reason-of.js';
import { judgeRange, ReadingNotes } from './content/reading-notes.js';
import { type Content, openResultFile, type ResultFile, tableOfRows } from './content/result-file.js';
import { columnName, columnOf, knownColumns, lacksNamedColumns } from './content/table-columns.js';
import { withoutCopiedFiles } from './copied-files.js';
import { warnOfCopiedRepeats } from './copied-repeats.js';
import { Reading } from './formats/reading.js';
import { isOfFormat, type OutcomeOptions, type ResultFormat } from './formats/result-format.js';
import { resultFormats } from './formats/result-formats.js';
import { judgeScores } from './judge-scores.js';
import { keepPlacesApart } from './keep-places-apart.js';
import { joinNumberedFolders, joinNumberedRuns, joinParts, renamed, wantedById, withTaskIds } from './name-results.js';
import { isCalledResults, isCalledTable, namesTask, realPath, resultFiles } from './result-files.js';
import { settleOutcomes } from './settle-outcomes.js';
import { givenPaths } from './without-snapshots.js';

/** A file and its results. Without a format, it has no results or can't be read. */
interface Read {
  readonly file: Candidate;
  readonly notes: ReadingNotes;
  readonly format?: ResultFormat;
  readonly reading?: Pick<Reading, 'outcomes' | 'hasDigests'> & Partial<Reading>;
  /** Why a file that the user didn't name was skipped; undefined if it was read, or is about other tasks. */
  readonly passedOver?: 'empty' | 'refused' | 'table' | 'other';
  /** Why a table that the user didn't name has no results. */
  readonly reason?: string | undefined;
  /** Whether a table in a deep folder was not read because it names no wanted task. */
  readonly isForeign?: boolean;
}

/** Reads results in every known format into one list, independent of the order of the paths. A file with an error adds no results. */
export async function readOutcomes(paths: readonly string[], options: OutcomeOptions = {}): Promise<Outcomes> {
  const read = await readOutcomeList(paths, options);
  return { ...read, outcomes: [...read.outcomes] };
}

/** Reads results in bounded memory, for millions of runs: each is created on demand. */
export async function readOutcomeList(paths: readonly string[], given: OutcomeOptions = {}): Promise<RunResults> {
  const isPath = ([path]: readonly [string, string]) => paths.includes(path) || existsSync(path);
  const names = [...(given.systems ?? [])];
  const systems = new Map(names.filter(isPath));
  const newNames = new Map(names.filter((each) => !isPath(each)));
  const givenPath = givenPaths(systems);
  const notes = new ReadingNotes(undefined, (place) => givenPath(place) !== undefined);
  const options = { ...given, systems, newNames, isWanted: wantedById(given) };
  const { passAt = 1 } = options;
  if (!(passAt > 0 && passAt <= 1)) {
    notes.fault('outcomes/pass-at', `--pass-at (passAt) is ${passAt}; expected a number greater than 0 and at most 1.`);
  }
  const named = [...systems.keys()];
  const all = await readAll(candidates([...paths, ...named], notes), options);
  const own = withoutRepeats(withoutCopiedFiles(withoutStrays(all, options, notes), options, notes), notes);
  const inFolders = joinNumberedRuns(joinNumberedFolders(own, options, notes), options, notes);
  const reads = joinParts(keepPlacesApart(inFolders, options, notes), options, notes);
  for (const read of reads) notes.include(read.notes);
  const { countsOnly = false } = options;
  const isSound = ({ faultCount, rewards }: ReadingNotes) => faultCount === 0 && (countsOnly || rewards.outside === 0);
  const whole = reads.filter((read) => isSound(read.notes));
  judgeRange(notes, options.rewardRange, countsOnly);
  judgeScores(
    own.filter((read) => isSound(read.notes)),
    options,
    notes,
  );
  const hasArm = own.some(({ reading }) => reading?.hasArm === true);
  const found = inMemory(withTaskIds(renamed(whole, options, notes), options, notes));
  const outcomes = inMemory(settleOutcomes(found, { ...options, hasArm }, notes));
  warnOfCopiedRepeats(outcomes, notes);
  warnOfPartialRewards(outcomes, passAt, notes);
  warnOfLowRewards(outcomes, options, notes);
  warnOfPassedOver(reads, notes);
  warnOfSkippedTables(all, notes);
  // The reason that a file is not read is the more useful error.
  const telling =
    all.find(({ passedOver }) => passedOver === 'refused') ?? all.find(({ passedOver }) => passedOver === 'table');
  if (outcomes.length === 0 && notes.faults.length === 0 && telling !== undefined) {
    notes.include((await readResultFile({ ...telling.file, named: true }, options)).notes);
  }
  if (outcomes.length === 0 && notes.faults.length === 0) {
    const searched =
      joinWords([...paths, ...named].sort(compareText).map((path) => visibleText(path, 200))) || 'no path';
    const deep = all.filter(({ file }) => file.isDeep).length;
    const files = countOf(deep, 'JSON file or table', 'JSON files or tables');
    const notRead = deep === 0 ? '' : ` Skipped ${files} in deeper folders: without a task name, or not results.`;
    const warnings = notes.warnings().slice(0, 3);
    const advice = [
      ...warnings.map(({ message }) => message),
      'Give the result files themselves, or the folder of a job or run.',
    ];
    notes.fault('outcomes/none', `no results found in ${searched}.${notRead}`, { hint: advice.join(' ') });
  }
  const hasDigests = whole.some(({ reading }) => reading?.hasDigests === true);
  return {
    outcomes,
    files: reads.flatMap(({ file, format, reading }) =>
      format === undefined || reading === undefined
        ? []
        : [{ file: file.path, format: format.name, outcomes: reading.outcomes.length }],
    ),
    ...(hasDigests ? { hasDigests } : {}),
    faults: notes.faults,
    warnings: notes.warnings(),
  };
}

/** Results are read several times over, which is faster if each is created once. Lists too long for that stay as they are. */
function inMemory<Item>(list: List<Item>): List<Item> {
  return list.length <= 100_000 ? [...list] : list;
}

/** Every file that the paths lead to, once. */
function candidates(paths: readonly string[], notes: ReadingNotes): readonly Candidate[] {
  return [...new Set(paths)].sort(compareText).flatMap((root): readonly Candidate[] => {
    try {
      // A named path may be a link; files found below it may not.
      const isFolder = statSync(root).isDirectory();
      const real = lstatSync(root).isSymbolicLink() ? realpathSync(root) : root;
      if (!isFolder) return [{ path: root, real, named: true, isDeep: false, root }];
      const files = resultFiles(root, notes);
      if (files.length === 0)
        notes.fault('outcomes/none', 'no results found in this folder.', { place: { file: root } });
      return files.map(({ path, isDeep }) => ({ path, real: path, named: false, isDeep, root }));
    } catch (cause) {
      notes.fault('outcomes/unreadable', `cannot be read: ${reasonOf(cause)}.`, { place: { file: root } });
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
      for (const path of read.reading?.also ?? [])
        more.push({ path, real: path, named: false, isDeep: false, root: file.root });
    }
    waiting = more;
  }
  return [...reads.values()].sort((a, b) => compareText(a.file.path, b.file.path));
}

/** Drops files in deep folders that are about other tasks, or that can't be read as results. A warning counts the latter. */
function withoutStrays(reads: readonly Read[], { isWanted }: OutcomeOptions, notes: ReadingNotes): readonly Read[] {
  return reads.filter(({ file, notes: own, reading }) => {
    if (!file.isDeep) return true;
    const isSound = own.faultCount === 0 && own.rewards.outside === 0;
    if (!isSound) {
      // Tables are listed by name.
      if (isCalledTable(file.path)) return false;
      const reason = reasonIn(own);
      const message = (n: number) =>
        `Skipped ${countOf(n, 'file')} in deeper folders that could not be read as results (${visibleText(reason, 200)}).`;
      notes.warn('outcomes/deep', message, { file: file.path });
      return false;
    }
    for (const { taskId } of reading?.outcomes ?? []) if (isWanted?.(taskId) === true) return true;
    return false;
  });
}

/** Why a file can't be read as results. */
function reasonIn(notes: ReadingNotes): string {
  return notes.faults[0]?.message.replace(/\.$/, '') ?? 'rewards outside 0 to 1';
}

/** Lists skipped tables by reason, and counts those in deep folders that name no wanted task. */
function warnOfSkippedTables(reads: readonly Read[], notes: ReadingNotes): void {
  const skipped = reads.flatMap(({ file, notes: own, reason }) => {
    const isUnsound = file.isDeep && isCalledTable(file.path) && (own.faultCount > 0 || own.rewards.outside > 0);
    const why = isUnsound ? reasonIn(own) : reason;
    return why === undefined ? [] : [{ file, why }];
  });
  const nameOf = ({ file }: (typeof skipped)[number]) => basename(file.path);
  // Tables of one name with several reasons, such as different columns, are listed together.
  const piles = new Set(
    [...groupBy(skipped, nameOf)].flatMap(([name, own]) => (own.some(({ why }) => why !== own[0]?.why) ? [name] : [])),
  );
  for (const [about, own] of groupBy(skipped, (each) => (piles.has(nameOf(each)) ? nameOf(each) : each.why))) {
    const [most, reason] = piles.has(about) ? [mostNamed, 'Reason for the first'] : [mostTables, 'Reason'];
    const names = own.slice(0, most).map(({ file }) => visibleText(file.path, 200));
    const more = own.length > most ? ` and ${own.length - most} more` : '';
    const why = own[0]?.why ?? '';
    const message = () =>
      `Skipped ${countOf(own.length, 'table')} that could not be read as results: ${more === '' ? joinWords(names) : names.join(', ')}${more}. ${reason}: ${visibleText(why, 300)}${/[.?]$/.test(why) ? '' : '.'}`;
    notes.warn('outcomes/skipped-table', message, { about });
  }
  for (const { file, isForeign } of reads) {
    if (isForeign !== true) continue;
    const message = (n: number) =>
      `Skipped ${countOf(n, 'table')} in deeper folders that ${n === 1 ? 'names' : 'name'} none of the tasks.`;
    notes.warn('outcomes/foreign-table', message, { file: file.path });
  }
}

const mostTables = 10;
const mostNamed = 3;

/** Lists skipped files outside deep folders. Empty ones are listed separately, because they may still be being written. */
function warnOfPassedOver(reads: readonly Read[], notes: ReadingNotes): void {
  const skipped = reads.filter(
    ({ file, passedOver, reason }) => passedOver !== undefined && reason === undefined && !file.isDeep,
  );
  for (const [about, own] of groupBy(skipped, ({ passedOver }) => (passedOver === 'empty' ? 'empty' : 'other'))) {
    const names = own.slice(0, mostNamed).map(({ file }) => visibleText(file.path, 200));
    const more = own.length > mostNamed ? ` and ${own.length - mostNamed} more` : '';
    const what =
      about === 'empty' ? countOf(own.length, 'empty file') : `${countOf(own.length, 'file')} without results`;
    notes.warn(
      'outcomes/passed-over',
      () => `Skipped ${what}: ${more === '' ? joinWords(names) : names.join(', ')}${more}.`,
      { about },
    );
  }
}

/** Files with more results are not compared with other files. */
const mostCompared = 250_000;

/** A system in some files: its results by task, and where they are. */
interface FoundSystem {
  readonly verdicts: Map<string, string>;
  readonly folders: Set<string>;
  /** Whether all of its files are reports of a runner. */
  readonly isReported: boolean;
}

/** Drops files that repeat a system's results: a table that sums up reports, or a copy in a deep folder. */
function withoutRepeats(reads: readonly Read[], notes: ReadingNotes): readonly Read[] {
  const isSure = ({ file, format }: Read) => file.named || (!file.isDeep && format?.maySumUp !== true);
  if (reads.length < 2 || reads.every(isSure)) return reads;
  const systems = new Map<string, FoundSystem>();
  const add = ({ file, format, reading }: Read) => {
    for (const { taskId, configuration, source = '', verdict } of reading?.outcomes ?? []) {
      const key = JSON.stringify([configuration, source, format?.maySumUp === true]);
      const isReported = format?.maySumUp !== true;
      const system = systems.get(key) ?? { verdicts: new Map(), folders: new Set(), isReported };
      systems.set(key, system);
      system.verdicts.set(taskId, JSON.stringify(verdict));
      system.folders.add(dirname(file.path));
    }
  };
  const isSmall = ({ reading }: Read) => (reading?.outcomes.length ?? 0) <= mostCompared;
  for (const read of reads) if (isSure(read) && isSmall(read)) add(read);
  const dropped = new Set<Read>();
  // A run's report comes before a table of it.
  const unsure = reads.filter((read) => !isSure(read) && isSmall(read));
  for (const read of unsure.toSorted((x, y) => Number(x.format?.maySumUp) - Number(y.format?.maySumUp))) {
    const all = [...systems.values()];
    if (read.reading?.isOwnVerdict === true && all.some((system) => isEvaluated(read, system))) {
      const message = (n: number) =>
        `Skipped ${countOf(n, 'table')} that agents wrote about their own runs, because an evaluation report covers the same tasks.`;
      notes.warn('outcomes/own-verdict', message, { file: read.file.path, about: 'left out' });
      dropped.add(read);
    } else if (all.every((system) => !repeats(read, system))) add(read);
    else {
      const message = (n: number) =>
        `Skipped ${countOf(n, 'file')} that ${n === 1 ? 'repeats' : 'repeat'} results from other files.`;
      notes.warn('outcomes/repeated-file', message, { file: read.file.path });
      dropped.add(read);
    }
  }
  return reads.filter((read) => !dropped.has(read));
}

/** With fewer tasks, two systems may agree by chance: next to the reports of one, or anywhere. */
const fewestRepeated = { beside: 5, anywhere: 100 };

/** Whether a runner's report covers most tasks in a table. */
function isEvaluated({ reading }: Read, { verdicts, isReported }: FoundSystem): boolean {
  if (reading === undefined || !isReported) return false;
  let shared = 0;
  for (const { taskId } of reading.outcomes) if (verdicts.has(taskId)) shared += 1;
  return shared >= fewestRepeated.beside && shared >= reading.outcomes.length / 2;
}

/** Whether a file has a system's results and hardly any others. */
function repeats({ file, reading }: Read, { verdicts, folders, isReported }: FoundSystem): boolean {
  if (reading === undefined) return false;
  let shared = 0;
  for (const { taskId, verdict } of reading.outcomes) {
    const other = verdicts.get(taskId);
    if (other === undefined || typeof verdict === 'string' || other.startsWith('"')) continue;
    if (other !== JSON.stringify(verdict)) return false;
    shared += 1;
  }
  const folder = dirname(file.path);
  const isBeside = isReported && [...folders].every((each) => each === folder || each.startsWith(`${folder}${sep}`));
  const fewest = isBeside ? fewestRepeated.beside : file.isDeep ? fewestRepeated.anywhere : Number.POSITIVE_INFINITY;
  return shared >= fewest && shared >= reading.outcomes.length / 2;
}

function warnOfPartialRewards(outcomes: OutcomeList, passAt: number, notes: ReadingNotes): void {
  const partial = filterOutcomes(outcomes, ({ reward }) => reward !== undefined && reward > 0 && reward < 1);
  const first = partial.at(0);
  if (first === undefined) return;
  const message = (count: number) =>
    `${formatCount(count)} of ${countOf(outcomes.length, 'reward')} ${count === 1 ? 'is' : 'are'} between 0 and 1. Rewards below ${passAt} count as failed (--pass-at).`;
  notes.warn('outcomes/partial-rewards', message, { file: first.place.file, count: partial.length });
}

/** On a scale up to less than this, a weak system may have no higher reward than 1. */
const leastScale = 5;

/** Warns about systems whose rewards were probably from 0 to 1 before they were rescaled. */
function warnOfLowRewards(outcomes: OutcomeList, { rewardRange }: OutcomeOptions, notes: ReadingNotes): void {
  const [least, most] = rewardRange ?? [0, 1];
  if (least !== 0 || most < leastScale) return;
  const highest = new Map<string, Outcome>();
  for (const outcome of outcomes) {
    const { configuration, reward = 0 } = outcome;
    if (reward > (highest.get(configuration)?.reward ?? 0)) highest.set(configuration, outcome);
  }
  for (const [name, { reward = 0, place }] of highest) {
    if (reward * most > 1) continue;
    const message = (n: number) =>
      `No reward of ${n === 1 ? `"${visibleText(name, 80)}"` : `${n} systems`} exceeds 1 on the scale from 0 to ${most} (--reward-range), so none counts as more than ${Number((1 / most).toPrecision(2))}. If the rewards are already from 0 to 1, leave out --reward-range (in a plan, reward_range).`;
    notes.warn('outcomes/low-rewards', message, { file: place.file });
  }
}

/** A file to read: its real path, its path as the user would write it, and whether the user named it. */
interface Candidate {
  readonly path: string;
  readonly real: string;
  readonly named: boolean;
  /** Whether it is read only if it names a wanted task. */
  readonly isDeep: boolean;
  /** Which of the user's paths led to it. */
  readonly root: string;
}

/** Reads one file by the first format that recognises it. */
async function readResultFile(file: Candidate, options: OutcomeOptions): Promise<Read> {
  const { path, real, named } = file;
  const notes = new ReadingNotes(path);
  const nothing: Read = { file, notes };
  let content: Content | undefined;
  try {
    const { isWanted } = options;
    const mayNameTask = () =>
      isWanted !== undefined && (/\.(?:gz|zst|parquet)$/i.test(real) || namesTask(real, isWanted));
    if (file.isDeep && !mayNameTask()) return { ...nothing, isForeign: isWanted !== undefined && isCalledTable(path) };
    content = await openResultFile(real);
    if (content.kind === 'table' && content.isUnended === true) {
      const message = (n: number) =>
        `${countOf(n, 'table does', 'tables do')} not end with a line break, so the last cell may be cut off.`;
      notes.warn('outcomes/no-line-break', message);
    }
    const opened = { path, content };
    const format = resultFormats.find((each) => isOfFormat(each, opened, options));
    const isRefused = format?.isRefused === true && !named;
    const found = format === undefined || isRefused ? asTable(opened, options) : { format, opened };
    if (found === undefined) {
      if (named || (content.kind === 'empty' && isCalledResults(basename(path)))) unrecognised(opened, options, notes);
      else {
        const { kind } = content;
        const isTable = kind === 'table' && !file.isDeep;
        const looksLikeTable = isTable || (isCalledTable(path) && kind !== 'empty');
        const why = new ReadingNotes(path);
        if (looksLikeTable && !isRefused) unrecognised(opened, options, why);
        return {
          ...nothing,
          reason: why.faultCount > 0 ? reasonIn(why) : undefined,
          passedOver: isRefused ? 'refused' : kind === 'empty' || kind === 'table' ? kind : 'other',
        };
      }
      return nothing;
    }
    const reading = new Reading(found.opened, options, notes);
    await found.format.read(reading);
    return { ...nothing, format: found.format, reading };
  } catch (cause) {
    if (cause instanceof EngineError) throw cause;
    notes.fault('outcomes/unreadable', `cannot be read: ${reasonOf(cause)}.`);
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

function unrecognised({ content }: ResultFile, options: OutcomeOptions, notes: ReadingNotes): void {
  const table = content.kind === 'table' ? content.table : undefined;
  if (content.kind === 'empty') {
    notes.fault('outcomes/empty', 'the file is empty.', { hint: 'Is it still being written?' });
  } else if (table !== undefined && table.first === undefined) {
    notes.fault('outcomes/empty', 'the table has no rows.');
  } else if (table !== undefined && lacksNamedColumns(table, options.columns, notes)) {
    return;
  } else if (table !== undefined && columnOf(table, 'task', options.columns) === undefined) {
    const near = table.columns.map((column) => nearestName(columnName(column), knownColumns.task));
    const known = near.find((name) => name !== undefined);
    const misspelt = table.columns[near.indexOf(known)];
    const meant =
      known === undefined ? '' : ` Did you mean "${known}" instead of "${visibleText(misspelt ?? '', 40)}"?`;
    const message = `the table has no task column. Its columns are ${table.columns.slice(0, 10).join(', ')}.${meant}`;
    const hint = `Name the task column with --columns task=NAME, or rename it to ${joinWords(knownColumns.task.slice(0, 4), 'or')}.`;
    notes.fault('outcomes/no-task-column', message, { hint });
  } else {
    const message = `unknown results format: the file is ${shapeOf(content)}.`;
    const hint =
      'Give a table with a task column and a result column (CSV, JSON lines or JSON), an object such as {"TASK": true}, or a report from a runner (SWE-bench, Harbor, Inspect …). For the list of formats, run: winnow help outcomes/unknown-format';
    notes.fault('outcomes/unknown-format', message, { hint });
  }
}

/** A short description of a file without a known format. */
function shapeOf(content: Content): string {
  const some = (names: readonly string[]) => {
    const shown = names.slice(0, 5).map((name) => visibleText(name, 40));
    return `${shown.join(', ')}${names.length > 5 ? ' …' : ''}`;
  };
  if (content.kind === 'table') return `a table with the columns ${some(content.table.columns)}`;
  if (content.kind === 'archive') return 'a ZIP archive, but not an Inspect log';
  if (content.kind !== 'document') return 'neither JSON nor a table';
  const { data } = content;
  if (Array.isArray(data)) return `a JSON list of ${countOf(data.length, 'item')}`;
  return isRecord(data)
    ? Object.keys(data).length === 0
      ? 'an empty JSON object'
      : `a JSON object with the keys ${some(Object.keys(data))}`
    : 'a single JSON value';
}
