import type {
  FormatInspection,
  FormatOverlap,
  Inspection,
  PathInspection,
  QualityInspection,
} from '../core/contracts/inspect-document.js';
import { sumOf } from '../core/lists/lists.js';
import { PoolError } from '../core/model/errors.js';
import type { UnknownRecord } from '../core/model/record.js';
import { auditChecks } from '../core/quality/audit-checks.js';
import { nearDuplicateSimilarity, StatementComparer } from '../core/quality/near-duplicates.js';
import { compareText, roundTo, visibleText } from '../core/text/words.js';
import { statSync } from '../disk/file-access.js';
import { discover } from '../sources/discover.js';
import type { TaskFacts } from '../sources/facts/task-facts.js';
import { table } from '../sources/formats/table.js';
import type { FoundTask } from '../sources/found.js';
import { allWithTexts } from '../sources/with-texts.js';
import { ColumnSurvey } from './column-survey.js';
import { isRepeatedRow } from './count-drafts.js';
import { HashSet, ProblemCounts, ReasonCounts } from './counts.js';
import { nothingFound, type Progress, ProgressTeller, refuseMissing, withSlashes } from './given-paths.js';
import { IdColumn, knownFormats } from './known-formats.js';
import { isResults, resultsFound } from './results-found.js';
import { fieldsKnown, type Overlap, OverlapFinder } from './shared-tasks.js';
import { TaskTally } from './task-tally.js';

/** How to search the paths. */
export interface InspectOptions {
  /** The column with the task ids, in a table; letter case may differ if only one column fits. Default: `id`, `task_id`, `instance_id` or `issue_key`. */
  readonly idColumn?: string | undefined;
  /** Whether to compare the texts of all tasks with each other, and to check the files of task folders. Default false. */
  readonly audit?: boolean | undefined;
  /** Called now and then with the progress. */
  readonly onProgress?: ((progress: Progress) => void) | undefined;
}

/**
 * Counts the tasks in files and folders. It keeps only hashes, so a million rows need little memory.
 * @throws PoolError if a path does not exist or contains results of runs, or if no task is found.
 */
export async function inspectPaths(paths: readonly string[], options: InspectOptions = {}): Promise<Inspection> {
  const idColumn = options.idColumn === undefined ? undefined : new IdColumn(options.idColumn);
  refuseMissing(paths);
  const teller = new ProgressTeller(paths.length, options.onProgress);
  const places: PathInspection[] = [];
  for (const path of paths) {
    teller.enter(path);
    places.push(await inspectPath(path, teller.found, options.audit === true, idColumn));
  }
  const tasks = sumOf(places, (place) => place.tasks);
  const note = idColumn?.note();
  // Without the id column, a table of tasks may look like results.
  if (tasks === 0 && note !== undefined) throw nothingFound(places, knownFormats(), note);
  const doubtful = places.filter(mayHoldResults);
  const faults = await Promise.all(doubtful.map(({ path, tasks }) => resultsFound(path, tasks)));
  const results = faults.filter((fault) => fault !== undefined);
  if (results.length > 0) throw new PoolError(results);
  if (tasks === 0) throw nothingFound(places, knownFormats());
  return { tasks, places, ...(note === undefined ? {} : { note }) };
}

/** Larger folders are not misread results, and would take long to read again. */
const mostMisread = 5000;

function mayHoldResults({ path, tasks, formats }: PathInspection): boolean {
  const isShort = tasks <= mostMisread || !statSync(path).isDirectory();
  return isShort && formats.every(({ format }) => format === 'table');
}

/** Searches one file or folder and counts its contents; `onFound` receives every path found. */
async function inspectPath(
  path: string,
  onFound: (path: string) => void,
  isAudit: boolean,
  idColumn?: IdColumn,
  comparesRows = false,
): Promise<PathInspection> {
  const isFolder = statSync(path).isDirectory();
  const rows = new HashSet();
  const records = new HashSet();
  // In a single file, a row that is counted once is also described once.
  const isOwn = (_: TaskFacts, record: UnknownRecord) => {
    if (!comparesRows || isFolder) return true;
    return !records.add(JSON.stringify(record, (_, value) => (typeof value === 'bigint' ? String(value) : value)));
  };
  const tallies = new Map<string, TaskTally>();
  const passedOver = new ReasonCounts();
  const problems = new ProblemCounts();
  const surveys = new Map<string, ColumnSurvey>();
  const watched = knownFormats(idColumn).map((format) => {
    const survey = new ColumnSurvey();
    surveys.set(format.name, survey);
    return survey.watching(format, isOwn);
  });
  const formats = allWithTexts(watched, isAudit);
  const quality = isAudit ? new QualityTally() : undefined;
  // One file is of one format.
  const overlaps = isFolder ? new OverlapFinder() : undefined;
  for await (const found of discover(path, formats, { idColumn, whyNoTasks: isResults, contents: comparesRows })) {
    onFound(found.path);
    if (found.kind === 'passed-over') passedOver.add(found.reason, withSlashes(found.path));
    else if (found.kind === 'problem') problems.add(found);
    else {
      const tally = tallies.get(found.format.name) ?? new TaskTally(found.format);
      tallies.set(found.format.name, tally);
      if (isRepeatedRow(found, rows)) {
        tally.sameRows += 1;
        continue;
      }
      tally.add(found);
      overlaps?.add(found.format.name, path, found);
      quality?.add(found);
    }
  }
  // Comparing rows takes as long again, so it is done only if an id occurs twice.
  if (!comparesRows && [...tallies.values()].some((tally) => tally.repeatsRecords))
    return inspectPath(path, onFound, isAudit, idColumn, true);
  const inspections = [...tallies].map(([name, tally]) => {
    const survey = surveys.get(name);
    return tally.result(
      survey?.unused() ?? [],
      name === table.name ? (idColumn?.column ?? survey?.idColumn) : undefined,
    );
  });
  return {
    path: withSlashes(path),
    tasks: sumOf(inspections, ({ tasks }) => tasks) - (overlaps?.repeated ?? 0),
    formats: inspections.sort((a, b) => b.tasks - a.tasks),
    overlaps: overlaps?.result().map((overlap) => formatOverlap(overlap, inspections)) ?? [],
    problems: problems.result(),
    passedOver: passedOver.result(),
    ...(quality === undefined ? {} : { quality: quality.result() }),
  };
}

function formatOverlap({ sources, tasks, example }: Overlap, formats: readonly FormatInspection[]): FormatOverlap {
  const [kept, repeated] = sources
    .map((name) => {
      const format = formats.find((each) => each.format === name);
      return { name, fields: format === undefined ? 0 : fieldsKnown(format) };
    })
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

const mostListed = 1000;

/** Compares the texts of tasks with each other, and counts audit findings in their files. */
class QualityTally {
  readonly #texts = new StatementComparer();
  readonly #findings = new Map<string, { tasks: number; examples: { id: string; evidence: string }[] }>();
  #audited = 0;
  #without = 0;

  add({ facts: { id, statement, findings } }: FoundTask): void {
    if (statement === undefined) this.#without += 1;
    else this.#texts.add(id, statement);
    if (findings === undefined) return;
    this.#audited += 1;
    for (const check of new Set(findings.map((each) => each.check))) {
      const tally = this.#findings.get(check) ?? { tasks: 0, examples: [] };
      this.#findings.set(check, tally);
      tally.tasks += 1;
      for (const { evidence } of findings.filter((each) => each.check === check))
        if (tally.examples.length < mostListed) tally.examples.push({ id: visibleText(id, 200), evidence });
    }
  }

  result(): QualityInspection {
    const { groups, ...counts } = this.#texts.findings();
    const repeated = groups.flatMap(({ others }) => others);
    return {
      statements: {
        ...counts,
        without: this.#without,
        similarity: nearDuplicateSimilarity,
        same: repeated.filter(({ isSame }) => isSame).length,
        near: repeated.filter(({ isSame }) => !isSame).length,
        pairs: repeated.slice(0, mostListed).map(({ id, of, similarity, isSame }) => ({
          task: visibleText(id, 200),
          repeats: visibleText(of, 200),
          similarity: roundTo(similarity, 3),
          same: isSame,
        })),
      },
      audited: this.#audited,
      findings: auditChecks.flatMap(({ name, words, reason }) => {
        const found = this.#findings.get(name);
        return found === undefined ? [] : [{ check: name, words, reason, ...found }];
      }),
    };
  }
}
