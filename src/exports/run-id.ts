import type { Fault } from '../core/model/fault.js';
import type { Manifest } from '../core/report/manifest.js';
import type { ExportRequest } from './make-export.js';
import { shownName } from './shown-names.js';

const pattern = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The name of a run: the one that is asked for, or one that tells the plan, the selection and the part of it. */
export function runIdFor(
  manifest: Manifest,
  { runId, limit, shard }: ExportRequest,
  selectionSha256: string,
): { readonly runId: string; readonly faults: readonly Fault[] } {
  if (runId !== undefined) return { runId, faults: pattern.test(runId) ? [] : [badId(runId)] };
  const plan = manifest.metadata.plan.name
    .replace(/[^A-Za-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 40);
  const parts = [
    plan === '' ? 'selection' : plan,
    selectionSha256.slice(0, 8),
    ...(limit === undefined ? [] : [`first${limit}`]),
    ...(shard === undefined ? [] : [`shard${shard.index}of${shard.count}`]),
  ];
  return { runId: parts.join('-'), faults: [] };
}

/** The name of one of several runs of the same tasks; of one alone, the name itself. */
export function repeatId(runId: string, repeat: number, of: number): string {
  return of === 1 ? runId : `${runId}-run${repeat}`;
}

function badId(runId: string): Fault {
  return {
    code: 'export/run-id',
    message: `the run id ${shownName(runId)} would not do as the name of a folder and of a container.`,
    hint: 'Use letters, digits, dots, hyphens and underscores, at most 100, a letter or digit first.',
  };
}
