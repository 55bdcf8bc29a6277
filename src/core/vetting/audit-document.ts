import { type DocumentOf, documentOf, entry, flag, list, number, orNull, text } from '../documents/forms.js';
import type { Selection } from '../model/selection.js';
import { nearDuplicateSimilarity } from '../quality/near-duplicates.js';
import type { PoolAudit } from '../quality/propose-exclusions.js';
import { type ExclusionEffect, effectData, effectForms } from './replacements-of.js';

/** The document that `exclude --audit --json` prints; `in`, `out` and `replaced_by` name tasks as BENCHMARK/ID. */
export function excludeAuditSchema() {
  const task = { benchmark: text(), taskId: text(), reason: text(), evidence: text() };
  return entry({
    plan: text(),
    tasks: number('Tasks of the pool.'),
    audited: number('Tasks whose files were checked.'),
    statements: entry({
      compared: number('Texts compared for near-duplicates.'),
      short: number('Texts checked only for identical words, because they are short.'),
      templated: number('Texts checked only for identical words, because they consist almost entirely of a template.'),
      beyond: number('Texts checked only for identical words, because there are too many.'),
      without: number('Tasks without a text.'),
      translations: number('Tasks with the same words as a task in another language, which are not proposed.'),
      similarity: number('The share of common three-word sequences from which texts count as near-duplicates.'),
    }),
    findings: list(
      entry({
        benchmark: text(),
        taskId: text(),
        check: text(),
        reason: orNull(text(), 'The reason to exclude the task for it; null if there is none.'),
        evidence: text(),
        selected: flag(),
      }),
    ),
    proposals: list(
      entry({
        ...task,
        selected: flag('Whether the plan selects it now.'),
        replacedBy: orNull(text(), 'The task selected instead.'),
      }),
    ),
    alreadyExcluded: list(entry(task)),
    ...effectForms(),
  });
}

export type ExcludeAuditDocument = DocumentOf<typeof excludeAuditSchema>;

/** `keyOf` must produce the same task keys as the replacements. */
export function auditDocument(
  audit: PoolAudit,
  selection: Selection,
  effect: ExclusionEffect,
  keyOf: (task: { readonly benchmark: string; readonly id: string }) => string,
): ExcludeAuditDocument {
  const selected = new Set(selection.choices.map(({ task }) => keyOf(task)));
  const named = <Task extends { readonly benchmark: string; readonly id: string }>(task: Task) => ({
    ...task,
    taskId: task.id,
    selected: selected.has(keyOf(task)),
  });
  return documentOf(excludeAuditSchema(), {
    plan: selection.plan.name,
    tasks: audit.tasks,
    audited: audit.audited,
    statements: {
      ...audit.statements,
      without: audit.withoutText,
      translations: audit.translations,
      similarity: nearDuplicateSimilarity,
    },
    findings: audit.findings.map(named),
    proposals: audit.proposals.map((each) => ({
      ...named(each),
      replacedBy: effect.replacements?.replacedBy.get(keyOf(each)),
    })),
    alreadyExcluded: audit.alreadyExcluded.map(named),
    ...effectData(effect),
  });
}
