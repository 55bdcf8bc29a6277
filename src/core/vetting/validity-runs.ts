import { type Fault, ResultsError } from '../model/errors.js';
import type { Outcome, OutcomeList } from '../model/outcome.js';
import type { ExclusionReason } from '../model/plan.js';
import type { MatchedOutcomes } from '../outcomes/match-outcomes.js';
import { didYouMean } from '../text/nearest-name.js';
import { compareText, joinWords, namesOf, visibleText } from '../text/words.js';

/** The results of the runs of one kind on one task. */
export interface RunTally {
  readonly passed: number;
  readonly failed: number;
  /** Neither passed nor failed: no verdict. */
  readonly errored: number;
  readonly notRun: number;
}

/** A kind of run that tests the tasks, because its verdict on a sound task is known beforehand. */
export interface ValidityRun {
  /** Its option is `--NAME`. */
  readonly name: string;
  /** The subject of a sentence: "the reference solution". */
  readonly words: string;
  /** Names of configurations that are recognised as such runs, in lower case. */
  readonly knownNames: readonly string[];
  readonly help: string;
  /** The verdict of every run on a sound task. */
  readonly expected: string;
  /** How many of the scored runs contradict a sound task. */
  readonly contrary: (tally: RunTally) => number;
  /** The reason to exclude a task if all of its scored runs are contrary, and the start of its evidence; undefined: that cannot be. */
  readonly always: { readonly reason: ExclusionReason; readonly words: string } | undefined;
}

/** Every kind of validity run; a task with several errors is excluded for the kind that is listed first. */
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
    // An agent that runs again makes another submission; only the user knows that it was the same one.
    knownNames: [],
    help: 'the systems whose runs grade the same submission of each task again',
    expected: 'always gets the same verdict',
    contrary: ({ passed, failed }) => Math.min(passed, failed),
    always: undefined,
  },
];

/** The number of runs that have a verdict. */
export function scoredRuns({ passed, failed }: RunTally): number {
  return passed + failed;
}

/** The configurations that are runs of one kind. */
export interface RecognisedRun {
  readonly run: ValidityRun;
  readonly configurations: readonly string[];
  readonly knownBy: 'name' | 'option';
}

/** For each kind by name, the configurations that the user names; they replace those known by name. */
export type NamedRuns = ReadonlyMap<string, readonly string[]>;

/** The systems that are validity runs of each kind, and the others. Throws ResultsError for wrong or missing names. */
export function recogniseRuns(outcomes: OutcomeList, named: NamedRuns) {
  const counts = new Map<string, number>();
  for (const { configuration } of outcomes) counts.set(configuration, (counts.get(configuration) ?? 0) + 1);
  const found = [...counts.keys()].sort(compareText);
  const faults: Fault[] = [];
  const byOption = new Map<string, ValidityRun>();
  for (const run of validityRuns) {
    for (const name of named.get(run.name) ?? []) {
      const configuration = configurationOf(name, found);
      const before = byOption.get(configuration ?? '');
      if (configuration === undefined) {
        const message = `--${run.name} names the system "${visibleText(name, 80)}", which is not in the results.${didYouMean(name, found)} Found: ${listOf(found)}.`;
        faults.push({ code: 'exclude/unknown-configuration', message });
      } else if (before !== undefined && before !== run) {
        const message = `the system "${visibleText(configuration, 80)}" is named by --${before.name} and by --${run.name}; it can only be one of them.`;
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
    .map((name) => ({ name, results: counts.get(name) ?? 0 }));
  return { recognised, others };
}

/** The kind of validity run that a configuration is known for by its name; undefined: it is an ordinary system. */
export function validityRunOf(configuration: string): ValidityRun | undefined {
  return validityRuns.find((run) => isKnownName(run, configuration));
}

/** Harbor names a configuration `agent__model`; only the agent matters here. */
function isKnownName({ knownNames }: ValidityRun, configuration: string): boolean {
  const [agent = ''] = configuration.toLowerCase().replaceAll(' ', '-').split('__');
  return knownNames.includes(agent.trim());
}

/** The configuration with this name, as spelt or else ignoring letter case. */
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
    message: `no system in the results has a known name for ${joinWords(names, 'or')}. Found: ${listOf(found)}.`,
    hint: `Name the systems: ${joinWords(options, 'or')}.`,
  };
}

function listOf(found: readonly string[]): string {
  return namesOf(found.map((name) => visibleText(name, 80)));
}

/** The runs of one kind on one task, and their sources. */
export interface TaskRuns extends RunTally {
  readonly run: ValidityRun;
  /** The configurations that ran the task, sorted. */
  readonly configurations: readonly string[];
  /** The files of the runs that have a verdict, or of all runs if none has; sorted. */
  readonly files: readonly string[];
}

/** The runs of a kind, by task key; configurations of the same kind are added up. */
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
