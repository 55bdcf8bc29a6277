import type { HistoryEntry, Tier } from '../model/plan.js';

/** The history of a selection as the manifest and documents tell it. */
export function historyEntries(history: readonly HistoryEntry[]) {
  return history.map(({ version, of, change, reasons }) => ({
    version,
    of,
    change,
    reasons: reasons.map(({ benchmark, taskId, replacedBy, reason, evidence }) => ({
      benchmark,
      task_id: taskId,
      replaced_by: replacedBy ?? null,
      reason,
      evidence: evidence ?? null,
    })),
  }));
}

/** Which tier a selection is, as the manifest tells it. */
export function tierEntry({ name, size, full, sizes }: Tier) {
  return { name, size, full, sizes: Object.fromEntries(sizes) };
}
