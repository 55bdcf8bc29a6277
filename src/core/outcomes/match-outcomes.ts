import { itemAt, sumOf } from '../lists/lists.js';
import type { Fault, Warning } from '../model/errors.js';
import { ResultsError } from '../model/errors.js';
import type { Outcome, OutcomeList, RunResults } from '../model/outcome.js';
import { compareText, countOf, formatCount, joinWords, visibleText } from '../text/words.js';
import { type NamedTask, TaskIndex } from './task-index.js';
import { aboutPassing, taskResult } from './task-result.js';

export interface MatchedOutcomes {
  readonly configurations: readonly ConfigurationOutcomes[];
  readonly notSelected: readonly string[];
  readonly unknown: readonly string[];
  /** Names that match a task only if case is ignored. */
  readonly caseFolded: readonly Respelt[];
  /** Names that match a task only without an owner, or without the prefix or version that a harness added. */
  readonly dressed: readonly Respelt[];
  /** Task ids whose results name a benchmark that the pool lacks, if it seems to be another benchmark or version. */
  readonly elsewhere: ReadonlyMap<string, readonly string[]>;
  /** Systems most of whose tasks are not in the pool, with the counts of both. */
  readonly foreign: readonly { readonly configuration: string; readonly known: number; readonly unknown: number }[];
  readonly patterns: readonly SuggestedPattern[];
  /** The most similar id for the first few unknown names. */
  readonly nearest: readonly Respelt[];
  readonly faults: readonly Fault[];
}

type Respelt = { readonly spelt: string; readonly id: string };

export interface ConfigurationOutcomes {
  readonly name: string;
  /** By `taskKey`. A task without results has no entry. */
  readonly byTask: TaskOutcomes;
}

/** Implemented by a map of arrays. */
interface TaskOutcomes extends Iterable<readonly [string, readonly Outcome[]]> {
  get(key: string): readonly Outcome[] | undefined;
  values(): Iterable<readonly Outcome[]>;
}

/** The mean reward of a system's scored runs of a task, by `taskKey`; undefined if there are none. */
export function meanReward(byTask: Pick<TaskOutcomes, 'get'>, key: string): number | undefined {
  const { rewards } = taskResult(byTask.get(key));
  return rewards.length === 0 ? undefined : sumOf(rewards, (reward) => reward) / rewards.length;
}

/** Identifies a task across benchmarks, which may share ids. */
export function taskKey({ benchmark, id }: { readonly benchmark: string; readonly id: string }): string {
  return `${benchmark}/${id}`;
}

/** Matches results with selected tasks by any of their names; `pool` separates unselected tasks from unknown ones. */
export function matchOutcomes(
  selected: readonly NamedTask[],
  pool: readonly NamedTask[],
  outcomes: OutcomeList,
): MatchedOutcomes {
  const benchmarks = new Set(pool.map(({ benchmark }) => benchmark));
  // The pool's entries for selected tasks may lack aliases.
  const every = new Map([...pool, ...selected].map((task) => [taskKey(task), task]));
  const chosen = new TaskIndex(selected, benchmarks);
  const all = isListOf(every, selected) ? chosen : new TaskIndex([...every.values()], benchmarks);
  const faults: Fault[] = [];
  const [notSelected, unknown] = [new Set<string>(), new Set<string>()];
  const [folded, dressed] = [new Map<string, string>(), new Map<string, string>()];
  const ambiguous = new Set<string>();
  const unmatched = new Map<string, Set<string>>();
  const placed = new Map<string, OutcomesByTask>();
  const elsewhere = new Map<string, Set<string>>();
  const known = new Map<string, { count: number; last: string }>();
  let namesOwn = false;
  let place = -1;
  // Results are usually grouped by task, so the previous lookup is reused for the same name.
  let last: ReturnType<typeof soughtOf> | undefined;
  for (const outcome of outcomes) {
    place += 1;
    if (last?.name !== outcome.taskId || last.benchmark !== outcome.benchmark) {
      last = soughtOf(outcome, chosen, all);
    }
    const { found, inPool } = last;
    const wasRun = outcome.status !== 'not-run';
    if (inPool !== undefined && wasRun) {
      // Because results are grouped by task, comparing with the system's previous name counts distinct names.
      const own = known.get(outcome.configuration) ?? { count: 0, last: '' };
      if (own.count === 0) known.set(outcome.configuration, own);
      if (own.count === 0 || own.last !== outcome.taskId) own.count += 1;
      own.last = outcome.taskId;
    }
    // A looser match counts only if the whole pool has no better match and, for "dressing", no second one.
    if (found === undefined || (inPool === undefined ? found.by === 'dressing' : inPool.by !== found.by)) {
      // A report may list all tasks of its benchmark, whatever was run.
      if (!wasRun) continue;
      if (inPool !== undefined) notSelected.add(outcome.taskId);
      else {
        unknown.add(outcome.taskId);
        const own = unmatched.get(outcome.configuration) ?? new Set();
        unmatched.set(outcome.configuration, own.add(outcome.taskId));
      }
      continue;
    }
    if (found.tasks.length > 1) {
      if (!ambiguous.has(outcome.taskId)) faults.push(ambiguousFault(outcome, found.tasks));
      ambiguous.add(outcome.taskId);
      continue;
    }
    const [task] = found.tasks as readonly [NamedTask];
    if (outcome.benchmark !== undefined) {
      if (benchmarks.has(outcome.benchmark)) namesOwn = true;
      else elsewhere.set(outcome.benchmark, (elsewhere.get(outcome.benchmark) ?? new Set()).add(task.id));
    }
    if (found.by === 'letter case') folded.set(outcome.taskId, task.id);
    if (found.by === 'dressing' && !hasOwnOwner(outcome.taskId, task)) dressed.set(outcome.taskId, task.id);
    const own = placed.get(outcome.configuration) ?? new OutcomesByTask(outcomes);
    if (own.places.size === 0) placed.set(outcome.configuration, own);
    own.add(taskKey(task), place);
  }
  for (const fault of doubleFaults(placed.values(), outcomes)) faults.push(fault);
  const strangers = [...unknown].sort(compareText);
  return {
    configurations: [...placed].sort(([a], [b]) => compareText(a, b)).map(([name, byTask]) => ({ name, byTask })),
    notSelected: [...notSelected].sort(compareText),
    unknown: strangers,
    caseFolded: respelt(folded),
    dressed: respelt(dressed),
    elsewhere: new Map(
      [...elsewhere].flatMap(([name, ids]) =>
        namesOwn || isOtherVersion(name, benchmarks) ? [[name, [...ids]] as const] : [],
      ),
    ),
    foreign: [...unmatched]
      .map(([configuration, names]) => ({
        configuration,
        known: known.get(configuration)?.count ?? 0,
        unknown: names.size,
      }))
      .filter((each) => each.unknown > each.known && each.unknown >= fewestForeign)
      .sort((a, b) => compareText(a.configuration, b.configuration)),
    patterns: suggestPatterns(unmatched, (name) => all.has(name)),
    nearest: strangers.slice(0, mostNearest).flatMap((spelt) => {
      const id = all.nearest(spelt);
      return id === undefined ? [] : [{ spelt, id }];
    }),
    faults: shortened(faults),
  };
}

/** Whether a name is another version of a benchmark: for terminal-bench-2, "x/terminal-bench-2-1". */
function isOtherVersion(name: string, benchmarks: ReadonlySet<string>): boolean {
  const found = versionOf(name);
  return [...benchmarks].map(versionOf).some(({ stem, version }) => {
    return stem === found.stem && version !== '' && found.version !== '' && version !== found.version;
  });
}

/** Whether the owner in a name is called like the benchmark, as in terminal-bench/ID for a task of terminal-bench-2. */
function hasOwnOwner(name: string, { benchmark, id }: NamedTask): boolean {
  return name === `${versionOf(benchmark).stem}/${id}`;
}

function versionOf(name: string) {
  const parts = name.slice(name.lastIndexOf('/') + 1).split(/[-.@]/);
  const start = parts.findLastIndex((part) => !/^v?\d{1,2}$/.test(part)) + 1;
  const end = parts.findLastIndex((part) => part !== '0') + 1;
  return { stem: parts.slice(0, start).join('-'), version: parts.slice(start, end).join('.').replaceAll('v', '') };
}

/** Whether both list the same tasks in the same order. For a large pool, the manifest names only the selected tasks. */
function isListOf(every: ReadonlyMap<string, NamedTask>, selected: readonly NamedTask[]): boolean {
  if (every.size !== selected.length) return false;
  let index = 0;
  for (const task of every.values()) if (task !== selected[index++]) return false;
  return true;
}

/** Limited because each lookup searches the whole pool. */
const mostNearest = 3;
const mostFaults = 20;
/** Fewer unknown names may be typos, which are listed anyway. */
const fewestForeign = 10;

function respelt(names: ReadonlyMap<string, string>): readonly Respelt[] {
  return [...names].map(([spelt, id]) => ({ spelt, id })).sort((a, b) => compareText(a.spelt, b.spelt));
}

function shortened(faults: readonly Fault[]): readonly Fault[] {
  if (faults.length <= mostFaults) return faults;
  const message = `There are ${countOf(faults.length - mostFaults, 'more error')} of this kind.`;
  return [...faults.slice(0, mostFaults), { code: 'results/more', message }];
}

function soughtOf({ taskId, benchmark }: Outcome, chosen: TaskIndex, all: TaskIndex) {
  if (chosen === all || chosen.has(taskId)) {
    const found = chosen.find(taskId, benchmark);
    const inPool = chosen === all || found?.by === 'name' ? found : all.find(taskId, benchmark);
    return { name: taskId, benchmark, found, inPool };
  }
  const inPool = all.find(taskId, benchmark);
  // An exact match in the pool rules out a looser match among the selected tasks.
  const found = inPool?.by === 'name' ? undefined : chosen.find(taskId, benchmark);
  return { name: taskId, benchmark, found, inPool };
}

function ambiguousFault({ taskId, place }: Outcome, tasks: readonly NamedTask[]): Fault {
  return {
    code: 'results/ambiguous',
    message: `"${taskId}" is a task in several benchmarks: ${tasks.map(({ benchmark }) => benchmark).join(', ')}.`,
    place,
    hint: 'Add a column "benchmark" that names the benchmark of each result.',
  };
}

/** Two names of one task can produce two results for the same attempt. */
function doubleFaults(configurations: Iterable<OutcomesByTask>, list: OutcomeList): Fault[] {
  const doubles: { readonly at: number; readonly fault: Fault }[] = [];
  for (const { places } of configurations) {
    for (const own of places.values()) {
      if (own.length > 1) for (const double of doublesAmong(own, list)) doubles.push(double);
    }
  }
  return doubles.sort((a, b) => a.at - b.at).map(({ fault }) => fault);
}

/** Errors for one system's results on one task, each with the position of the first result. */
function* doublesAmong(places: readonly number[], list: OutcomeList) {
  const attempts = new Map<string, { readonly at: number; readonly one: Outcome; isTold: boolean }>();
  for (const place of places) {
    const outcome = itemAt(list, place);
    const key = `${outcome.attempt} ${outcome.run}`;
    const first = attempts.get(key);
    // If one of two results has no score, the other is its retry.
    const isRetry = first !== undefined && (first.one.reward === undefined || outcome.reward === undefined);
    if (first === undefined || (isRetry && outcome.reward !== undefined))
      attempts.set(key, { at: place, one: outcome, isTold: false });
    else if (isRetry) continue;
    else if (!first.isTold) {
      first.isTold = true;
      yield { at: first.at, fault: doubleFault(first.one, outcome) };
    }
  }
}

function doubleFault(one: Outcome, two: Outcome): Fault {
  const spelt =
    one.taskId === two.taskId
      ? `"${one.taskId}" has`
      : `"${one.taskId}" and "${two.taskId}" are the same task, which has`;
  return {
    code: 'results/double',
    message: `${spelt} two results for system "${one.configuration}", attempt ${one.attempt}.`,
    place: two.place,
    hint: 'Keep one, or number them as different runs or attempts.',
  };
}

/** One system's results by task, stored as positions in the list and materialised on demand to save memory. */
class OutcomesByTask implements Iterable<readonly [string, readonly Outcome[]]> {
  readonly #list: OutcomeList;
  readonly #places = new Map<string, number[]>();

  constructor(list: OutcomeList) {
    this.#list = list;
  }

  add(key: string, place: number): void {
    const places = this.#places.get(key);
    if (places === undefined) this.#places.set(key, [place]);
    else places.push(place);
  }

  get(key: string): readonly Outcome[] | undefined {
    return this.#places.get(key)?.map((place) => itemAt(this.#list, place));
  }

  get places(): ReadonlyMap<string, readonly number[]> {
    return this.#places;
  }

  *values(): Iterable<readonly Outcome[]> {
    for (const [, outcomes] of this) yield outcomes;
  }

  *[Symbol.iterator](): Iterator<readonly [string, readonly Outcome[]]> {
    for (const key of this.#places.keys()) yield [key, this.get(key) ?? []];
  }
}

/** A pattern that matches all unmatched names of a system, such as "sgonly_{id}". */
export interface SuggestedPattern {
  readonly configuration: string;
  readonly pattern: string;
  readonly names: number;
}

/** Suggests a pattern for each system whose unmatched names are task ids with one prefix and suffix. */
export function suggestPatterns(
  unmatched: ReadonlyMap<string, ReadonlySet<string>>,
  isTask: (name: string) => boolean,
): readonly SuggestedPattern[] {
  return [...unmatched]
    .sort(([a], [b]) => compareText(a, b))
    .flatMap(([configuration, names]) => {
      const pattern = names.size < fewestNames ? undefined : patternOf(names, isTask);
      return pattern === undefined ? [] : [{ configuration, pattern, names: names.size }];
    });
}

/** A single name may contain a task id by chance. */
const fewestNames = 2;
const longestName = 200;
const shortestId = 2;

/** The pattern with the longest id in the first name that also matches every other name. */
function patternOf(names: ReadonlySet<string>, isTask: (name: string) => boolean): string | undefined {
  const every = [...names];
  const [first = ''] = every;
  if (first.length > longestName || first.includes('{id}')) return undefined;
  for (let length = first.length - 1; length >= shortestId; length--) {
    for (let start = 0; start + length <= first.length; start++) {
      if (!isTask(first.slice(start, start + length))) continue;
      const [before, after] = [first.slice(0, start), first.slice(start + length)];
      const fits = (name: string) => {
        const id = idBetween(name, before, after);
        return id !== undefined && isTask(id);
      };
      if (every.every(fits)) return `${before}{id}${after}`;
    }
  }
  return undefined;
}

/** The part of a name between a prefix and a suffix; undefined if it lacks either. */
export function idBetween(name: string, before: string, after: string): string | undefined {
  const fits = name.length > before.length + after.length && name.startsWith(before) && name.endsWith(after);
  return fits ? name.slice(before.length, name.length - after.length) : undefined;
}

/** The codes of warnings that the results may not be about the selected tasks. */
export const doubtsAboutTasks: readonly string[] = ['results-wrong-tasks', 'results-other-pool', 'results-elsewhere'];

const firstCodes = [
  ...doubtsAboutTasks,
  ...['results-unknown', 'results-pattern', 'passes-only', 'looks-open', 'looks-ended', 'learned-from', 'most-of-pool'],
  'missing-results',
];
const lastCodes = ['outcomes/passed-over', 'outcomes/deep', 'outcomes/skipped-table', 'outcomes/foreign-table'];

/** Warnings in order of use: first those that cast doubt on the figures, last those about skipped files. */
export function inOrder<Each extends Pick<Warning, 'code'>>(warnings: readonly Each[]): readonly Each[] {
  const rank = ({ code }: Each) => {
    if (lastCodes.includes(code)) return firstCodes.length + 1;
    return firstCodes.includes(code) ? firstCodes.indexOf(code) : firstCodes.length;
  };
  return warnings.toSorted((a, b) => rank(a) - rank(b));
}

/**
 * Warns about unused results and loosely matched names. `isBound`: results on unselected tasks bound the level. `selected`
 * is the number of selected tasks; if it is given and most of the results and of these tasks don't match, the wrong tasks
 * may have been run.
 */
export function matchWarnings(
  { configurations, notSelected, unknown, caseFolded, dressed, elsewhere, nearest, patterns, foreign }: MatchedOutcomes,
  {
    isPoolKnown = true,
    tier,
    isBound = false,
    selected = 0,
  }: { isPoolKnown?: boolean; tier?: string | undefined; isBound?: boolean; selected?: number } = {},
): Warning[] {
  const place = tier === undefined ? 'in this selection' : `in the tier "${tier}"`;
  const warnings: Warning[] = [];
  for (const { configuration, known, unknown: other } of isPoolKnown ? foreign : []) {
    // Without common tasks, no result can be mistaken for another benchmark's.
    if (known === 0) continue;
    const message = `${visibleText(configuration, 80)}: ${formatCount(other)} of the ${formatCount(known + other)} tasks in the results are not in the pool. The results may come from another version or benchmark, where tasks with the same names may differ.`;
    warnings.push({ code: 'results-other-pool', message });
  }
  for (const [benchmark, ids] of elsewhere) {
    const message = `${countOf(ids.length, 'task')} in the results ${ids.length === 1 ? 'belongs' : 'belong'} to a benchmark that is not in the pool: "${visibleText(benchmark, 80)}". Winnow uses these results for tasks with the same name: ${some(ids)}. If they are different tasks or versions, remove them.`;
    warnings.push({ code: 'results-elsewhere', message });
  }
  if (unknown.length > 0 && !isPoolKnown) {
    const message = `Ignored results on ${countOf(unknown.length, 'task')} not ${place}: ${some(unknown)}. They may be in the pool: with more than 100,000 tasks, selection.json lists only the selected ones.`;
    warnings.push({ code: 'results-not-selected', message });
  } else if (unknown.length > 0) {
    const like = nearest.map(({ spelt, id }) => `${id} (for ${spelt})`);
    const message = `Ignored results on ${countOf(unknown.length, 'task')} not in the pool: ${some(unknown)}.${like.length === 0 ? '' : ` Closest names in the pool: ${like.join(', ')}.`}`;
    warnings.push({ code: 'results-unknown', message });
  }
  const suggested = patternHint(patterns);
  if (suggested !== undefined) warnings.push({ code: 'results-pattern', message: suggested });
  if (notSelected.length > 0) {
    const isOne = notSelected.length === 1;
    const use = isBound
      ? `only ${isOne ? 'limits' : 'limit'} the possible range of the level${tier === undefined ? '' : ' (for a larger tier, use --tier)'}`
      : `${isOne ? 'was' : 'were'} ignored`;
    const scored = new Set(configurations.flatMap(({ byTask }) => [...byTask].map(([key]) => key))).size;
    const areWrong = notSelected.length > scored && 2 * scored < selected;
    if (areWrong) {
      const message = `${formatCount(notSelected.length)} of the ${formatCount(notSelected.length + scored)} tasks in these results are not selected; did you run the right tasks? For example: ${some(notSelected)}.`;
      warnings.push({ code: 'results-wrong-tasks', message });
    } else {
      const message = `${formatCount(notSelected.length)} of the tasks in the results ${isOne ? 'is' : 'are'} not ${place} and ${use}: ${some(notSelected)}.`;
      warnings.push({ code: 'results-not-selected', message });
    }
  }
  for (const { code, respelled, ignoring } of [
    { code: 'results-case', respelled: caseFolded, ignoring: 'letter case' },
    {
      code: 'results-dressed',
      respelled: dressed,
      ignoring: 'an owner, a known prefix, a version suffix or separators',
    },
  ]) {
    if (respelled.length === 0) continue;
    const pairs = respelled.map(({ spelt, id }) => `${spelt} as ${id}`);
    const message = `Matched ${countOf(respelled.length, 'task')} in the results by ignoring ${ignoring}: ${some(pairs)}.`;
    warnings.push({ code, message });
  }
  return warnings;
}

/** Matches results with selected tasks. @throws ResultsError if the results have errors or contradict each other. */
export function matchSelected(
  tasks: readonly NamedTask[],
  pool: readonly NamedTask[],
  { outcomes, faults, warnings }: RunResults,
) {
  if (faults.length > 0) throw new ResultsError(faults);
  const matched = matchOutcomes(tasks, pool, outcomes);
  if (matched.faults.length > 0) throw new ResultsError(matched.faults);
  return { matched, readingWarnings: warnings.filter(({ code }) => !aboutPassing.has(code)) };
}

/** The error for results that contain no selected task. `tasks` describes the selected tasks. */
export function noneSelected({ unknown, patterns }: MatchedOutcomes, tasks: string, selectedId = ''): Fault {
  const like =
    unknown[0] === undefined
      ? ''
      : ` They contain tasks such as "${unknown[0]}", but the selection has tasks such as "${selectedId}".`;
  return {
    code: 'results/no-overlap',
    message: `the results contain none of the ${tasks}.${like}`,
    hint:
      patternHint(patterns) ??
      "Give results on this selection. If their ids have a prefix or suffix, add --task-pattern, such as 'PREFIX{id}'.",
  };
}

/** A suggestion of the option that would match the unmatched names; undefined if there is none. */
export function patternHint(patterns: MatchedOutcomes['patterns']): string | undefined {
  if (patterns.length === 0) return undefined;
  const systems = patterns.slice(0, mostNamed).map(({ configuration, names, pattern }) => {
    return `all ${formatCount(names)} unmatched names of "${configuration}" have the form "${pattern}"`;
  });
  const options = [...new Set(patterns.map(({ pattern }) => `--task-pattern '${pattern}'`))];
  return `${joinWords(systems)}. To match them, add ${options.slice(0, mostNamed).join(' ')}.`;
}

const mostNamed = 3;

function some(names: readonly string[]): string {
  const more = names.length > mostNamed ? ` and ${names.length - mostNamed} more` : '';
  return `${names.slice(0, mostNamed).join(', ')}${more}`;
}
