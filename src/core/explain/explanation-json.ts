import type { ExplainDocument } from '../contracts/explain-document.js';
import type { Forced, RuleCost } from '../model/optimum.js';
import type { Plan } from '../model/plan.js';
import type { ScoredTask } from '../model/task.js';
import { roundTo } from '../text/round-to.js';
import type { Change, Effect, ExcludedVerdict, Explanation, Gap, InVerdict, Verdict, WaysIn } from './explanation.js';

/** Explanations as one document. */
export function explanationDocument(
  plan: Plan,
  explanations: readonly Explanation[],
  ruleCosts?: readonly RuleCost[],
  expectedUplift?: ExplainDocument['expected_uplift'],
): ExplainDocument {
  return {
    plan: { name: plan.name, sha256: plan.hash },
    ...(expectedUplift === undefined ? {} : { expected_uplift: expectedUplift }),
    tasks: explanations.map(explanationEntry),
    ...(ruleCosts === undefined
      ? {}
      : {
          rule_costs: ruleCosts.map(({ rule, weaker, gain }) => ({
            rule,
            weaker,
            gain: gain === undefined ? null : exact(gain),
          })),
        }),
  };
}

function explanationEntry(explanation: Explanation) {
  const { verdict } = explanation;
  switch (verdict.kind) {
    case 'in':
      return { ...told(explanation, verdict.kind), ...inEntry(verdict) };
    case 'out':
      return {
        ...told(explanation, verdict.kind),
        last_places: verdict.lastPlaces.map(({ by, gap }) => ({ by, ...gapEntry(gap) })),
        ...waysEntry(verdict),
        ...forcedEntry(verdict.forced),
      };
    case 'excluded':
      return { ...told(explanation, verdict.kind), ...excludedEntry(verdict) };
    case 'ineligible':
      return { ...told(explanation, verdict.kind), fails: verdict.failed, ...waysEntry(verdict) };
  }
}

/** What is told of every task, whatever the verdict. */
function told<Kind extends Verdict['kind']>(
  { task, benchmark, features, phase, score, standing }: Explanation,
  verdict: Kind,
) {
  return {
    benchmark: benchmark.name,
    task_id: task.id,
    aliases: task.aliases ?? [],
    verdict,
    features: features.map(({ field, value, provenance, usedBy }) => ({
      field,
      value: value ?? null,
      provenance,
      used_by: usedBy,
    })),
    corrections: task.changes.map(({ field, from, to }) => ({ field, from: from ?? null, to })),
    phase,
    score: {
      name: score.name,
      total: score.total,
      terms: score.terms.map((term) => ({ ...term, contribution: exact(term.contribution), part: exact(term.part) })),
    },
    group:
      standing === undefined
        ? null
        : {
            by: benchmark.select.group?.by ?? null,
            value: standing.group.key ?? null,
            size: standing.group.size,
            places: standing.group.allocated,
            rank: standing.rank,
            words: standing.words,
          },
  };
}

function inEntry({ by, why, margin, ifExcluded }: InVerdict) {
  return {
    in_by: by,
    why,
    margin: margin === undefined ? null : gapEntry(margin),
    if_excluded: effectEntry(ifExcluded),
  };
}

function excludedEntry({ exclusion, ifLifted }: ExcludedVerdict) {
  return {
    reason: exclusion.reason,
    evidence: exclusion.evidence ?? null,
    if_lifted: { selected: ifLifted.selected, words: ifLifted.words, ...effectEntry(ifLifted) },
  };
}

function waysEntry({ changes, ruledOut }: WaysIn) {
  return { changes: changes.map(changeEntry), ruled_out: ruledOut };
}

/** What comes of forcing a task into an optimum; nothing where there is none. */
function forcedEntry(forced: Forced | undefined) {
  if (forced === undefined) return {};
  const possible = forced.kind === 'possible' ? forced : undefined;
  return {
    if_forced_in: {
      outcome: String(forced.kind),
      goal_loss: possible === undefined ? null : exact(possible.loss),
      comes_in: idsOf(possible?.comesIn ?? []),
      goes_out: idsOf(possible?.goesOut ?? []),
      own_value: possible?.ownValue ?? null,
      kept_out_by: possible?.keptOutBy ?? [],
      conflict: forced.kind === 'impossible' ? forced.rules : [],
    },
  };
}

function gapEntry({ other, insteadOf, field, own, others }: Gap) {
  return { task_id: other.id, instead_of: insteadOf?.id ?? null, key: field, own: own ?? null, other: others ?? null };
}

function effectEntry({ comesIn, goesOut, stops, isUnknown }: Effect) {
  const unknown = isUnknown === undefined ? {} : { is_unknown: isUnknown };
  return { comes_in: idsOf(comesIn), goes_out: idsOf(goesOut), stops, ...unknown };
}

function changeEntry({ size, ...change }: Change) {
  const { from, to } = change;
  switch (change.kind) {
    case 'weight':
      return { ...change, weights: Object.fromEntries(change.weights), size: exact(size) };
    case 'allocation':
      return { ...change, group: change.group ?? null, size: exact(size) };
    case 'feature':
      return { kind: change.kind, field: change.field, from, to, size: exact(size) };
  }
}

function idsOf(tasks: readonly ScoredTask[]): string[] {
  return tasks.map(({ id }) => id);
}

/** Without the noise that binary fractions leave at the end. */
function exact(value: number): number {
  return roundTo(value, 12);
}
