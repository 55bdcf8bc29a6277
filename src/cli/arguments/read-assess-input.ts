import { dirname } from 'node:path';
import { assessResults } from '../../core/assess/question/pool-results.js';
import type { AssessInput } from '../../core/assess/question/question.js';
import { readManifest } from '../../core/manifest/read-manifest.js';
import { ManifestError, ResultsError } from '../../core/model/errors.js';
import type { Selection } from '../../core/model/selection.js';
import { namedTask } from '../../core/outcomes/task-index.js';
import type { LongText } from '../../core/text/text-pieces.js';
import { choiceOf, type PlanChoice, planToUse } from '../../disk/default-plan.js';
import { findPlanFiles } from '../../disk/find-plan.js';
import { loadPlanFiles } from '../../disk/load-plan.js';
import { findSelection } from '../../disk/read-selection.js';
import { faultOf, type RunFlags, refuseEarlierVersion } from './manifest-of.js';
import { readPlanFields, selectFromPools, withOptimiser } from './read-plan-pools.js';
import { type ResultFlags, readResults, resultPaths } from './read-results.js';

/** How the selection to be assessed is found, and the results of runs on it. */
export interface InputFlags extends RunFlags, ResultFlags {
  readonly plan?: string;
  readonly results?: readonly string[];
}

/** What is asked about: the selection that an argument means with the results that are given, and the plan that made it. */
export interface Assessed {
  readonly input: AssessInput;
  readonly choice: PlanChoice;
}

/** The selection that an argument means, or else that of the default plan, and the results that are given. */
export async function assessInput(argument: string | undefined, flags: InputFlags): Promise<Assessed> {
  const { selection, optimiser, choice } = await assessedSelection(argument, flags);
  return { input: { selection, results: await resultsFor(selection, flags), optimiser }, choice };
}

async function resultsFor(selection: Selection, flags: InputFlags) {
  const paths = resultPaths(flags.results, flags);
  if (paths === undefined) return undefined;
  const tasks = selection.benchmarks.flatMap((each) => each.tasks.map(namedTask));
  const outcomes = await readResults(paths, flags, { settings: selection.plan.results, tasks });
  if (outcomes.faults.length > 0) throw new ResultsError(outcomes.faults);
  return assessResults(selection, outcomes);
}

/** A plan is run; of a selection on disk its plan is, and must give the same tasks, because every question is about the pool as well. */
async function assessedSelection(
  argument: string | undefined,
  flags: InputFlags,
): Promise<Pick<AssessInput, 'selection' | 'optimiser'> & { readonly choice: PlanChoice }> {
  const source = argument === undefined ? undefined : await findSelection(argument);
  if (source?.kind !== 'manifest') {
    const choice = await planToUse(source?.plan ?? flags.plan, { use: 'answer' });
    return { ...(await runNamed((await loadPlanFiles(choice.plan)).plan, flags)), choice };
  }
  const { name, sha256, tasks } = statedIn(source);
  if (flags.plan === undefined) await refuseEarlierVersion(source, { name, sha256 });
  const loaded = await (flags.plan === undefined
    ? findPlanFiles(name, dirname(source.file), sha256)
    : loadPlanFiles(flags.plan));
  const { plan } = loaded;
  const { selection, optimiser } = await runNamed(plan, flags);
  if (!isSame(tasks, selection)) {
    const message = `its tasks are not those that the plan "${plan.name}" gives now.`;
    const hint = 'Give the plan that made it with --plan, or run "winnow check" to see what differs.';
    throw new ManifestError([{ code: 'assess/other-selection', message, place: { file: source.file }, hint }]);
  }
  return { selection, optimiser, choice: choiceOf(loaded) };
}

async function runNamed(plan: Selection['plan'], flags: InputFlags) {
  const pools = await readPlanFields(plan, flags);
  const asked = { allowShortfall: flags.allowShortfall === true, timeLimit: flags.timeLimit, expectUplift: false };
  const options = await withOptimiser(plan, asked);
  return { selection: await selectFromPools(plan, pools, options), optimiser: options.optimiser };
}

/** The plan that a manifest names, and which tasks it has; the rest is let go while the plan is run. */
function statedIn({ file, text }: { readonly file: string; readonly text: LongText }) {
  const { manifest, differences } = readManifest(text);
  if (manifest === undefined) throw new ManifestError(differences.map((each) => faultOf(each, file)));
  const { metadata, tasks } = manifest;
  const ids = new Set(tasks.map(({ benchmark, task_id: id }) => `${benchmark}/${id}`));
  return { ...metadata.plan, tasks: { count: tasks.length, ids } };
}

function isSame({ count, ids }: ReturnType<typeof statedIn>['tasks'], { choices }: Selection): boolean {
  return count === choices.length && choices.every(({ task }) => ids.has(`${task.benchmark}/${task.id}`));
}
