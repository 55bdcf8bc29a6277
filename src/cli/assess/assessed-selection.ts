import { dirname } from 'node:path';
import type { Manifest, Selection } from '../../index.js';
import { faultOf, type RunFlags } from '../manifest-of.js';

/** How the selection to be assessed is found. */
export interface SelectionFlags extends RunFlags {
  readonly plan?: string;
}

/**
 * The selection that an argument means: a plan is run; of a selection on disk its plan is, and must give the same tasks,
 * because every question is about the pool as well.
 */
export async function assessedSelection(argument: string, flags: SelectionFlags): Promise<Selection> {
  const { findSelection, findPlan, loadPlan, readManifest } = await import('../../index.js');
  const source = await findSelection(argument);
  if (source.kind === 'plan') return runNamed(await loadPlan(source.plan), flags);
  const { ManifestError } = await import('../../index.js');
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

async function runNamed(plan: Selection['plan'], flags: SelectionFlags): Promise<Selection> {
  const { readPools, runPlan } = await import('../../index.js');
  const pools = await readPools(plan, { benchmarks: flags.benchmarks });
  return runPlan(plan, pools, { allowShortfall: flags.allowShortfall === true });
}

function isSame({ tasks }: Manifest, { choices }: Selection): boolean {
  if (tasks.length !== choices.length) return false;
  const ids = new Set(tasks.map(({ benchmark, task_id: id }) => `${benchmark}/${id}`));
  return choices.every(({ task }) => ids.has(`${task.benchmark}/${task.id}`));
}
