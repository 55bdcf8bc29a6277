import type { ExclusionReason } from '../model/plan.js';

/** Something that a static look at a task's files found. */
export interface AuditFinding {
  readonly check: AuditCheckName;
  /** Where it is and what is there, in a sentence without secrets. */
  readonly evidence: string;
}

/** One thing that a task's files are looked at for. */
export interface AuditCheck {
  readonly name: string;
  /** How a report counts it: "tasks …". */
  readonly words: string;
  /** The reason to exclude a task for it; undefined: it is worth a look, and no reason. */
  readonly reason: ExclusionReason | undefined;
}

/** Every check of the static audit, the gravest first. */
export const auditChecks = [
  { name: 'solution-readable', words: 'whose solution an agent can read in its environment', reason: 'leaked' },
  { name: 'tests-missing', words: 'without tests', reason: 'unverifiable' },
  { name: 'tests-empty', words: 'whose tests check nothing', reason: 'unverifiable' },
  { name: 'secret', words: 'with something that looks like a secret', reason: undefined },
  { name: 'tests-readable', words: 'whose tests an agent can read in its environment', reason: undefined },
  { name: 'image-unpinned', words: 'on a base image without a fixed version', reason: undefined },
  { name: 'timeout-missing', words: 'without a time limit', reason: undefined },
  { name: 'not-read', words: 'with files that were not checked', reason: undefined },
] as const satisfies readonly AuditCheck[];

export type AuditCheckName = (typeof auditChecks)[number]['name'];

/** The reason to exclude a task for what a check found; undefined if it is none. */
export function exclusionFor(check: AuditCheckName): ExclusionReason | undefined {
  return auditChecks.find(({ name }) => name === check)?.reason;
}
