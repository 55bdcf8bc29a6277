import { dirname } from 'node:path';
import { assessResults } from '../../core/assess/question/pool-results.js';
import type { AssessInput } from '../../core/assess/question/question.js';
import type { Manifest } from '../../core/manifest/manifest.js';
import { readManifest } from '../../core/manifest/read-manifest.js';
import { ManifestError, ResultsError } from '../../core/model/errors.js';
import type { Selection } from '../../core/model/selection.js';
import { asPasses } from '../../core/outcomes/as-passes.js';
import { loadPlan } from '../../disk/load-plan.js';
import { findPlan, findSelection } from '../../disk/read-selection.js';
import { faultOf, type RunFlags } from './manifest-of.js';
import { readPlanPools, selectFromPools } from './read-plan-pools.js';
import { readResults } from './read-results.js';

/** How the selection to be assessed is found, and the results of runs on it. */
export interface InputFlags extends RunFlags {
  readonly plan?: string;
  readonly results?: readonly string[];
  readonly passAt?: number;
}

/** The selection that an argument means, and the results that are given. */
export async function assessInput(argument: string, flags: InputFlags): Promise<AssessInput> {
  const selection = await assessedSelection(argument, flags);
  const { results: paths, passAt } = flags;
  if (paths === undefined) return { selection, results: undefined };
  const read = await readResults(paths, passAt);
  const outcomes = passAt === undefined ? read : asPasses(read);
  if (outcomes.faults.length > 0) throw new ResultsError(outcomes.faults);
  return { selection, results: assessResults(selection, outcomes) };
}

/** A plan is run; of a selection on disk its plan is, and must give the same tasks, because every question is about the pool as well. */
async function assessedSelection(argument: string, flags: InputFlags): Promise<Selection> {
  const source = await findSelection(argument);
  if (source.kind === 'plan') return runNamed(await loadPlan(source.plan), flags);
  const { manifest, differences } = readManifest(source.text);
  if (manifest === undefined) {
    throw new ManifestError(differences.map((each) => faultOf(each, source.file)));
  }
  const { name, sha256 } = manifest.metadata.plan;
  const plan = await (flags.plan === undefined ? findPlan(name, dirname(source.file), sha256) : loadPlan(flags.plan));
  const selection = await runNamed(plan, flags);
  if (!isSame(manifest, selection)) {
    const message = `its tasks are not those that the plan "${plan.name}" gives now.`;
    const hint = 'Give the plan that made it with --plan, or run "winnow check" to see what differs.';
    throw new ManifestError([{ code: 'assess/other-selection', message, place: { file: source.file }, hint }]);
  }
  return selection;
}

async function runNamed(plan: Selection['plan'], flags: InputFlags): Promise<Selection> {
  const pools = await readPlanPools(plan, flags);
  return selectFromPools(plan, pools, { allowShortfall: flags.allowShortfall === true });
}

function isSame({ tasks }: Manifest, { choices }: Selection): boolean {
  if (tasks.length !== choices.length) return false;
  const ids = new Set(tasks.map(({ benchmark, task_id: id }) => `${benchmark}/${id}`));
  return choices.every(({ task }) => ids.has(`${task.benchmark}/${task.id}`));
}
