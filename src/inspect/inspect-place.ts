import { discover } from '../sources/discover.js';
import type { FormatInspection, PlaceInspection } from './inspection.js';
import { knownFormats } from './known-formats.js';
import { withSlashes } from './path-faults.js';
import { ProblemCounts, ReasonCounts } from './reason-counts.js';
import { TaskTally } from './task-tally.js';

/** Goes through one file or folder and counts what is there; `onFound` is told every path. */
export async function inspectPlace(
  path: string,
  onFound: (path: string) => void,
  cache?: string,
): Promise<PlaceInspection> {
  const tallies = new Map<string, TaskTally>();
  const passedOver = new ReasonCounts();
  const problems = new ProblemCounts();
  for await (const found of discover(path, knownFormats(), { cache })) {
    onFound(found.path);
    if (found.kind === 'passed-over') passedOver.add(found.reason, withSlashes(found.path));
    else if (found.kind === 'problem') problems.add(found);
    else {
      const tally = tallies.get(found.format.name) ?? new TaskTally(found.format);
      tallies.set(found.format.name, tally);
      tally.add(found);
    }
  }
  const formats: FormatInspection[] = [...tallies.values()].map((tally) => tally.result());
  return {
    path: withSlashes(path),
    tasks: formats.reduce((sum, { tasks }) => sum + tasks, 0),
    formats: formats.sort((a, b) => b.tasks - a.tasks),
    problems: problems.result(),
    passedOver: passedOver.result(),
  };
}
