import type { Outcome } from '../model/outcome.js';
import type { MatchedOutcomes } from '../outcomes/match-outcomes.js';
import { compareText } from '../text/compare-text.js';
import type { RecognisedRun } from './recognise-runs.js';
import type { RunTally, ValidityRun } from './validity-runs.js';

/** The runs of one kind on one task, and where they are told. */
export interface TaskRuns extends RunTally {
  readonly run: ValidityRun;
  /** Those that ran the task, sorted. */
  readonly configurations: readonly string[];
  /** The files of the runs that have a verdict, sorted; of all runs where none has. */
  readonly files: readonly string[];
}

/** The runs of each kind, by task key; configurations of the same kind are added up. */
export function tallyRuns(
  { configurations }: MatchedOutcomes,
  { run, configurations: names }: RecognisedRun,
): ReadonlyMap<string, TaskRuns> {
  const byTask = new Map<string, Outcome[]>();
  for (const { name, byTask: own } of configurations) {
    if (!names.includes(name)) continue;
    for (const [key, outcomes] of own) byTask.set(key, [...(byTask.get(key) ?? []), ...outcomes]);
  }
  return new Map([...byTask].map(([key, outcomes]) => [key, runsOf(run, outcomes)]));
}

function runsOf(run: ValidityRun, outcomes: readonly Outcome[]): TaskRuns {
  const count = (status: Outcome['status']) => outcomes.filter((each) => each.status === status).length;
  const scored = outcomes.filter(({ status }) => status === 'passed' || status === 'failed');
  const told = scored.length > 0 ? scored : outcomes;
  return {
    run,
    passed: count('passed'),
    failed: count('failed'),
    errored: count('errored'),
    notRun: count('not-run'),
    configurations: distinct(told.map(({ configuration }) => configuration)),
    files: distinct(told.flatMap(({ place }) => place.file ?? [])),
  };
}

function distinct(texts: readonly string[]): readonly string[] {
  return [...new Set(texts)].sort(compareText);
}
