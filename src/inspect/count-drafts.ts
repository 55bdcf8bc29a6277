import type { FormatInspection } from '../core/contracts/inspect-document.js';
import { groupBy, sumOf } from '../core/lists/lists.js';
import { foldedId } from '../core/text/nearest-name.js';
import { compareText, countOf, visibleText } from '../core/text/words.js';
import { discover } from '../sources/discover.js';
import type { FoundTask } from '../sources/found.js';
import { ColumnSurvey } from './column-survey.js';
import { HashSet } from './counts.js';
import { benchmarkKeys, type DraftBenchmark, nameOf } from './draft-benchmarks.js';
import { withSlashes } from './given-paths.js';
import {
  type CountedDraft,
  OverlapFinder,
  type SettledDraft,
  SharedIds,
  settleOverlaps,
  settleSharedIds,
  sourceOf,
} from './shared-tasks.js';
import { TaskTally } from './task-tally.js';

/** Whether a row has the same cells as one of `rows`, to which it is added. False if its contents are unknown. */
export function isRepeatedRow({ contents, row, facts }: FoundTask, rows: HashSet): boolean {
  if (contents === undefined || row === undefined) return false;
  return rows.add([facts.id, contents.marks, ...contents.names].join('\n'));
}

/** Counts the drafts as the plan will read them; `notes` lists the tasks left out of the plan. */
export async function countDrafts(
  drafts: readonly DraftBenchmark[],
  onFound: (path: string) => void,
): Promise<{ counted: readonly SettledDraft[]; notes: readonly string[] }> {
  let count = new DraftCount(onFound, false);
  let counted = await count.all(drafts);
  // Comparing rows takes as long again, so it is done only if an id occurs twice.
  const comparesRows = counted.some((each) => each.draft.format.kind === 'record' && each.counts.duplicates.sameId > 0);
  if (comparesRows) {
    count = new DraftCount(onFound, true);
    counted = await count.all(drafts);
  }
  const repeated = counted.filter((each) => each.draft.paths.size > 1 && repeatsIds(each));
  const repeating = new Set(repeated.map(({ draft }) => draft));
  const last: DraftBenchmark[] = [];
  const notes: string[] = [];
  for (const draft of drafts) {
    const editions = repeating.has(draft) ? await editionsOf(draft) : { drafts: [draft], notes: [] };
    last.push(...editions.drafts);
    notes.push(...editions.notes);
  }
  if (repeating.size > 0) {
    count = new DraftCount(onFound, comparesRows);
    counted = await count.all(last);
  }
  const keys = benchmarkKeys(last);
  const settled = settleOverlaps(counted, count.overlaps.result());
  const before = new Map(settled.counted.map((each) => [keys.get(each.draft) ?? each.key, each]));
  const running = withoutRepeats(settled.counted.filter(({ counts }) => counts.tasks > 0));
  const shared = settleSharedIds(
    running.counted,
    count.ids.pairs().flatMap(({ keys: [one, other], ...pair }) => {
      const [first, second] = [before.get(one), before.get(other)];
      if (first === undefined || second === undefined) return [];
      const named = { ...pair, keys: [first.key, second.key] as const };
      // A folder and a row next to it are one task, even if their facts differ.
      const isOne = settled.sharing.some((pairOf) => pairOf.includes(first.draft) && pairOf.includes(second.draft));
      return [isOne ? { ...named, alike: pair.shared, ids: [...pair.ids, ...pair.otherIds] } : named];
    }),
  );
  // Columns that only omitted records of a file have are no fields of the plan, so the rest is counted again.
  const isCutDown = shared.counted.length < counted.length && shared.counted.some(({ draft }) => draft.named);
  const tallies = isCutDown
    ? await new DraftCount(onFound, comparesRows).tally(new Map(shared.counted.map(({ draft, key }) => [draft, key])))
    : undefined;
  return {
    counted: shared.counted.map((each) => ({ ...each, counts: tallies?.get(each.draft) ?? each.counts })),
    notes: [
      ...settled.notes,
      ...shared.notes,
      ...[...count.sameRows].map(sameRowsNote),
      ...last.filter((draft) => !keys.has(draft)).map(unusableName),
      ...notes,
      ...running.notes,
    ],
  };
}

/** Counts drafts by reading exactly the paths that the plan will name, and finds the tasks they share. */
class DraftCount {
  readonly overlaps = new OverlapFinder();
  readonly ids = new SharedIds();
  /** By file, the number of rows identical to an earlier one; counted only if rows are compared. */
  readonly sameRows = new Map<string, number>();
  readonly #onFound: (path: string) => void;
  readonly #comparesRows: boolean;

  constructor(onFound: (path: string) => void, comparesRows: boolean) {
    this.#onFound = onFound;
    this.#comparesRows = comparesRows;
  }

  async all(drafts: readonly DraftBenchmark[]): Promise<readonly CountedDraft[]> {
    const keys = benchmarkKeys(drafts);
    const tallies = await this.tally(keys);
    return [...keys].flatMap(([draft, key]) => {
      const counts = tallies.get(draft);
      return counts === undefined ? [] : [{ key, draft, counts }];
    });
  }

  /** The counts of drafts by their keys; drafts in the same files are counted in one pass. */
  async tally(keys: ReadonlyMap<DraftBenchmark, string>): Promise<ReadonlyMap<DraftBenchmark, FormatInspection>> {
    const sources = groupBy([...keys], ([{ paths, format }]) => JSON.stringify([[...paths.keys()], format.name]));
    const tallies = new Map<DraftBenchmark, FormatInspection>();
    for (const drafts of sources.values()) {
      const counted = await this.#tallySource(drafts[0]?.[0], new Set(drafts.map(([, key]) => key)));
      for (const [draft, key] of drafts) {
        const tally = counted.get(key);
        if (tally !== undefined) tallies.set(draft, tally);
      }
    }
    return tallies;
  }

  /** A record belongs to the benchmark that it names; if it names none, to every draft that reads it. */
  async #tallySource(
    draft: DraftBenchmark | undefined,
    keys: ReadonlySet<string>,
  ): Promise<ReadonlyMap<string, FormatInspection>> {
    if (draft === undefined) return new Map();
    const tallies = new Map([...keys].map((key) => [key, new TaskTally(draft.format)]));
    const columns = new ColumnSurvey();
    const watched = columns.watching(draft.format, ({ benchmark }) => benchmark === undefined || keys.has(benchmark));
    for (const path of draft.paths.keys()) {
      // Rows of two paths may be two editions.
      const rows = new HashSet();
      for await (const found of discover(path, [watched], { contents: this.#comparesRows })) {
        this.#onFound(found.path);
        if (found.kind !== 'task' || this.#isRepeatedRow(found, rows)) continue;
        const { benchmark } = found.facts;
        const owners = benchmark === undefined ? [...keys] : [benchmark].filter((key) => keys.has(key));
        for (const key of owners) {
          tallies.get(key)?.add(found);
          this.overlaps.add(sourceOf(draft, key), draft.place, found);
          this.ids.add(key, found.facts);
        }
      }
    }
    return new Map([...tallies].map(([key, tally]) => [key, tally.result(columns.unused())]));
  }

  /** Identical rows are counted once, as when the plan runs. */
  #isRepeatedRow(found: FoundTask, rows: HashSet): boolean {
    const isRepeated = isRepeatedRow(found, rows);
    if (isRepeated) this.sameRows.set(found.path, (this.sameRows.get(found.path) ?? 0) + 1);
    return isRepeated;
  }
}

function repeatsIds({ counts: { duplicates } }: CountedDraft): boolean {
  return duplicates.sameId + duplicates.sameButForCase > 0;
}

/** The drafts without duplicate ids, which would stop the plan from running, unless nothing would be left of a path. */
function withoutRepeats(counted: readonly CountedDraft[]) {
  const left = counted.filter(
    (each) =>
      !repeatsIds(each) || !counted.some((other) => other.draft.place === each.draft.place && !repeatsIds(other)),
  );
  const notes = counted
    .filter((each) => !left.includes(each))
    .map(({ key, counts: { tasks, duplicates } }) => {
      const ids = countOf(duplicates.sameId + duplicates.sameButForCase, 'duplicate id');
      return `Left out ${countOf(tasks, 'task')} in ${key} because of ${ids}, such as "${visibleText(duplicates.examples[0] ?? '', 200)}". To include them, remove the duplicates from the source.`;
    });
  return { counted: left, notes };
}

/**
 * Files that repeat each other's ids are editions of one benchmark, such as the full and the lite edition. The largest
 * one and all files that repeat none of its ids form a benchmark; every other file with unique ids is another. If the
 * records name the benchmark, only the largest file is kept.
 */
async function editionsOf(draft: DraftBenchmark) {
  if (draft.named) {
    const largest = [...draft.paths].reduce((most, each) => (each[1] > most[1] ? each : most));
    const others = [...draft.paths.keys()].filter((path) => path !== largest[0]).map(withSlashes);
    const note = `Left out ${others.join(', ')}, because the ids of benchmark "${draft.name}" are already in ${withSlashes(largest[0])}.`;
    return { drafts: [{ ...draft, paths: new Map([largest]) }], notes: [note] };
  }
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
        `Left out ${countOf(tasks, 'task')} in ${withSlashes(path)}, because all of them are also in ${withSlashes([...main.keys()][0] ?? '')}${main.size > 1 ? ' or files next to it' : ''}.`,
      );
    else drafts.push({ ...draft, name: nameOf(path), paths: new Map([[path, tasks]]) });
  }
  const [first = ''] = main.keys();
  const name = drafts.length === 0 && main.size > 1 ? draft.name : nameOf(first);
  const inOrder = new Map([...draft.paths].filter(([path]) => main.has(path)));
  return { drafts: [{ ...draft, name, paths: inOrder }, ...drafts], notes };
}

function sameRowsNote([path, rows]: readonly [string, number]): string {
  return `Left out ${countOf(rows, 'duplicate row')} in ${withSlashes(path)}.`;
}

function unusableName({ name, paths }: DraftBenchmark): string {
  const tasks = sumOf(paths.values(), (count) => count);
  return `Left out ${countOf(tasks, 'task')} in benchmark "${name}", because its name has spaces or slashes, which keys in a plan cannot contain.`;
}
