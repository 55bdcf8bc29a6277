import { compareText } from '../core/text/compare-text.js';
import { visibleText } from '../core/text/visible-text.js';
import { statSync } from '../disk/file-access.js';
import { discover } from '../sources/discover.js';
import { ColumnSurvey } from './column-survey.js';
import type { IdColumn } from './id-column.js';
import type { FormatInspection, FormatOverlap, PathInspection } from './inspection.js';
import { isResults } from './is-results.js';
import { knownFormats } from './known-formats.js';
import { fieldsKnown, type Overlap, OverlapFinder } from './overlap-finder.js';
import { withSlashes } from './path-faults.js';
import { ProblemCounts, ReasonCounts } from './reason-counts.js';
import { TaskTally } from './task-tally.js';

/** Goes through one file or folder and counts what is there; `onFound` is told every path. */
export async function inspectPath(
  path: string,
  onFound: (path: string) => void,
  idColumn?: IdColumn,
): Promise<PathInspection> {
  const tallies = new Map<string, TaskTally>();
  const passedOver = new ReasonCounts();
  const problems = new ProblemCounts();
  const surveys = new Map<string, ColumnSurvey>();
  const formats = knownFormats(idColumn).map((format) => {
    const survey = new ColumnSurvey();
    surveys.set(format.name, survey);
    return survey.watching(format);
  });
  // One file is of one format.
  const overlaps = statSync(path).isDirectory() ? new OverlapFinder() : undefined;
  for await (const found of discover(path, formats, { idColumn, whyNoTasks: isResults })) {
    onFound(found.path);
    if (found.kind === 'passed-over') passedOver.add(found.reason, withSlashes(found.path));
    else if (found.kind === 'problem') problems.add(found);
    else {
      const tally = tallies.get(found.format.name) ?? new TaskTally(found.format);
      tallies.set(found.format.name, tally);
      tally.add(found);
      overlaps?.add(found.format.name, path, found);
    }
  }
  const inspections: FormatInspection[] = [...tallies].map(([name, tally]) => ({
    ...tally.result(),
    unused: surveys.get(name)?.unused() ?? [],
  }));
  return {
    path: withSlashes(path),
    tasks: inspections.reduce((sum, { tasks }) => sum + tasks, 0) - (overlaps?.repeated ?? 0),
    formats: inspections.sort((a, b) => b.tasks - a.tasks),
    overlaps: overlaps?.result().map((overlap) => formatOverlap(overlap, inspections)) ?? [],
    problems: problems.result(),
    passedOver: passedOver.result(),
  };
}

function formatOverlap({ sources, tasks, example }: Overlap, formats: readonly FormatInspection[]): FormatOverlap {
  const [kept, repeated] = sources
    .map((name) => ({ name, fields: fieldsOf(formats.find(({ format }) => format === name)) }))
    .sort((a, b) => b.fields - a.fields || compareText(a.name, b.name));
  return {
    kept: kept?.name ?? '',
    keptFields: kept?.fields ?? 0,
    repeated: repeated?.name ?? '',
    repeatedFields: repeated?.fields ?? 0,
    tasks,
    example: visibleText(example, 200),
  };
}

function fieldsOf(format: FormatInspection | undefined): number {
  return format === undefined ? 0 : fieldsKnown(format);
}
