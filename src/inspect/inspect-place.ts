import { discover } from '../sources/discover.js';
import { ColumnSurvey } from './column-survey.js';
import type { FormatInspection, PlaceInspection } from './inspection.js';
import { knownFormats } from './known-formats.js';
import { withSlashes } from './path-faults.js';
import { ProblemCounts, ReasonCounts } from './reason-counts.js';
import { TaskTally } from './task-tally.js';

/** The columns that nothing reads are looked for in so many tasks. */
const watchedTasks = 1000;

/** Goes through one file or folder and counts what is there; `onFound` is told every path. */
export async function inspectPlace(path: string, onFound: (path: string) => void): Promise<PlaceInspection> {
  const tallies = new Map<string, TaskTally>();
  const passedOver = new ReasonCounts();
  const problems = new ProblemCounts();
  const surveys = new Map<string, ColumnSurvey>();
  const formats = knownFormats().map((format) => {
    const survey = new ColumnSurvey(watchedTasks);
    surveys.set(format.name, survey);
    return survey.watching(format);
  });
  for await (const found of discover(path, formats)) {
    onFound(found.path);
    if (found.kind === 'passed-over') passedOver.add(found.reason, withSlashes(found.path));
    else if (found.kind === 'problem') problems.add(found);
    else {
      const tally = tallies.get(found.format.name) ?? new TaskTally(found.format);
      tallies.set(found.format.name, tally);
      tally.add(found);
    }
  }
  const inspections: FormatInspection[] = [...tallies].map(([name, tally]) => ({
    ...tally.result(),
    unused: surveys.get(name)?.unused() ?? [],
  }));
  return {
    path: withSlashes(path),
    tasks: inspections.reduce((sum, { tasks }) => sum + tasks, 0),
    formats: inspections.sort((a, b) => b.tasks - a.tasks),
    problems: problems.result(),
    passedOver: passedOver.result(),
  };
}
