import { designs } from '../../../core/assess/designs/designs.js';
import { budgetCurve, designsOf, planRow } from '../../../core/assess/designs/designs-question.js';
import { coverageBy } from '../../../core/assess/prospect/prospect.js';
import { type AssessResults, assessResults } from '../../../core/assess/question/pool-results.js';
import type { AssessInput, Question } from '../../../core/assess/question/question.js';
import { questions } from '../../../core/assess/questions.js';
import { steadyTasks } from '../../../core/assess/sensitivity/reweighting.js';
import { type Block, quietLine } from '../../../core/blocks/blocks.js';
import { expectedUpliftSentences } from '../../../core/describe/forecast-words.js';
import { leaderboardOf } from '../../../core/estimate/estimate-order.js';
import { estimateResults } from '../../../core/estimate/estimate-results.js';
import { explainTask } from '../../../core/explain/explain-task.js';
import type { TaskStanding, Verdict } from '../../../core/explain/explanation.js';
import { type Manifest, makeManifest } from '../../../core/manifest/manifest.js';
import { WinnowError } from '../../../core/model/errors.js';
import type { Outcomes } from '../../../core/model/outcome.js';
import type { Plan } from '../../../core/model/plan.js';
import type { Group, Selection } from '../../../core/model/selection.js';
import { matchOutcomes } from '../../../core/outcomes/match-outcomes.js';
import { namesInPool } from '../../../core/outcomes/task-index.js';
import { countRuns } from '../../../core/progress/count-runs.js';
import { methodologySections } from '../../../core/report/methodology.js';
import { hasTiersToRun, selectionsOfResults } from '../../../core/suites/covered-tier.js';
import { coveredTierNotes } from '../../../core/suites/covered-tier-notes.js';
import { knownSystems } from '../../../core/suites/known-systems.js';
import { countOf, formatCount } from '../../../core/text/words.js';
import type { ExplorerData, FixedPage } from '../../explorer-data.js';
import type { TaskName } from './edits.js';
import { keepLast } from './keep-last.js';

export interface Inquired {
  readonly loaded: Selection;
  /** The selection with the edits made on the page. */
  readonly selection: Selection;
  /** The same selection with its expected uplift, which takes too long to compute for every edit. */
  readonly inFull: () => Selection;
  /** Selects a tier of a plan, or all of it; undefined if tasks are left out of the page. */
  readonly runTier?: ((plan: Plan, tier: string | undefined) => Selection) | undefined;
  readonly results: Outcomes | undefined;
  readonly earlierNotes: ExplorerData['earlierNotes'];
  readonly looks?: ExplorerData['looks'];
  /** "winnow 0.2.0". */
  readonly generator: string;
  /** Set if tasks or earlier results are left out of the page. */
  readonly fixed?: FixedPage | undefined;
}

/** Each system is compared with every other one, which takes too long for more. */
const mostRanked = 40;

/**
 * Figures and texts that may take long to compute, so a worker does it. Each inquiry is pure, takes plain JSON, and returns
 * plain data that can be sent to another thread. It throws a WinnowError if it has no answer.
 */
export const inquiries = {
  /** Which parts of the selection can be tested separately. */
  coverage: (about: Inquired) =>
    about.fixed === undefined ? coverageBy(about.selection, assessInput(about).results?.pool) : about.fixed.coverage,
  /** How many of the selected tasks stay selected under all other weights; undefined with a single weight or a solver. */
  steadyTasks: ({ selection }: Inquired) => {
    const isSolved = selection.benchmarks.some(({ optimum }) => optimum !== undefined);
    return isSolved || selection.plan.score.weights.size < 2 ? undefined : steadyTasks(selection);
  },
  methodology: ({ inFull, generator, fixed }: Inquired) =>
    fixed?.methodology ?? methodologySections(inFull(), generator),
  /** The plan as loaded, to compare designs with, and its figures for other budgets. */
  planDesign: (about: Inquired) => {
    const { seed, figuresOf } = meterOf(about);
    const figures = figuresOf(about.loaded);
    const pool = assessInput(about).results?.pool;
    const budgets = budgetCurve(about.loaded, pool, figures.prospect);
    return { seed, row: { ...planRow, figures }, budgets };
  },
  otherDesign: (about: Inquired, { design: name }: { readonly design: string }) => {
    const design = designs.find((each) => each.name === name);
    if (design === undefined) throw new RangeError(`There is no design ${name}.`);
    return meterOf(about).rowOf(design);
  },
  /** The selection with the edits made on the page, compared with the plan. */
  editedDesign: (about: Inquired) => meterOf(about).figuresOf(about.selection),
  /** Why a task was selected or not and what would change that, with its neighbours in the ranking instead of all tasks. */
  explanation: ({ selection }: Inquired, task: TaskName) => {
    const explanation = explainTask(selection, task);
    const { standing, verdict } = explanation;
    return {
      explanation: { ...explanation, standing: standing && withoutRanking(standing), verdict: bare(verdict) },
      neighbours: standing === undefined ? [] : neighboursOf(standing, selection),
    };
  },
  /** The progress of the runs; undefined without results. */
  progress: (about: Inquired) => {
    if (about.results === undefined) return undefined;
    const { tasks: _, found: __, ...counts } = countRuns(measuredOf(about), about.results);
    return counts;
  },
  /** The estimates from the results, against the given or default baseline; undefined without results. */
  estimate: (about: Inquired, { baseline }: { readonly baseline?: string | undefined }) => {
    if (about.results === undefined) return undefined;
    const { notes, ...levels } = levelsOf(about);
    const results = { ...about.results, warnings: [...about.results.warnings, ...notes, ...about.earlierNotes] };
    const first = about.looks?.find((each) => each.baseline !== undefined)?.baseline;
    return estimateResults(measuredOf(about), results, { ...levels, baseline, first });
  },
  /** A sentence about the tasks that figures from results are for; undefined if they are the selected tasks. */
  measuredOn: (about: Inquired) => {
    if (about.results === undefined) return undefined;
    const { metadata } = measuredOf(about);
    const tasks = countOf(metadata.total_selected, 'task');
    const { tier } = metadata;
    if (levelsOf(about).levels.size > 0) {
      const common = tier === undefined ? `the ${tasks}` : `the ${tasks} of the tier "${tier.name}"`;
      return `Each system's level is based on the tasks that its own results cover. All other figures are for ${common} that all systems cover.`;
    }
    if (tier !== undefined)
      return `The results cover the tier "${tier.name}", so all figures here are for its ${tasks}.`;
    if (about.fixed !== undefined || metadata.total_selected <= about.selection.statistics.selected) return undefined;
    const { configurations } = estimateResults(measuredOf(about), about.results, { by: [] });
    return configurations.every(({ coverage }) => coverage.scored === coverage.selected)
      ? `The results cover all ${tasks} in the pool, so levels are known exactly.`
      : `The results cover nearly all ${tasks} in the pool. Intervals show the range left open by missing results.`;
  },
  /** Systems by level; undefined without results. */
  leaderboard: (about: Inquired) => {
    const { results } = about;
    if (results === undefined) return undefined;
    const manifest = measuredOf(about);
    const first = estimateResults(manifest, results, levelsOf(about));
    if (first.configurations.length > mostRanked) return undefined;
    return leaderboardOf(first, (baseline) => estimateResults(manifest, results, { baseline, by: [] }));
  },
  /** A question of `assess`, with long tables shortened. */
  question: (about: Inquired, { question: name, options }: AskedQuestion) => {
    const question: Question | undefined = questions.find((each) => each.name === name);
    if (question === undefined) throw new RangeError(`There is no question ${name}.`);
    const { document: _, grade: __, sections, ...answer } = question.ask(assessInput(about), options);
    return {
      ...answer,
      sections: sections.map((section) => ({ ...section, blocks: section.blocks.flatMap(shortened) })),
    };
  },
  /** Sentences about the uplift to expect in new runs of tasks that were chosen by their uplift in earlier runs. */
  expectedUplift: ({ inFull }: Inquired) => expectedUpliftSentences(inFull()),
} satisfies Readonly<Record<string, Inquiry>>;

type Inquiry = (about: Inquired, asked: never) => unknown;

/** The inquiries about the plan as loaded, which edits don't affect. */
export const ofLoaded: ReadonlySet<string> = new Set<InquiryName>(['planDesign', 'otherDesign']);

export type InquiryName = keyof typeof inquiries;
export type Asked<Name extends InquiryName> = (typeof inquiries)[Name] extends (
  about: Inquired,
  asked: infer Question,
) => unknown
  ? Question
  : never;
export type Found<Name extends InquiryName> = ReturnType<(typeof inquiries)[Name]>;

export type Inquest = { readonly value: unknown } | { readonly why: string };

/** The basis for inquiries on a page without all tasks or earlier results, which can answer only from a manifest. */
export function fixedInquired(
  { fixed, generator, earlierNotes, looks }: Pick<ExplorerData, 'fixed' | 'generator' | 'earlierNotes' | 'looks'>,
  results: Outcomes | undefined,
): Inquired {
  const inFull = (): never => {
    const message = 'This needs tasks or earlier results that this page does not contain.';
    throw new WinnowError([{ code: 'page/left-out', message }]);
  };
  return {
    fixed,
    generator,
    results,
    earlierNotes,
    looks,
    inFull,
    get loaded() {
      return inFull();
    },
    get selection() {
      return inFull();
    },
  };
}

/** Answers an inquiry of a list; errors are returned, not thrown. */
export function inquestOf(
  name: string,
  about: () => Inquired,
  asked: unknown,
  list: Readonly<Record<string, Inquiry>> = inquiries,
): Inquest {
  try {
    // Both threads run the same script, so the question has the right type.
    return { value: list[name]?.(about(), asked as never) };
  } catch (error) {
    if (error instanceof WinnowError) return { why: error.message };
    return { why: `This is a bug in Winnow: ${error instanceof Error ? error.message : String(error)}` };
  }
}

const lastMeter = keepLast<ReturnType<typeof designsOf>>();

/** All designs are measured against the same pool, which is prepared once. */
function meterOf({ loaded, results }: Inquired) {
  return lastMeter([loaded, results], () => designsOf(loaded, fittedResults(loaded, results).results?.pool));
}

function withoutRanking<Of extends { readonly group: Group }>(of: Of): Of {
  return { ...of, group: { ...of.group, ranking: [] } };
}

function bare(verdict: Verdict): Verdict {
  return verdict.kind === 'in' ? { ...verdict, choice: withoutRanking(verdict.choice) } : verdict;
}

const around = 4;

/** The ranks around the task's rank and around the cutoff, ascending, from 1. */
function neighboursOf({ group: { ranking, allocated }, rank }: TaskStanding, { choices }: Selection) {
  const near = Array.from({ length: 2 * around + 1 }, (_, i) => rank - around + i);
  const places = new Set([...near, allocated, allocated + 1]);
  const chosen = new Set(choices.map(({ task }) => task));
  return [...places]
    .sort((a, b) => a - b)
    .flatMap((place) => {
      const task = ranking[place - 1];
      return task === undefined ? [] : [{ place, task, isIn: chosen.has(task) }];
    });
}

const lastMeasured = keepLast<ReturnType<typeof selectionsOfResults>>();

/** The selections that the results cover, as `winnow estimate` finds them: tiers, or the whole pool. */
function foundFor(about: Inquired) {
  // A page that leaves out tasks can't select.
  if (about.fixed !== undefined) return undefined;
  const { selection, results, runTier } = about;
  if (results === undefined || runTier === undefined) return undefined;
  if (!hasTiersToRun(selection.plan)) return undefined;
  return lastMeasured([selection, results], () => {
    return selectionsOfResults(selection.plan, runTier, matchedWith(selection, results));
  });
}

/** The manifest of the tasks that all systems' results cover. */
function measuredOf(about: Inquired): Manifest {
  if (about.fixed !== undefined) return about.fixed.manifest;
  return manifestOf({ ...about, selection: foundFor(about)?.common ?? about.selection });
}

function matchedWith(selection: Selection, { outcomes }: Outcomes) {
  const named = namesInPool(selection);
  return matchOutcomes(named, named, outcomes);
}

/** The manifests for levels, if systems cover different tiers, the earlier systems among them, and the warnings. */
function levelsOf(about: Inquired) {
  const found = foundFor(about);
  const own = [...(found?.own ?? [])];
  const other = own.filter(([, { tier }]) => tier !== found?.common && tier.kind !== 'focus');
  const levels = new Map(other.map(([name, { tier }]) => [name, manifestOf({ ...about, selection: tier })]));
  const covers = own.map(([, each]) => each.found);
  const known = knownFor(about);
  return {
    levels,
    copies: known?.earlier,
    cutToResults: found !== undefined,
    notes: [
      ...(found === undefined ? [] : coveredTierNotes(about.selection.plan.name, covers)),
      ...(known?.notes ?? []),
    ],
  };
}

/** Systems with the results of an earlier system of a suite, as `winnow estimate` finds them. */
function knownFor(about: Inquired) {
  if (about.fixed !== undefined || about.results === undefined) return undefined;
  const { selection, results } = about;
  const isTiered = hasTiersToRun(selection.plan);
  const earlier = selection.benchmarks.flatMap(({ plan: { name: benchmark, source }, tasks, priorRewards }) =>
    priorRewards !== undefined && (isTiered || source.kind === 'embedded')
      ? [{ benchmark, ids: tasks.map(({ id }) => id), priorRewards }]
      : [],
  );
  return knownSystems(earlier, matchedWith(selection, results));
}

const manifests = new WeakMap<Selection, Manifest>();

function manifestOf(about: Inquired): Manifest {
  if (about.fixed !== undefined) return about.fixed.manifest;
  const { selection, generator } = about;
  const found = manifests.get(selection) ?? makeManifest(selection, generator);
  manifests.set(selection, found);
  return found;
}

export interface AskedQuestion {
  readonly question: string;
  readonly options: Readonly<Record<string, unknown>>;
}

/** Tables of up to this many rows are shown in full. */
const mostRows = 200;

function shortened(block: Block): readonly Block[] {
  if (block.kind !== 'table' || block.most === undefined) return [block];
  const limit = Math.max(block.most, mostRows);
  if (block.rows.length <= limit) return [block];
  const more = quietLine(`${block.title}: ${formatCount(block.rows.length - limit)} more rows.`);
  return [{ ...block, rows: block.rows.slice(0, limit) }, more];
}

interface FittedResults {
  readonly results: AssessResults | undefined;
  readonly why: string | undefined;
}

const fitted = new WeakMap<Outcomes, FittedResults>();

/** The results matched to the tasks of the plan as loaded, which edits don't affect; cached. */
export function fittedResults(loaded: Selection, outcomes: Outcomes | undefined): FittedResults {
  if (outcomes === undefined) return { results: undefined, why: undefined };
  const found = fitted.get(outcomes) ?? matched(loaded, outcomes);
  fitted.set(outcomes, found);
  return found;
}

function matched(loaded: Selection, outcomes: Outcomes): FittedResults {
  try {
    const results = assessResults(loaded, outcomes);
    return { results, why: results.whyNone };
  } catch (error) {
    if (error instanceof WinnowError) return { results: undefined, why: error.message };
    throw error;
  }
}

export function assessInput({
  selection,
  loaded,
  results,
}: Pick<Inquired, 'selection' | 'loaded' | 'results'>): AssessInput {
  return { selection, results: fittedResults(loaded, results).results };
}
