import type { ExclusionReason } from '../model/plan.js';

export interface AuditFinding {
  readonly check: AuditCheckName;
  /** One sentence on the location and the problem, without secrets. */
  readonly evidence: string;
}

/**
 * The most serious first. `words` follow a count of tasks; `reason` is the reason to exclude a task, undefined if the
 * finding only deserves a look.
 */
export const auditChecks = [
  { name: 'solution-readable', words: 'with a solution that the agent can read', reason: 'leaked' },
  { name: 'tests-missing', words: 'without tests', reason: 'unverifiable' },
  { name: 'tests-empty', words: 'with tests that check nothing', reason: 'unverifiable' },
  { name: 'secret', words: 'with something that looks like a secret', reason: undefined },
  { name: 'tests-readable', words: 'with tests that the agent can read', reason: undefined },
  { name: 'image-unpinned', words: 'with an unpinned base image', reason: undefined },
  { name: 'timeout-missing', words: 'without a time limit', reason: undefined },
  { name: 'not-read', words: 'with files that were not checked', reason: undefined },
] as const satisfies readonly {
  readonly name: string;
  readonly words: string;
  readonly reason: ExclusionReason | undefined;
}[];

export type AuditCheckName = (typeof auditChecks)[number]['name'];

export function exclusionFor(check: AuditCheckName): ExclusionReason | undefined {
  return auditChecks.find(({ name }) => name === check)?.reason;
}
