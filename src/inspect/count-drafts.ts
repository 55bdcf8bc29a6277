import { compareText } from '../core/text/compare-text.js';
import { countOf } from '../core/text/count-of.js';
import { foldedId } from '../core/text/nearest-name.js';
import { visibleText } from '../core/text/visible-text.js';
import { discover } from '../sources/discover.js';
import { ColumnSurvey } from './column-survey.js';
import { benchmarkKeys, type DraftBenchmark, nameOf } from './draft-benchmarks.js';
import { HashSet } from './hash-set.js';
import type { FormatInspection } from './inspection.js';
import { OverlapFinder } from './overlap-finder.js';
import { withSlashes } from './path-faults.js';
import { type CountedDraft, settleOverlaps, sourceOf } from './settle-overlaps.js';
import { type SettledDraft, settleSharedIds } from './settle-shared-ids.js';
import { SharedIds } from './shared-ids.js';
import { TaskTally } from './task-tally.js';

/** What looks for tasks that several drafts have. */
interface Finders {
  readonly overlaps: OverlapFinder;
  readonly ids: SharedIds;
  /** By file, how many rows repeat another cell for cell; counted only where rows are compared. */
  readonly sameRows: Map<string, number>;
}

function newFinders(): Finders {
  return { overlaps: new OverlapFinder(), ids: new SharedIds(), sameRows: new Map() };
}

/** Counts the drafts as the plan will read them; `notes` says which tasks no benchmark of the plan will have. */
export async function countDrafts(
  drafts: readonly DraftBenchmark[],
  onFound: (path: string) => void,
): Promise<{ counted: readonly SettledDraft[]; notes: readonly string[] }> {
  let finders = newFinders();
  let counted = await tally(drafts, onFound, finders, false);
  // To compare rows takes as long again, so it is done only where an id comes twice.
  const comparesRows = counted.some(
    ({ draft, counts }) => draft.format.kind === 'record' && counts.duplicates.sameId > 0,
  );
  if (comparesRows) {
    finders = newFinders();
    counted = await tally(drafts, onFound, finders, true);
  }
  const repeating = new Set(counted.filter(repeatsIds).map(({ draft }) => draft));
  const last: DraftBenchmark[] = [];
  const notes: string[] = [];
  for (const draft of drafts) {
    if (!repeating.has(draft)) last.push(draft);
    else if (draft.named) {
      last.push({ ...draft, paths: new Map([largest(draft)]) });
      notes.push(otherEditions(draft));
    } else {
      const editions = await editionsOf(draft);
      last.push(...editions.drafts);
      notes.push(...editions.notes);
    }
  }
  if (repeating.size > 0) {
    finders = newFinders();
    counted = await tally(last, onFound, finders, comparesRows);
  }
  const keys = benchmarkKeys(last);
  const settled = settleOverlaps(counted, finders.overlaps.result());
  const before = new Map(settled.counted.map((each) => [keys.get(each.draft) ?? each.key, each]));
  const running = withoutRepeats(settled.counted.filter(({ counts }) => counts.tasks > 0));
  const shared = settleSharedIds(
    running.counted,
    finders.ids.pairs().flatMap(({ keys: [one, other], ...pair }) => {
      const [first, second] = [before.get(one), before.get(other)];
      if (first === undefined || second === undefined) return [];
      const named = { ...pair, keys: [first.key, second.key] as const };
      // A folder and a row beside it are one task, though they may not say the same of it.
      const isOne = settled.sharing.some((drafts) => drafts.includes(first.draft) && drafts.includes(second.draft));
      return [isOne ? { ...named, alike: pair.shared, ids: [...pair.ids, ...pair.otherIds] } : named];
    }),
  );
  return {
    counted: await recounted(shared.counted, counted.length, onFound, comparesRows),
    notes: [
      ...settled.notes,
      ...shared.notes,
      ...[...finders.sameRows].map(sameRowsNote),
      ...last.filter((draft) => !keys.has(draft)).map(unusableName),
      ...notes,
      ...running.notes,
    ],
  };
}

/** Columns that only left out records of a file have are no fields of the plan, so the columns of what is left are looked at again. */
async function recounted(
  settled: readonly SettledDraft[],
  before: number,
  onFound: (path: string) => void,
  comparesRows: boolean,
): Promise<readonly SettledDraft[]> {
  if (settled.length === before || !settled.some(({ draft }) => draft.named)) return settled;
  const keys = new Map(settled.map(({ draft, key }) => [draft, key]));
  const tallies = await tallyDrafts(keys, onFound, newFinders(), comparesRows);
  return settled.map((each) => ({ ...each, counts: tallies.get(each.draft) ?? each.counts }));
}

/** The drafts without those that repeat ids, which would stop the plan's run, where a path has others. */
function withoutRepeats(counted: readonly CountedDraft[]): {
  counted: readonly CountedDraft[];
  notes: readonly string[];
} {
  const repeats = ({ counts: { duplicates } }: CountedDraft) => duplicates.sameId + duplicates.sameButForCase > 0;
  const left = counted.filter(
    (each) => !repeats(each) || !counted.some((other) => other.draft.place === each.draft.place && !repeats(other)),
  );
  const notes = counted
    .filter((each) => !left.includes(each))
    .map(({ key, counts: { tasks, duplicates } }) => {
      const ids = countOf(duplicates.sameId + duplicates.sameButForCase, 'id');
      return `Not used: ${countOf(tasks, 'task')} of ${key}: ${ids} that another of its tasks has too, such as "${visibleText(duplicates.examples[0] ?? '', 200)}". To use it, remove one of each at the source.`;
    });
  return { counted: left, notes };
}

async function tally(
  drafts: readonly DraftBenchmark[],
  onFound: (path: string) => void,
  finders: Finders,
  comparesRows: boolean,
): Promise<CountedDraft[]> {
  const keys = benchmarkKeys(drafts);
  const tallies = await tallyDrafts(keys, onFound, finders, comparesRows);
  return [...keys].flatMap(([draft, key]) => {
    const counts = tallies.get(draft);
    return counts === undefined ? [] : [{ key, draft, counts, distinct: false, open: [] }];
  });
}

function repeatsIds({ draft, counts: { duplicates } }: CountedDraft): boolean {
  return draft.paths.size > 1 && duplicates.sameId + duplicates.sameButForCase > 0;
}

/**
 * Files that repeat each other's ids are editions of one benchmark, the whole and its lite one. The largest is a benchmark
 * with all files that repeat none of its ids; every other with ids of its own is a benchmark, too.
 */
async function editionsOf(
  draft: DraftBenchmark,
): Promise<{ readonly drafts: readonly DraftBenchmark[]; readonly notes: readonly string[] }> {
  const files: { readonly path: string; readonly tasks: number; readonly ids: ReadonlySet<string> }[] = [];
  for (const [path, tasks] of draft.paths) {
    const ids = new Set<string>();
    for await (const found of discover(path, [draft.format]))
      if (found.kind === 'task') ids.add(foldedId(found.facts.id));
    files.push({ path, tasks, ids });
  }
  files.sort((a, b) => b.ids.size - a.ids.size || compareText(a.path, b.path));
  const main = new Map<string, number>();
  const known = new Set<string>();
  const drafts: DraftBenchmark[] = [];
  const notes: string[] = [];
  for (const { path, tasks, ids } of files) {
    const repeated = [...ids].filter((id) => known.has(id)).length;
    if (repeated === 0) {
      main.set(path, tasks);
      for (const id of ids) known.add(id);
    } else if (repeated === ids.size)
      notes.push(
        `Not used: ${countOf(tasks, 'task')} of ${withSlashes(path)}, all of them also in ${withSlashes([...main.keys()][0] ?? '')}${main.size > 1 ? ' or beside it' : ''}.`,
      );
    else drafts.push({ ...draft, name: nameOf(path), paths: new Map([[path, tasks]]) });
  }
  const [first = ''] = main.keys();
  const name = drafts.length === 0 && main.size > 1 ? draft.name : nameOf(first);
  const inOrder = new Map([...draft.paths].filter(([path]) => main.has(path)));
  return { drafts: [{ ...draft, name, paths: inOrder }, ...drafts], notes };
}

function largest({ paths }: DraftBenchmark): readonly [string, number] {
  return [...paths].reduce((most, each) => (each[1] > most[1] ? each : most));
}

function otherEditions(draft: DraftBenchmark): string {
  const [kept] = largest(draft);
  const others = [...draft.paths.keys()].filter((path) => path !== kept).map(withSlashes);
  return `Not used: ${others.join(', ')}, where ids of the benchmark "${draft.name}" are repeated; its tasks are read from ${withSlashes(kept)}.`;
}

function sameRowsNote([path, rows]: readonly [string, number]): string {
  return `Counted once: ${countOf(rows, 'row')} of ${withSlashes(path)} that ${rows === 1 ? 'repeats' : 'repeat'} another cell for cell.`;
}

function unusableName({ name, paths }: DraftBenchmark): string {
  const tasks = [...paths.values()].reduce((sum, count) => sum + count, 0);
  return `Not used: ${countOf(tasks, 'task')} of the benchmark "${name}", which cannot be a key of a plan: keys have no spaces and no slashes.`;
}

/**
 * Counts the tasks of each draft by reading exactly what the plan will name: its paths, in its format alone. Another count
 * than this would stop the plan's run.
 */
async function tallyDrafts(
  keys: ReadonlyMap<DraftBenchmark, string>,
  onFound: (path: string) => void,
  finders: Finders,
  comparesRows: boolean,
): Promise<ReadonlyMap<DraftBenchmark, FormatInspection>> {
  const tallies = new Map<DraftBenchmark, FormatInspection>();
  for (const drafts of groupsBySource([...keys.keys()])) {
    const [first] = drafts;
    if (first === undefined) continue;
    const own = new Set(drafts.map((draft) => keys.get(draft) ?? ''));
    const counted = await tallySource(first, own, onFound, finders, comparesRows);
    for (const draft of drafts) {
      const tally = counted.get(keys.get(draft) ?? '');
      if (tally !== undefined) tallies.set(draft, tally);
    }
  }
  return tallies;
}

/** Drafts that lie in the same files are counted in one pass. */
function groupsBySource(drafts: readonly DraftBenchmark[]): readonly DraftBenchmark[][] {
  const groups = new Map<string, DraftBenchmark[]>();
  for (const draft of drafts) {
    const source = JSON.stringify([[...draft.paths.keys()], draft.format.name]);
    groups.set(source, [...(groups.get(source) ?? []), draft]);
  }
  return [...groups.values()];
}

/** A record that names a benchmark belongs to that one, a record that names none to everyone who reads it. */
async function tallySource(
  draft: DraftBenchmark,
  keys: ReadonlySet<string>,
  onFound: (path: string) => void,
  finders: Finders,
  comparesRows: boolean,
): Promise<ReadonlyMap<string, FormatInspection>> {
  const tallies = new Map([...keys].map((key) => [key, new TaskTally(draft.format)]));
  const columns = new ColumnSurvey();
  const watched = columns.watching(draft.format, ({ benchmark }) => benchmark === undefined || keys.has(benchmark));
  const rows = new HashSet();
  for (const path of draft.paths.keys()) {
    for await (const found of discover(path, [watched], { contents: comparesRows })) {
      onFound(found.path);
      if (found.kind !== 'task') continue;
      const { contents, facts } = found;
      // The plan's run counts rows that are the same in every cell once.
      if (contents !== undefined && found.row !== undefined) {
        if (rows.add([found.path, facts.id, contents.marks, ...contents.names].join('\n'))) {
          finders.sameRows.set(found.path, (finders.sameRows.get(found.path) ?? 0) + 1);
          continue;
        }
      }
      const { benchmark } = facts;
      const owners = benchmark === undefined ? [...keys] : [benchmark].filter((key) => keys.has(key));
      for (const key of owners) {
        tallies.get(key)?.add(found);
        finders.overlaps.add(sourceOf(draft, key), draft.place, found);
        finders.ids.add(key, found.facts);
      }
    }
  }
  const unused = columns.unused();
  return new Map([...tallies].map(([key, tally]) => [key, { ...tally.result(), unused }]));
}
