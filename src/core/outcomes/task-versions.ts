import { sumOf } from '../lists/lists.js';
import type { Fault, Warning } from '../model/errors.js';
import type { Outcome, RunResults } from '../model/outcome.js';
import { compareText, countOf } from '../text/words.js';
import { taskKey } from './match-outcomes.js';
import { type NamedTask, TaskIndex } from './task-index.js';
import { filterOutcomes } from './task-result.js';

/**
 * Keeps the results of one version of each task. If the task's version is known, results of other versions are dropped
 * with a warning; if it is unknown and results differ, that is an error. `anyVersion` keeps all results, with a
 * warning. Without `tasks`, all tasks in the results count.
 */
export function ofOneVersion(
  results: RunResults,
  tasks: readonly NamedTask[] | undefined,
  { anyVersion = false }: { readonly anyVersion?: boolean | undefined },
): RunResults {
  if (results.hasDigests !== true) return results;
  const index = tasks === undefined ? undefined : new TaskIndex(tasks);
  const versions = new Map<string, TaskVersions>();
  let used = 0;
  const isKept = (outcome: Outcome): boolean => {
    const [task] = index?.find(outcome.taskId, outcome.benchmark)?.tasks ?? [];
    if (index !== undefined && task === undefined) return true;
    used += 1;
    if (outcome.digests === undefined) return true;
    // Benchmarks may share ids.
    const key = task === undefined ? outcome.taskId : taskKey(task);
    const known = versions.get(key) ?? {
      id: task?.id ?? outcome.taskId,
      own: task?.digest,
      first: outcome,
      others: [],
      left: 0,
    };
    versions.set(key, known);
    const expected = known.own === undefined ? (known.first.digests ?? []) : [known.own];
    if (!differ(expected, outcome.digests)) return true;
    if (known.others.length < mostShown) known.others.push(outcome);
    known.left += 1;
    used -= 1;
    return false;
  };
  const own = filterOutcomes(results.outcomes, isKept);
  const mixed = [...versions]
    .filter(([, { left }]) => left > 0)
    .sort(([a], [b]) => compareText(a, b))
    .map(([, each]) => each);
  if (mixed.length === 0) return results;
  if (anyVersion) return { ...results, warnings: [...results.warnings, versionWarning(mixed, true)] };
  const unknown = mixed.filter(({ own: digest }) => digest === undefined);
  const known = mixed.filter(({ own: digest }) => digest !== undefined);
  const faults = unknown.length > 0 ? [mixedFault(unknown)] : used === 0 ? [noneFault(known)] : [];
  return {
    ...results,
    outcomes: own,
    faults: [...results.faults, ...faults],
    warnings: [...results.warnings, ...(known.length === 0 ? [] : [versionWarning(known, false)])],
  };
}

interface TaskVersions {
  readonly id: string;
  /** The requested task's digest; undefined if unknown. */
  readonly own: string | undefined;
  /** The first result, whose version counts if the task's is unknown. */
  readonly first: Outcome;
  readonly others: Outcome[];
  left: number;
}

const mostShown = 3;

/** Whether digests show different versions. The first kind that both lists have decides. */
function differ(one: readonly string[], two: readonly string[]): boolean {
  for (const digest of one) {
    const kind = kindOf(digest);
    const other = two.find((each) => kindOf(each) === kind);
    if (other !== undefined) return other !== digest;
  }
  return false;
}

function kindOf(digest: string): string {
  return digest.slice(0, digest.indexOf(':') + 1);
}

type Mixed = readonly TaskVersions[];

function versionWarning(mixed: Mixed, isUsed: boolean): Warning {
  const results = countOf(
    sumOf(mixed, ({ left }) => left),
    'result',
  );
  const message = isUsed
    ? `Used ${results} from other versions of ${countOf(mixed.length, 'task')} (--any-version): ${examples(mixed)}.`
    : `Skipped ${results} from other versions of ${countOf(mixed.length, 'selected task')}: ${examples(mixed)}. To use them, add --any-version.`;
  return { code: 'results-other-version', message };
}

function noneFault(mixed: Mixed): Fault {
  return {
    code: 'results/versions',
    message: `all results are from other versions of the selected tasks: ${examples(mixed)}.`,
    hint: 'Give results from the selected version, select again from the current tasks, or use these results with --any-version.',
  };
}

function mixedFault(mixed: Mixed): Fault {
  const place = mixed[0]?.others[0]?.place;
  return {
    code: 'results/versions',
    message: `${countOf(mixed.length, 'task')} ${mixed.length === 1 ? 'has' : 'have'} results from several versions, and the selected version is unknown: ${examples(mixed)}.`,
    ...(place === undefined ? {} : { place }),
    hint: 'Give results from one version, select again from the task folders so that the selection records their digests, or use all results with --any-version.',
  };
}

/** For example "fix-login (sha256:ab12cd34ef… in jobs/a/t/result.json, not sha256:…)". */
function examples(mixed: Mixed): string {
  const shown = mixed.slice(0, mostShown).map(({ id, own, first, others }) => {
    const [other] = others;
    const expected = own ?? first.digests?.[0] ?? '';
    return `${id} (${short(other?.digests?.[0] ?? '')} in ${other?.place.file ?? 'the results'}, not ${short(expected)}${own === undefined ? ` as in ${first.place.file ?? 'the results'}` : ''})`;
  });
  const more = mixed.length - shown.length;
  return `${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

function short(digest: string): string {
  const end = digest.indexOf(':') + 13;
  return digest.length > end ? `${digest.slice(0, end)}…` : digest;
}
