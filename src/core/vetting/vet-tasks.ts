import { at, compact } from '../lists/lists.js';
import { ResultsError, type Warning } from '../model/errors.js';
import type { RunResults } from '../model/outcome.js';
import type { ExclusionReason } from '../model/plan.js';
import type { Selection } from '../model/selection.js';
import { type MatchedOutcomes, matchOutcomes, matchWarnings, taskKey } from '../outcomes/match-outcomes.js';
import { namesInPool } from '../outcomes/task-index.js';
import { filterOutcomes } from '../outcomes/task-result.js';
import { binomialTail } from '../statistics/distributions.js';
import { holm } from '../statistics/p-values.js';
import { compareText, countOf, formatCount, joinWords, percent, visibleText } from '../text/words.js';
import { excludedTasks } from './replacements-of.js';
import {
  type NamedRuns,
  type RecognisedRun,
  recogniseRuns,
  scoredRuns,
  type TaskRuns,
  tallyRuns,
} from './validity-runs.js';

/** The result of vetting a pool. The chance of any false "flaky" is at most `level`, if the tolerated rate is right. */
export type Vetting = ReturnType<typeof vetTasks>;

type VettedKind = RecognisedRun & { readonly findings: ReadonlyMap<string, Finding> };

export interface VettedTask {
  readonly benchmark: string;
  readonly id: string;
  /** In the order of the kinds. */
  readonly objections: readonly Objection[];
  readonly evidence: string;
}

interface Proposal extends VettedTask {
  readonly reason: ExclusionReason;
}

type Finding = ReturnType<typeof findingOf>;
type Objection = Finding & { readonly verdict: ExclusionReason | 'undecided' };

export interface VettingOptions {
  readonly named?: NamedRuns;
  /** The share of runs that may go wrong by accident on a sound task, from 0 to below 0.5. Default 0.01. */
  readonly tolerated?: number | undefined;
}

const level = 0.05;
const defaultTolerated = 0.01;

/**
 * Proposes exclusions from runs whose verdict on a sound task is known in advance. A task is proposed if every scored
 * run of a kind is contrary, or as flaky if more are than the tolerated rate explains (exact binomial tests, adjusted
 * after Holm 1979). Errored runs do not count.
 *
 * @throws ResultsError with all errors in the results, the system names and the options.
 */
export function vetTasks(selection: Selection, results: RunResults, options: VettingOptions = {}) {
  const { named = new Map<string, readonly string[]>(), tolerated = defaultTolerated } = options;
  if (results.faults.length > 0) throw new ResultsError(results.faults);
  if (!(tolerated >= 0 && tolerated < 0.5)) {
    const message = `--tolerate is ${tolerated}; expected a share of at least 0 and less than 0.5.`;
    throw new ResultsError([{ code: 'exclude/tolerated', message }]);
  }
  const { recognised, others } = recogniseRuns(results.outcomes, named);
  const used = new Set(recognised.flatMap(({ configurations }) => configurations));
  const pool = namesInPool(selection).toSorted(
    (a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id),
  );
  const own = filterOutcomes(results.outcomes, ({ configuration }) => used.has(configuration));
  const matched = matchOutcomes(pool, pool, own);
  if (matched.faults.length > 0) throw new ResultsError(matched.faults);

  const { found, tested } = findingsOf(recognised, matched, tolerated);
  const excluded = excludedTasks(selection);
  const proposals: Proposal[] = [];
  const undecided: VettedTask[] = [];
  const alreadyExcluded: (Proposal & { readonly excludedFor: ExclusionReason })[] = [];
  for (const { benchmark, id } of pool) {
    const key = taskKey({ benchmark, id });
    const objections = found.flatMap((byTask) => byTask.get(key) ?? []).filter(isObjection);
    if (objections.length === 0) continue;
    const evidence = objections.map((each) => evidenceOf(each, tolerated, tested)).join('; ');
    const task = { benchmark, id, objections, evidence };
    const reasons = objections.flatMap(({ verdict }) => (verdict === 'undecided' ? [] : [verdict]));
    // A kind whose runs are all contrary is stronger evidence than a changing verdict.
    const reason = reasons.find((each) => each !== 'flaky') ?? reasons[0];
    const before = excluded.get(key);
    if (reason !== undefined && before !== undefined) alreadyExcluded.push({ ...task, reason, excludedFor: before });
    else if (reason !== undefined) proposals.push({ ...task, reason });
    else if (before === undefined) undecided.push(task);
  }
  const kinds = recognised.map((each, i): VettedKind => ({ ...each, findings: at(found, i) }));
  const warnings = [...results.warnings, ...matchWarnings(matched), ...vettingWarnings(kinds, undecided.length)];
  const facts = { kinds, others, tasks: pool.length, tested, tolerated, level };
  return { ...facts, proposals, undecided, alreadyExcluded, warnings };
}

/** The findings of each kind by task key, and the number of tests. */
function findingsOf(recognised: readonly RecognisedRun[], matched: MatchedOutcomes, tolerated: number) {
  const tallies = recognised.map((each) => tallyRuns(matched, each));
  const tested = tallies.flatMap((byTask) => [...byTask.values()].filter((runs) => scoredRuns(runs) > 1));
  const adjusted = holm(tested.map((runs) => binomialTail(runs.run.contrary(runs), scoredRuns(runs), tolerated)));
  const pValues = new Map(tested.map((runs, index) => [runs, at(adjusted, index)]));
  const found = tallies.map(
    (byTask) => new Map([...byTask].map(([key, runs]) => [key, findingOf(runs, pValues.get(runs))])),
  );
  return { found, tested: tested.length };
}

/**
 * The number of scored runs that contradict a sound task, and the verdict: "undecided" if the tolerated rate may explain
 * mixed verdicts, undefined without a scored run. The p-value is Holm-adjusted; undefined for fewer than two scored runs.
 */
function findingOf(runs: TaskRuns, pValue: number | undefined) {
  const [scored, contrary] = [scoredRuns(runs), runs.run.contrary(runs)];
  const { always } = runs.run;
  const isFlaky = pValue !== undefined && pValue <= level;
  const mixed = contrary === scored && always !== undefined ? always.reason : isFlaky ? 'flaky' : 'undecided';
  const verdict = scored === 0 ? undefined : contrary === 0 ? 'sound' : mixed;
  return { ...runs, contrary, pValue, verdict } as const;
}

function isObjection(finding: Finding): finding is Objection {
  return finding.verdict !== undefined && finding.verdict !== 'sound';
}

/** For example "the reference solution fails: 0 of 3 runs passed (system oracle, FILE)". */
function evidenceOf(objection: Objection, tolerated: number, tests: number): string {
  const { run, passed, errored, notRun, contrary, pValue } = objection;
  const scored = scoredRuns(objection);
  const isAlways = contrary === scored && run.always !== undefined;
  const begins = isAlways ? run.always.words : `the verdict on ${run.words} changes`;
  const counts = compact([
    `${formatCount(passed)} of ${countOf(scored, 'run')} passed`,
    errored > 0 && `${formatCount(errored)} more errored`,
    notRun > 0 && `${formatCount(notRun)} more not run`,
  ]).join(', ');
  const test =
    isAlways || pValue === undefined
      ? ''
      : `, p = ${Number(pValue.toPrecision(2))} if ${percent(tolerated)} of runs fail by accident (exact binomial test, Holm-adjusted for ${countOf(tests, 'test')})`;
  return `${begins}: ${counts}${test} (${sourceOf(objection)})`;
}

function sourceOf({ configurations, files }: Objection): string {
  const shown = configurations.slice(0, 3).map((name) => visibleText(name, 80));
  const more = configurations.length - shown.length;
  const names = joinWords(more > 0 ? [...shown, `${formatCount(more)} more`] : shown);
  const [file, ...others] = files;
  const where = file === undefined ? '' : `, ${visibleText(file, 200)}`;
  const rest = others.length === 0 ? '' : ` and ${countOf(others.length, 'more file')}`;
  return `${configurations.length === 1 ? 'system' : 'systems'} ${names}${where}${rest}`;
}

/** The code of the warning that most runs of a kind went wrong, which puts their set-up in doubt. */
export const setUpWarning = 'exclude/set-up';

/** With fewer tasks, nothing can be concluded about the set-up. */
const fewTasks = 5;

/** Warns about the limits of the runs, and about signs that the runs themselves are faulty. */
function vettingWarnings(kinds: readonly VettedKind[], undecided: number): Warning[] {
  const ofKinds = kinds.flatMap(({ run, findings }) => {
    const scored = [...findings.values()].filter((finding) => scoredRuns(finding) > 0);
    const unscored = findings.size - scored.length;
    const single = scored.filter((finding) => scoredRuns(finding) === 1).length;
    const always = scored.filter(({ verdict }) => verdict === run.always?.reason).length;
    return [
      unscored > 0 && {
        code: 'exclude/no-verdict',
        message: `${run.words}: ${countOf(unscored, 'task')} ${unscored === 1 ? 'has' : 'have'} only runs that errored or did not start. These are not verdicts, so Winnow proposes nothing for ${unscored === 1 ? 'it' : 'them'}.`,
      },
      single > 0 && {
        code: 'exclude/one-run',
        message: `${run.words}: ${countOf(single, 'task has', 'tasks have')} only one scored run. One run cannot show flakiness, and a contrary verdict may be accidental.`,
      },
      scored.length >= fewTasks &&
        2 * always > scored.length && {
          code: setUpWarning,
          message: `${run.always?.words ?? run.words} on ${formatCount(always)} of ${countOf(scored.length, 'task')}. This suggests a problem with the set-up of the runs. Check that before you exclude tasks.`,
        },
    ];
  });
  const open = undecided > 0 && {
    code: 'exclude/undecided',
    message: `Winnow does not propose excluding ${countOf(undecided, 'task')} with mixed verdicts, because the tolerated rate (--tolerate) may explain them. More runs would settle this.`,
  };
  return compact([...ofKinds, open]);
}

/** Warns about replacement tasks without a scored validity run, because they may have the same problems. */
export function newcomerWarnings({ kinds }: Vetting, comesIn: readonly string[]): Warning[] {
  const none = { passed: 0, failed: 0, errored: 0, notRun: 0 };
  const isVetted = (key: string) => kinds.some(({ findings }) => scoredRuns(findings.get(key) ?? none) > 0);
  const untried = comesIn.filter((key) => !isVetted(key));
  if (untried.length === 0) return [];
  const [names, more] = [untried.slice(0, 3), untried.length - 3];
  const named = more > 0 ? `${names.join(', ')} and ${formatCount(more)} more` : joinWords(names);
  const message = `${countOf(untried.length, 'replacement')} ${untried.length === 1 ? 'has' : 'have'} no validity run with a verdict: ${named}. Also run the reference solution on ${untried.length === 1 ? 'it' : 'them'}.`;
  return [{ code: 'exclude/newcomers', message }];
}
