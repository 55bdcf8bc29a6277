import { countOf } from '../core/text/count-of.js';
import { discover } from '../sources/discover.js';
import { ColumnSurvey } from './column-survey.js';
import type { FormatInspection } from './inspection.js';
import { OverlapFinder } from './overlap-finder.js';
import { withSlashes } from './path-faults.js';
import { benchmarkKeys, nameOf, type PlanPart } from './plan-parts.js';
import { type CountedPart, settleOverlaps, sourceOf } from './settle-overlaps.js';
import { SharedIds } from './shared-ids.js';
import { TaskTally } from './task-tally.js';

/** What looks for tasks that several parts have. */
interface Finders {
  readonly overlaps: OverlapFinder;
  readonly ids: SharedIds;
}

function newFinders(): Finders {
  return { overlaps: new OverlapFinder(), ids: new SharedIds() };
}

/** Counts the parts as the plan will read them; `notes` says which tasks no benchmark of the plan will have. */
export async function countParts(
  parts: readonly PlanPart[],
  onFound: (path: string) => void,
): Promise<{ counted: readonly CountedPart[]; notes: readonly string[] }> {
  let finders = newFinders();
  let counted = await tally(parts, onFound, finders);
  const repeating = new Set(counted.filter(repeatsIds).map(({ part }) => part));
  const last = parts.flatMap((part) => (repeating.has(part) ? asEditions(part) : [part]));
  if (repeating.size > 0) {
    finders = newFinders();
    counted = await tally(last, onFound, finders);
  }
  const keys = benchmarkKeys(last);
  const settled = settleOverlaps(counted, finders.overlaps.result());
  const before = ({ part, key }: CountedPart) => keys.get(part) ?? key;
  const kept = new Map(settled.counted.map((each) => [before(each), each.key]));
  return {
    counted: settled.counted
      .filter(({ counts }) => counts.tasks > 0)
      .map(({ sharesTasks, ...each }) => (sharesTasks ? each : { ...each, ...finders.ids.answer(before(each), kept) })),
    notes: [
      ...settled.notes,
      ...last.filter((part) => !keys.has(part)).map(unusableName),
      ...[...repeating].filter(({ named }) => named).map(otherEditions),
    ],
  };
}

async function tally(
  parts: readonly PlanPart[],
  onFound: (path: string) => void,
  finders: Finders,
): Promise<CountedPart[]> {
  const keys = benchmarkKeys(parts);
  const tallies = await tallyParts(keys, onFound, finders);
  return [...keys].flatMap(([part, key]) => {
    const counts = tallies.get(part);
    return counts === undefined ? [] : [{ key, part, counts, distinct: false, open: [] }];
  });
}

function repeatsIds({ part, counts: { duplicates } }: CountedPart): boolean {
  return part.paths.size > 1 && duplicates.sameId + duplicates.sameButForCase > 0;
}

/**
 * Files that repeat each other's ids are editions of one benchmark, the whole and its lite one: each becomes a benchmark
 * of its own. Where the records name it, only one can have that name, so the largest is taken.
 */
function asEditions(part: PlanPart): PlanPart[] {
  const files = [...part.paths];
  if (!part.named)
    return files.map(([path, tasks]) => ({ ...part, name: nameOf(path), paths: new Map([[path, tasks]]) }));
  return [{ ...part, paths: new Map([largest(part)]) }];
}

function largest({ paths }: PlanPart): readonly [string, number] {
  return [...paths].reduce((most, each) => (each[1] > most[1] ? each : most));
}

function otherEditions(part: PlanPart): string {
  const [kept] = largest(part);
  const others = [...part.paths.keys()].filter((path) => path !== kept).map(withSlashes);
  return `Not used: ${others.join(', ')}, where ids of the benchmark "${part.name}" are repeated; its tasks are read from ${withSlashes(kept)}.`;
}

function unusableName({ name, paths }: PlanPart): string {
  const tasks = [...paths.values()].reduce((sum, count) => sum + count, 0);
  return `Not used: ${countOf(tasks, 'task')} of the benchmark "${name}", which cannot be a key of a plan: keys have no spaces and no slashes.`;
}

/**
 * Counts the tasks of each part by reading exactly what the plan will name: its paths, in its format alone. Another count
 * than this would stop the plan's run.
 */
async function tallyParts(
  keys: ReadonlyMap<PlanPart, string>,
  onFound: (path: string) => void,
  finders: Finders,
): Promise<ReadonlyMap<PlanPart, FormatInspection>> {
  const tallies = new Map<PlanPart, FormatInspection>();
  for (const parts of groupsBySource([...keys.keys()])) {
    const [first] = parts;
    if (first === undefined) continue;
    const counted = await tallySource(first, new Set(parts.map((part) => keys.get(part) ?? '')), onFound, finders);
    for (const part of parts) {
      const tally = counted.get(keys.get(part) ?? '');
      if (tally !== undefined) tallies.set(part, tally);
    }
  }
  return tallies;
}

/** Parts that lie in the same files are counted in one reading. */
function groupsBySource(parts: readonly PlanPart[]): readonly PlanPart[][] {
  const groups = new Map<string, PlanPart[]>();
  for (const part of parts) {
    const source = JSON.stringify([[...part.paths.keys()], part.format.name]);
    groups.set(source, [...(groups.get(source) ?? []), part]);
  }
  return [...groups.values()];
}

/** A record that names a benchmark belongs to that one, a record that names none to everyone who reads it. */
async function tallySource(
  part: PlanPart,
  keys: ReadonlySet<string>,
  onFound: (path: string) => void,
  finders: Finders,
): Promise<ReadonlyMap<string, FormatInspection>> {
  const tallies = new Map([...keys].map((key) => [key, new TaskTally(part.format)]));
  const columns = new ColumnSurvey();
  const watched = columns.watching(part.format);
  for (const path of part.paths.keys()) {
    for await (const found of discover(path, [watched])) {
      onFound(found.path);
      if (found.kind !== 'task') continue;
      const { benchmark } = found.facts;
      const owners = benchmark === undefined ? [...keys] : [benchmark].filter((key) => keys.has(key));
      for (const key of owners) {
        tallies.get(key)?.add(found);
        finders.overlaps.add(sourceOf(part, key), part.place, found);
        finders.ids.add(key, found.facts);
      }
    }
  }
  const unused = columns.unused();
  return new Map([...tallies].map(([key, tally]) => [key, { ...tally.result(), unused }]));
}
