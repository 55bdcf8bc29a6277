import { groupBy, sumOf } from '../lists/lists.js';
import { type Fault, ResultsError } from '../model/errors.js';
import type { Outcome, OutcomeList } from '../model/outcome.js';
import type { ExclusionReason } from '../model/plan.js';
import type { MatchedOutcomes } from '../outcomes/match-outcomes.js';
import { didYouMean } from '../text/nearest-name.js';
import { compareText, joinWords, namesOf, visibleText } from '../text/words.js';

export interface RunTally {
  readonly passed: number;
  readonly failed: number;
  /** An errored run is neither a pass nor a failure. */
  readonly errored: number;
  readonly notRun: number;
}

/** A kind of run that tests the tasks, because its verdict on a sound task is known in advance. */
export interface ValidityRun {
  /** The option is `--NAME`. */
  readonly name: string;
  /** The subject of a sentence, such as "the reference solution". */
  readonly words: string;
  /** Lower-case system names that identify such runs. */
  readonly knownNames: readonly string[];
  readonly help: string;
  /** The expected verdict on a sound task. */
  readonly expected: string;
  /** The number of scored runs that contradict a sound task. */
  readonly contrary: (tally: RunTally) => number;
  /** The reason to exclude a task whose scored runs are all contrary, and the start of its evidence. */
  readonly always: { readonly reason: ExclusionReason; readonly words: string } | undefined;
}

/** If runs of several kinds are contrary, the first kind here decides the reason, except that "flaky" comes last. */
export const validityRuns: readonly ValidityRun[] = [
  {
    name: 'reference',
    words: 'the reference solution',
    knownNames: ['oracle', 'gold', 'reference', 'solution'],
    help: 'the systems that run the reference solution (default: recognised by name)',
    expected: 'always passes',
    contrary: ({ failed }) => failed,
    always: { reason: 'broken environment', words: 'the reference solution fails' },
  },
  {
    name: 'no-op',
    words: 'the no-op agent',
    knownNames: ['nop', 'noop', 'no-op', 'null', 'empty', 'do-nothing'],
    help: 'the systems that change nothing (default: recognised by name)',
    expected: 'always fails',
    contrary: ({ passed }) => passed,
    always: { reason: 'trivial', words: 'the no-op agent passes' },
  },
  {
    name: 'regraded',
    words: 'a regraded submission',
    // A rerun agent makes another submission; only the user knows whether submissions are identical.
    knownNames: [],
    help: 'the systems with runs that regrade the same submission for each task',
    expected: 'always gets the same verdict',
    contrary: ({ passed, failed }) => Math.min(passed, failed),
    always: undefined,
  },
];

export function scoredRuns({ passed, failed }: RunTally): number {
  return passed + failed;
}

export function summedRuns(tallies: readonly RunTally[]): RunTally {
  const total = (count: keyof RunTally) => sumOf(tallies, (tally) => tally[count]);
  return { passed: total('passed'), failed: total('failed'), errored: total('errored'), notRun: total('notRun') };
}

export interface RecognisedRun {
  readonly run: ValidityRun;
  readonly configurations: readonly string[];
  readonly knownBy: 'name' | 'option';
}

/** The systems that the user names for each kind, which replace those recognised by name. */
export type NamedRuns = ReadonlyMap<string, readonly string[]>;

/** The validity runs by kind, and all remaining systems. Throws ResultsError for wrong or missing names. */
export function recogniseRuns(outcomes: OutcomeList, named: NamedRuns) {
  const runs = groupBy(outcomes, ({ configuration }) => configuration);
  const found = [...runs.keys()].sort(compareText);
  const faults: Fault[] = [];
  const byOption = new Map<string, ValidityRun>();
  for (const run of validityRuns) {
    for (const name of named.get(run.name) ?? []) {
      const configuration = configurationOf(name, found);
      const before = byOption.get(configuration ?? '');
      if (configuration === undefined) {
        const message = `--${run.name}: the results have no system "${visibleText(name, 80)}".${didYouMean(name, found)} Found: ${listOf(found)}.`;
        faults.push({ code: 'exclude/unknown-configuration', message });
      } else if (before !== undefined && before !== run) {
        const message = `the system "${visibleText(configuration, 80)}" is named by both --${before.name} and --${run.name}, but can only be one of them.`;
        faults.push({ code: 'exclude/two-kinds', message });
      } else byOption.set(configuration, run);
    }
  }
  const kindOf = (configuration: string) =>
    byOption.get(configuration) ?? validityRuns.find((run) => !named.has(run.name) && isKnownName(run, configuration));
  const recognised = validityRuns.flatMap((run): readonly RecognisedRun[] => {
    const configurations = found.filter((configuration) => kindOf(configuration) === run);
    if (configurations.length === 0) return [];
    return [{ run, configurations, knownBy: named.has(run.name) ? 'option' : 'name' }];
  });
  if (recognised.length === 0 && faults.length === 0) faults.push(noRuns(found));
  if (faults.length > 0) throw new ResultsError(faults);
  const others = found
    .filter((configuration) => kindOf(configuration) === undefined)
    .map((name) => ({ name, results: runs.get(name)?.length ?? 0 }));
  return { recognised, others };
}

/** The kind of validity run that a system's name implies; undefined for an ordinary system. */
export function validityRunOf(configuration: string): ValidityRun | undefined {
  return validityRuns.find((run) => isKnownName(run, configuration));
}

/** Harbor names a system `agent__model`; only the agent matters here. */
function isKnownName({ knownNames }: ValidityRun, configuration: string): boolean {
  const [agent = ''] = configuration.toLowerCase().replaceAll(' ', '-').split('__');
  return knownNames.includes(agent.trim());
}

/** Matches exactly, or else ignoring case. */
function configurationOf(name: string, found: readonly string[]): string | undefined {
  if (found.includes(name)) return name;
  const folded = found.filter((each) => each.toLowerCase() === name.toLowerCase());
  return folded.length === 1 ? folded[0] : undefined;
}

function noRuns(found: readonly string[]): Fault {
  const known = validityRuns.filter(({ knownNames }) => knownNames.length > 0);
  const names = known.map(({ words, knownNames }) => `${words} (${knownNames.join(', ')})`);
  const options = validityRuns.map(({ name }) => `--${name} NAME`);
  return {
    code: 'exclude/no-validity-runs',
    message: `no system in the results has the usual name of ${joinWords(names, 'or')}. Found: ${listOf(found)}.`,
    hint: `Name the systems: ${joinWords(options, 'or')}.`,
  };
}

function listOf(found: readonly string[]): string {
  return namesOf(found.map((name) => visibleText(name, 80)));
}

export interface TaskRuns extends RunTally {
  readonly run: ValidityRun;
  /** Sorted. */
  readonly configurations: readonly string[];
  /** Sorted; the files of the scored runs, or of all runs if none is scored. */
  readonly files: readonly string[];
}

/** The runs of a kind by task key, over all systems of that kind. */
export function tallyRuns(
  { configurations }: MatchedOutcomes,
  { run, configurations: names }: RecognisedRun,
): ReadonlyMap<string, TaskRuns> {
  const byTask = new Map<string, Outcome[]>();
  for (const { name, byTask: own } of configurations) {
    if (!names.includes(name)) continue;
    for (const [key, outcomes] of own) byTask.set(key, [...(byTask.get(key) ?? []), ...outcomes]);
  }
  return new Map([...byTask].map(([key, outcomes]) => [key, taskRuns(run, outcomes)]));
}

function taskRuns(run: ValidityRun, outcomes: readonly Outcome[]): TaskRuns {
  const count = (status: Outcome['status']) => outcomes.filter((each) => each.status === status).length;
  const distinct = (texts: readonly string[]) => [...new Set(texts)].sort(compareText);
  const scored = outcomes.filter(({ status }) => status === 'passed' || status === 'failed');
  const sources = scored.length > 0 ? scored : outcomes;
  return {
    run,
    passed: count('passed'),
    failed: count('failed'),
    errored: count('errored'),
    notRun: count('not-run'),
    configurations: distinct(sources.map(({ configuration }) => configuration)),
    files: distinct(sources.flatMap(({ place }) => place.file ?? [])),
  };
}
