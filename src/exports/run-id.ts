import { fingerprint } from '../core/fingerprint/fingerprint.js';
import type { Manifest } from '../core/manifest/manifest.js';
import type { Fault } from '../core/model/fault.js';
import { compareText } from '../core/text/compare-text.js';
import type { ExportRequest } from './make-export.js';
import type { NamedTask } from './tasks/export-task.js';
import { shownName } from './tasks/shown-names.js';

const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/**
 * The name of a run: the one that is asked for, or one that tells the plan, the selection and the very tasks, so that a
 * run of other tasks never lands in the folder of this one.
 */
export function runIdFor(
  manifest: Manifest,
  { runId, limit, shard }: ExportRequest,
  tasks: readonly NamedTask[],
  selectionSha256: string,
): string {
  if (runId !== undefined) return runId;
  const plan = manifest.metadata.plan.name
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  const parts = [
    plan === '' ? 'selection' : plan,
    tasksHash(tasks, selectionSha256).slice(0, 8),
    ...(limit === undefined ? [] : [`first${limit}`]),
    ...(shard === undefined ? [] : [`shard${shard.index}of${shard.count}`]),
  ];
  return parts.join('-');
}

/** What is wrong with the name that is asked for. */
export function runIdFaults({ runId }: ExportRequest): Fault[] {
  return runId === undefined || pattern.test(runId) ? [] : [badId(runId)];
}

/** A hash of the set of tasks, whatever their order, and of the selection they are of. */
function tasksHash(tasks: readonly NamedTask[], selectionSha256: string): string {
  const set = tasks.map(({ task, name }) => JSON.stringify([task.benchmark, task.id, name])).toSorted(compareText);
  return fingerprint(JSON.stringify([selectionSha256, ...set]));
}

function badId(runId: string): Fault {
  return {
    code: 'export/run-id',
    message: `the run id ${shownName(runId)} would not do as the name of a folder and of a container.`,
    hint: 'Use letters, digits, dots, hyphens and underscores, at most 100, a letter or digit first.',
  };
}
