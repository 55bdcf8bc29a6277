import { discover } from '../sources/discover.js';
import type { Format } from '../sources/formats/format.js';
import type { FormatInspection } from './inspection.js';
import type { PlanPart } from './plan-parts.js';
import { TaskTally } from './task-tally.js';

/**
 * Counts the tasks of each part by reading exactly what the plan will name: its paths, in its format alone. Another count
 * than this would stop the plan's run.
 */
export async function tallyParts(
  keys: ReadonlyMap<PlanPart, string>,
  onFound: (path: string) => void,
): Promise<ReadonlyMap<PlanPart, FormatInspection>> {
  const tallies = new Map<PlanPart, FormatInspection>();
  for (const parts of groupsBySource([...keys.keys()])) {
    const [first] = parts;
    if (first === undefined) continue;
    const counted = await tallySource(
      [...first.paths.keys()],
      first.format,
      new Set(parts.map((part) => keys.get(part) ?? '')),
      onFound,
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
  onFound: (path: string) => void,
): Promise<ReadonlyMap<string, FormatInspection>> {
  const tallies = new Map([...keys].map((key) => [key, new TaskTally(format)]));
  for (const path of paths) {
    for await (const found of discover(path, [format])) {
      onFound(found.path);
      if (found.kind !== 'task') continue;
      const { benchmark } = found.facts;
      if (benchmark !== undefined) tallies.get(benchmark)?.add(found);
      else for (const tally of tallies.values()) tally.add(found);
    }
  }
  return new Map([...tallies].map(([key, tally]) => [key, tally.result()]));
}
