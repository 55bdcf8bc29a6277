import { at } from '../lists/at.js';
import { ResultsError } from '../model/errors.js';
import type { RunResults } from '../model/outcome.js';
import type { ExclusionReason } from '../model/plan.js';
import type { Selection } from '../model/selection.js';
import { type MatchedOutcomes, matchOutcomes, taskKey } from '../outcomes/match-outcomes.js';
import { matchWarnings } from '../outcomes/match-warnings.js';
import { filterOutcomes } from '../outcomes/outcome-lists.js';
import { binomialTail } from '../statistics/distributions.js';
import { holm } from '../statistics/p-values.js';
import { compareText } from '../text/compare-text.js';
import { evidenceOf } from './evidence-of.js';
import { type NamedRuns, type RecognisedRun, recogniseRuns } from './recognise-runs.js';
import { type TaskRuns, tallyRuns } from './tally-runs.js';
import { scoredRuns } from './validity-runs.js';
import type { ExcludedTask, Finding, Objection, Proposal, VettedTask, Vetting } from './vetting.js';
import { vettingWarnings } from './vetting-warnings.js';

/** How the tasks are vetted. */
export interface VettingOptions {
  /** For each kind of run by name, the configurations that are of it; a kind that is not there is known by name. */
  readonly named?: NamedRuns;
  /** The share of runs that may go wrong by accident on a sound task, from 0 to below 0.5; default 0.01. */
  readonly tolerated?: number | undefined;
}

const level = 0.05;
const defaultTolerated = 0.01;

/**
 * Proposes exclusions from runs whose verdict is fixed before they are made. A task is proposed when every scored run of
 * a kind is contrary, and as flaky when more are than the tolerated rate explains: exact binomial tests, adjusted for
 * their number (Holm 1979). An errored run is no verdict.
 *
 * @throws ResultsError with every fault of the results, of the names of configurations and of the options.
 */
export function vetTasks(selection: Selection, results: RunResults, options: VettingOptions = {}): Vetting {
  const { named = new Map<string, readonly string[]>(), tolerated = defaultTolerated } = options;
  if (results.faults.length > 0) throw new ResultsError(results.faults);
  if (!(tolerated >= 0 && tolerated < 0.5)) {
    const message = `--tolerate is ${tolerated}; expected a share from 0 to below 0.5.`;
    throw new ResultsError([{ code: 'exclude/tolerated', message }]);
  }
  const { recognised, others } = recogniseRuns(results.outcomes, named);
  const used = new Set(recognised.flatMap(({ configurations }) => configurations));
  const pool = selection.benchmarks
    .flatMap(({ tasks }) => tasks.map(({ benchmark, id, aliases }) => ({ benchmark, id, aliases: aliases ?? [] })))
    .sort((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id));
  const own = filterOutcomes(results.outcomes, ({ configuration }) => used.has(configuration));
  const matched = matchOutcomes(pool, pool, own);
  if (matched.faults.length > 0) throw new ResultsError(matched.faults);

  const { found, tested } = judged(recognised, matched, tolerated);
  const excluded = excludedFor(selection);
  const proposals: Proposal[] = [];
  const undecided: VettedTask[] = [];
  const alreadyExcluded: ExcludedTask[] = [];
  for (const { benchmark, id } of pool) {
    const key = taskKey({ benchmark, id });
    const objections = found.flatMap((byTask) => byTask.get(key) ?? []).filter(isObjection);
    if (objections.length === 0) continue;
    const task = { benchmark, id, objections, evidence: evidenceOf(objections, tolerated, tested) };
    const reason = reasonOf(objections);
    const before = excluded.get(key);
    if (reason !== undefined && before !== undefined) alreadyExcluded.push({ ...task, reason, excludedFor: before });
    else if (reason !== undefined) proposals.push({ ...task, reason });
    else if (before === undefined) undecided.push(task);
  }
  const kinds = recognised.map((each, index) => ({ ...each, findings: at(found, index) }));
  const warnings = [...results.warnings, ...matchWarnings(matched), ...vettingWarnings(kinds, undecided.length)];
  return {
    kinds,
    others,
    tasks: pool.length,
    tested,
    tolerated,
    level,
    proposals,
    undecided,
    alreadyExcluded,
    warnings,
  };
}

/** What the runs of each kind amount to on each task, by task key, and how many tests that took. */
function judged(recognised: readonly RecognisedRun[], matched: MatchedOutcomes, tolerated: number) {
  const tallies = recognised.map((each) => tallyRuns(matched, each));
  const tested = tallies.flatMap((byTask) => [...byTask.values()].filter((runs) => scoredRuns(runs) > 1));
  const adjusted = holm(tested.map((runs) => binomialTail(runs.run.contrary(runs), scoredRuns(runs), tolerated)));
  const pValues = new Map(tested.map((runs, index) => [runs, at(adjusted, index)]));
  const found = tallies.map(
    (byTask) => new Map([...byTask].map(([key, runs]) => [key, findingOf(runs, pValues.get(runs))])),
  );
  return { found, tested: tested.length };
}

function findingOf(runs: TaskRuns, pValue: number | undefined): Finding {
  const [scored, contrary] = [scoredRuns(runs), runs.run.contrary(runs)];
  const { always } = runs.run;
  return { ...runs, contrary, pValue, verdict: verdict() };

  function verdict(): Finding['verdict'] {
    if (scored === 0) return undefined;
    if (contrary === 0) return 'sound';
    if (contrary === scored && always !== undefined) return always.reason;
    return pValue !== undefined && pValue <= level ? 'flaky' : 'undecided';
  }
}

function isObjection(finding: Finding): finding is Objection {
  return finding.verdict !== undefined && finding.verdict !== 'sound';
}

/** What is surest: a verdict that is always contrary comes before one that changes. */
function reasonOf(objections: readonly Objection[]): ExclusionReason | undefined {
  const reasons = objections.flatMap(({ verdict }) => (verdict === 'undecided' ? [] : [verdict]));
  return reasons.find((reason) => reason !== 'flaky') ?? reasons[0];
}

function excludedFor({ benchmarks }: Selection): ReadonlyMap<string, ExclusionReason> {
  return new Map(
    benchmarks.flatMap(({ plan: { name: benchmark }, exclusions }) =>
      exclusions.map(({ taskId: id, reason }) => [taskKey({ benchmark, id }), reason] as const),
    ),
  );
}
