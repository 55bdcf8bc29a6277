import { type DocumentOf, documentOf, entry, flag, list, number, orNull, text } from '../documents/forms.js';
import { groupBy } from '../lists/lists.js';
import type { ExclusionReason } from '../model/plan.js';
import type { Selection } from '../model/selection.js';
import type { Pools, Task } from '../model/task.js';
import { taskKey } from '../outcomes/match-outcomes.js';
import { type AuditCheckName, auditChecks, exclusionFor } from '../quality/audit-checks.js';
import { nearDuplicateSimilarity, StatementComparer } from '../quality/near-duplicates.js';
import { compareText } from '../text/words.js';
import { type ExclusionEffect, effectData, effectForms, excludedTasks, standingsOf } from './replacements-of.js';

const duplicateCheck = 'duplicate';

export const findingNames: readonly string[] = [duplicateCheck, ...auditChecks.map(({ name }) => name)];

interface PoolFinding {
  readonly benchmark: string;
  readonly id: string;
  /** "duplicate", or the name of an audit check. */
  readonly check: string;
  readonly evidence: string;
  readonly reason: ExclusionReason | undefined;
}

type AuditProposal = Omit<PoolFinding, 'check'> & { readonly reason: ExclusionReason };

/** `translations` counts tasks that repeat a task in another language. They are not excluded for that. */
type PoolAudit = ReturnType<typeof auditPools>;

/** Finds duplicate and unusable tasks. `checks` limits the proposals; by default every finding with a reason counts. */
export function auditPools(selection: Selection, pools: Pools, checks?: ReadonlySet<string>) {
  const selected = new Set(selection.choices.map(({ task }) => taskKey(task)));
  const excluded = excludedTasks(selection);
  const tasks = selection.benchmarks
    .flatMap(({ plan }) => pools.get(plan.name)?.tasks ?? [])
    .toSorted((a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id));
  // The task added first is kept, so selected tasks come first and excluded tasks last.
  const inOrder = [2, 1, 0].flatMap((rank) =>
    tasks.filter((task) => (excluded.has(taskKey(task)) ? 0 : selected.has(taskKey(task)) ? 2 : 1) === rank),
  );
  const comparer = new StatementComparer();
  for (const task of inOrder) if (task.statement !== undefined) comparer.add(taskKey(task), task.statement);
  const { groups, ...statements } = comparer.findings();
  const byKey = new Map(tasks.map((task) => [taskKey(task), task]));
  const repeated = groups.flatMap(({ others }) => others);
  const isTranslation = (id: string, of: string) => languageOf(byKey.get(id)) !== languageOf(byKey.get(of));
  const duplicates = repeated
    .filter(({ id, of }) => !isTranslation(id, of))
    .flatMap(({ id, of, similarity, isSame }): PoolFinding[] => {
      const task = byKey.get(id);
      if (task === undefined) return [];
      const share = `${Math.round(100 * similarity)}% of their three-word sequences are in both texts`;
      const evidence = isSame
        ? `The text has the same words as ${of}.`
        : `The text is nearly the same as ${of} (${share}).`;
      return [{ benchmark: task.benchmark, id: task.id, check: duplicateCheck, evidence, reason: 'duplicate' }];
    });
  const found = tasks.flatMap(({ benchmark, id, findings = [] }) =>
    findings.map((finding) => ({ benchmark, id, ...finding, reason: exclusionFor(finding.check as AuditCheckName) })),
  );
  const findings = [...duplicates, ...found].sort(
    (a, b) => compareText(a.benchmark, b.benchmark) || compareText(a.id, b.id),
  );
  const proposed = proposalsOf(findings, checks);
  return {
    tasks: tasks.length,
    audited: tasks.filter((task) => task.findings !== undefined).length,
    withoutText: tasks.filter(({ statement }) => statement === undefined).length,
    statements,
    translations: repeated.filter(({ id, of }) => isTranslation(id, of)).length,
    findings,
    proposals: proposed.filter((each) => !excluded.has(taskKey(each))),
    alreadyExcluded: proposed.filter((each) => excluded.has(taskKey(each))),
  };
}

function languageOf(task: Task | undefined): string {
  return String(task?.fields['language'] ?? '');
}

/** One exclusion per task, with the reason of its most serious finding and the evidence of all. */
function proposalsOf(findings: readonly PoolFinding[], checks: ReadonlySet<string> | undefined): AuditProposal[] {
  const meant = findings.filter(({ check, reason }) => checks?.has(check) ?? reason !== undefined);
  return [...groupBy(meant, taskKey).values()].map((own) => {
    const [first] = own.toSorted((a, b) => findingNames.indexOf(a.check) - findingNames.indexOf(b.check));
    const { benchmark = '', id = '', reason = 'other' } = first ?? {};
    return { benchmark, id, reason, evidence: own.map(({ evidence }) => evidence).join(' ') };
  });
}

/** The document that `exclude --audit --json` prints; `in`, `out` and `replaced_by` name tasks as BENCHMARK/ID. */
export function excludeAuditSchema() {
  const task = { benchmark: text(), taskId: text(), reason: text(), evidence: text() };
  return entry({
    plan: text(),
    tasks: number('The number of tasks in the pool.'),
    audited: number('The number of tasks with files that were checked.'),
    statements: entry({
      compared: number('The number of texts compared for near-duplicates.'),
      short: number('Texts checked only for identical words, because they are short.'),
      templated: number('Texts checked only for identical words, because they consist almost entirely of a template.'),
      beyond: number('Texts checked only for identical words, because there are too many.'),
      without: number('Tasks without a text.'),
      translations: number('Tasks with the same words as a task in another language. They are not proposed.'),
      similarity: number('The share of three-word sequences that near-duplicates have in common, at least.'),
    }),
    findings: list(
      entry({
        benchmark: text(),
        taskId: text(),
        check: text(),
        reason: orNull(text(), 'The reason to exclude the task because of this finding; null if there is none.'),
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

export function auditDocument(audit: PoolAudit, selection: Selection, effect: ExclusionEffect): ExcludeAuditDocument {
  const standingOf = standingsOf(selection, effect);
  const named = <Task extends { readonly benchmark: string; readonly id: string }>(task: Task) => {
    return { ...task, taskId: task.id, ...standingOf(task) };
  };
  const { statements, withoutText: without, translations } = audit;
  return documentOf(excludeAuditSchema(), {
    ...audit,
    plan: selection.plan.name,
    statements: { ...statements, without, translations, similarity: nearDuplicateSimilarity },
    findings: audit.findings.map(named),
    proposals: audit.proposals.map(named),
    alreadyExcluded: audit.alreadyExcluded.map(named),
    ...effectData(effect),
  });
}
