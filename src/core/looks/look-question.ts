import { readRequirements } from '../estimate/requirements.js';
import type { Manifest } from '../manifest/manifest.js';
import { ResultsError, type Warning } from '../model/errors.js';
import { baselineFirst, namedBaseline } from '../outcomes/task-result.js';
import { didYouMean } from '../text/nearest-name.js';
import { countOf, namesOf, quotedWord } from '../text/words.js';
import { areLooksRandom } from './look-evidence.js';
import type { LookQuestion, LooksDocument, RecordedQuestion } from './look-record.js';

export interface LookOptions {
  /** "SYSTEM >= 0.7" or "SYSTEM - BASELINE >= 0"; undefined to ask which of two systems is better. */
  readonly require?: string | undefined;
  readonly baseline?: string | undefined;
  readonly system?: string | undefined;
  /** Look at the results so far, even if the tasks of the next planned look aren't complete. */
  readonly now?: boolean | undefined;
  /** Whether to stop if a difference is unlikely to be found. Default true. */
  readonly futility?: boolean | undefined;
  readonly errorsFail?: boolean | undefined;
  readonly repeat?: number | undefined;
}

/** The question that the options ask about the systems in the results; undefined without results. */
export function questionOf(
  names: readonly string[],
  options: LookOptions,
  manifest: Manifest,
): LookQuestion | undefined {
  const refuse = (message: string, hint: string) => new ResultsError([{ code: 'looks/question', message, hint }]);
  if (names.length === 0) return undefined;
  if (options.require !== undefined) {
    const [requirement] = readRequirements([options.require], names);
    if (requirement === undefined) return undefined;
    const { configuration: system, baseline = null, relation, limit } = requirement;
    if (baseline === null && !areLooksRandom(manifest)) {
      const message =
        manifest.metadata.kind === 'focus'
          ? 'the tasks were not drawn at random, so their results say nothing about the level on the pool.'
          : 'the plan does not take its tasks in random order, so the first ones say nothing about the level on the pool.';
      throw refuse(message, 'Require a difference between two systems instead, or draw a random sample.');
    }
    if (limit !== 0 && !areLooksRandom(manifest)) {
      const message = `the tasks were not drawn at random, so their results show which system is better, but not by how much (${limit}).`;
      throw refuse(message, 'Require a difference above or below 0, or draw a random sample.');
    }
    return { system, baseline, requirement: { relation, limit } };
  }
  for (const name of [options.system, options.baseline]) {
    if (name !== undefined && !names.includes(name))
      throw refuse(`the results have no system "${name}".${didYouMean(name, names)}`, `Found: ${names.join(', ')}.`);
  }
  const [first] = baselineFirst(names.filter((name) => name !== options.system));
  const { baseline = first } = options;
  const [only, ...more] = names.filter((name) => name !== baseline);
  const system = options.system ?? (more.length === 0 ? only : undefined);
  if (names.length > 2 && (options.baseline === undefined || options.system === undefined)) {
    const hint =
      'Choose two with --baseline and --system. If several names are the same system, give them one name with --name NAME=OTHER-NAME.';
    throw refuse(`the results have ${names.length} systems: ${namesOf(names)}.`, hint);
  }
  if (system === undefined || baseline === undefined || system === baseline) {
    const [name = 'NAME'] = names;
    const hint = `Give the results of both systems, or compare one with a threshold: --require '${name} >= 0.7'. If these results are from both, set the system of each path with --name NAME=PATH.`;
    throw refuse(`the results have only one system, "${name}", but a comparison needs two.`, hint);
  }
  return { system, baseline, requirement: null };
}

/** Throws ResultsError if nothing says which of two systems is the baseline, which the first look records. */
export function refuseGuess({ system, baseline, requirement }: LookQuestion, options: LookOptions): void {
  if (baseline === null || requirement !== null || namedBaseline([baseline, system]) !== undefined) return;
  if (options.baseline !== undefined || options.system !== undefined) return;
  const message = `choose the baseline: "${baseline}" or "${system}".`;
  const hint = `Add --baseline ${quotedWord(baseline)} or --baseline ${quotedWord(system)}. The first look records the baseline, which can't change later.`;
  throw new ResultsError([{ code: 'looks/question', message, hint }]);
}

/** For example "new vs baseline", or "new >= 70%". */
export function questionWords({ system, baseline, requirement }: LookQuestion): string {
  if (requirement === null) return `${system} vs ${baseline ?? ''}`;
  const { relation, limit } = requirement;
  const value = Number((100 * limit).toPrecision(6));
  return baseline === null ? `${system} ${relation} ${value}%` : `${system} - ${baseline} ${relation} ${value} points`;
}

export function turnedWarning(known: RecordedQuestion, { baseline, system }: LookOptions): Warning[] {
  if (known.baseline === null) return [];
  if ((baseline ?? known.baseline) === known.baseline && (system ?? known.system) === known.system) return [];
  const message = `the first look recorded "${known.baseline}" as the baseline, and this can't change. Differences are ${known.system} minus ${known.baseline}.`;
  return [{ code: 'looks-turned', message }];
}

/** Warns about systems in the results that the question leaves out. */
export function otherSystems(names: readonly string[], question: LookQuestion | undefined): Warning[] {
  const others = names.filter((name) => question !== undefined && ![question.system, question.baseline].includes(name));
  if (others.length === 0) return [];
  const message = `ignored ${countOf(others.length, 'other system')} in the results: ${namesOf(others)}. If two names are one system, use --name NAME=OTHER-NAME.`;
  return [{ code: 'looks-other-systems', message }];
}

export function otherQuestions({ questions, metadata }: LooksDocument, known: RecordedQuestion | undefined): Warning[] {
  const others = questions.filter((each) => each !== known);
  if (others.length === 0) return [];
  const listed = namesOf(others.map(questionWords));
  const message = `${countOf(others.length, 'other question')} ${others.length === 1 ? 'was' : 'were'} already asked about this selection: ${listed}. Each has an error rate of ${100 * metadata.error_rate}%, so their combined error rate is higher.`;
  return [{ code: 'looks-other-questions', message }];
}
