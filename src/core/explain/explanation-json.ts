import type { Plan } from '../model/plan.js';
import type { ScoredTask } from '../model/task.js';
import { roundTo } from '../text/round-to.js';
import type { Change } from './change.js';
import type { Effect, Explanation, Gap, Verdict } from './explanation.js';

/** Explanations as the text of one JSON document. */
export function explanationText(plan: Plan, explanations: readonly Explanation[]): string {
  const document = { plan: { name: plan.name, sha256: plan.hash }, tasks: explanations.map(explanationEntry) };
  return `${JSON.stringify(document, null, 2)}\n`;
}

function explanationEntry({ task, benchmark, features, phase, score, standing, verdict }: Explanation) {
  return {
    benchmark: benchmark.name,
    task_id: task.id,
    aliases: task.aliases ?? [],
    verdict: verdict.kind,
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
            size: standing.group.ranking.length,
            places: standing.group.allocated,
            rank: standing.rank,
            words: standing.words,
          },
    ...verdictEntry(verdict),
  };
}

function verdictEntry(verdict: Verdict) {
  switch (verdict.kind) {
    case 'in': {
      const { by, why, margin, ifExcluded } = verdict;
      return {
        in_by: by,
        why,
        margin: margin === undefined ? null : gapEntry(margin),
        if_excluded: effectEntry(ifExcluded),
      };
    }
    case 'out':
      return {
        last_places: verdict.lastPlaces.map(({ by, gap }) => ({ by, ...gapEntry(gap) })),
        changes: verdict.changes.map(changeEntry),
        ruled_out: verdict.ruledOut,
      };
    case 'excluded': {
      const { exclusion, ifLifted } = verdict;
      return {
        reason: exclusion.reason,
        evidence: exclusion.evidence ?? null,
        if_lifted: { selected: ifLifted.selected, words: ifLifted.words, ...effectEntry(ifLifted) },
      };
    }
    case 'ineligible':
      return { fails: verdict.failed, changes: verdict.changes.map(changeEntry), ruled_out: verdict.ruledOut };
  }
}

function gapEntry({ other, insteadOf, field, own, others }: Gap) {
  return { task_id: other.id, instead_of: insteadOf?.id ?? null, key: field, own: own ?? null, other: others ?? null };
}

function effectEntry({ comesIn, goesOut, stops }: Effect) {
  return { comes_in: idsOf(comesIn), goes_out: idsOf(goesOut), stops };
}

function changeEntry({ size, ...change }: Change) {
  const told =
    change.kind === 'weight'
      ? { ...change, weights: Object.fromEntries(change.weights) }
      : change.kind === 'allocation'
        ? { ...change, group: change.group ?? null }
        : { kind: change.kind, field: change.field, from: change.from, to: change.to };
  return { ...told, size: exact(size) };
}

function idsOf(tasks: readonly ScoredTask[]): string[] {
  return tasks.map(({ id }) => id);
}

/** Without the noise that binary fractions leave at the end. */
function exact(value: number): number {
  return roundTo(value, 12);
}
