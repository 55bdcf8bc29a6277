import { countOf } from '../core/text/count-of.js';
import { discover } from '../sources/discover.js';
import type { Format } from '../sources/formats/format.js';
import type { FormatInspection } from './inspection.js';
import { withSlashes } from './path-faults.js';
import { benchmarkKeys, nameOf, type PlanPart } from './plan-parts.js';
import { TaskTally } from './task-tally.js';

/** A part with its key and what was counted. */
interface CountedPart {
  readonly key: string;
  readonly part: PlanPart;
  readonly counts: FormatInspection;
}

/** Who is told of every path, and where what was made of folders is kept. */
interface PartReading {
  readonly onFound: (path: string) => void;
  readonly cache: string | undefined;
}

/** Counts the parts as the plan will read them; `notes` says which tasks no benchmark of the plan will have. */
export async function countParts(
  parts: readonly PlanPart[],
  reading: PartReading,
): Promise<{ counted: readonly CountedPart[]; notes: readonly string[] }> {
  let counted = await tally(parts, reading);
  const repeating = new Set(counted.filter(repeatsIds).map(({ part }) => part));
  const last = parts.flatMap((part) => (repeating.has(part) ? asEditions(part) : [part]));
  if (repeating.size > 0) counted = await tally(last, reading);
  const keys = benchmarkKeys(last);
  return {
    counted: counted.filter(({ counts }) => counts.tasks > 0),
    notes: [
      ...last.filter((part) => !keys.has(part)).map(unusableName),
      ...[...repeating].filter(({ named }) => named).map(otherEditions),
    ],
  };
}

async function tally(parts: readonly PlanPart[], reading: PartReading): Promise<CountedPart[]> {
  const keys = benchmarkKeys(parts);
  const tallies = await tallyParts(keys, reading);
  return [...keys].flatMap(([part, key]) => {
    const counts = tallies.get(part);
    return counts === undefined ? [] : [{ key, part, counts }];
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
  reading: PartReading,
): Promise<ReadonlyMap<PlanPart, FormatInspection>> {
  const tallies = new Map<PlanPart, FormatInspection>();
  for (const parts of groupsBySource([...keys.keys()])) {
    const [first] = parts;
    if (first === undefined) continue;
    const counted = await tallySource(
      [...first.paths.keys()],
      first.format,
      new Set(parts.map((part) => keys.get(part) ?? '')),
      reading,
    );
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
  paths: readonly string[],
  format: Format,
  keys: ReadonlySet<string>,
  reading: PartReading,
): Promise<ReadonlyMap<string, FormatInspection>> {
  const tallies = new Map([...keys].map((key) => [key, new TaskTally(format)]));
  for (const path of paths) {
    for await (const found of discover(path, [format], { cache: reading.cache })) {
      reading.onFound(found.path);
      if (found.kind !== 'task') continue;
      const { benchmark } = found.facts;
      if (benchmark !== undefined) tallies.get(benchmark)?.add(found);
      else for (const tally of tallies.values()) tally.add(found);
    }
  }
  return new Map([...tallies].map(([key, tally]) => [key, tally.result()]));
}
