import { countOf, formatCount } from '../core/text/count-of.js';
import { draftPhase, type PhaseDraft } from './draft-phase.js';
import { draftScore, type RuleDraft } from './draft-score.js';
import { draftSelect, type SelectDraft } from './draft-select.js';
import type { FormatInspection } from './inspection.js';
import { starterPhases } from './phase-of-category.js';

/** A benchmark as it was counted. */
export interface CountedBenchmark {
  readonly key: string;
  /** As the plan writes them: relative to its own folder. */
  readonly paths: readonly string[];
  readonly counts: FormatInspection;
}

/** A plan before it is text. */
export interface PlanDraft {
  readonly name: string;
  readonly phases: readonly string[];
  readonly weights: ReadonlyMap<string, number>;
  readonly benchmarks: readonly BenchmarkDraft[];
}

/** One benchmark of it. */
export interface BenchmarkDraft {
  readonly key: string;
  readonly paths: readonly string[];
  readonly format: string;
  readonly tasks: number;
  readonly phase: PhaseDraft['rule'];
  readonly components: ReadonlyMap<string, RuleDraft>;
  readonly select: SelectDraft;
  /** What only a person can answer. */
  readonly open: readonly string[];
}

/** A plan that runs as it is, with a question wherever the tasks do not say enough. */
export function draftPlan(name: string, benchmarks: readonly CountedBenchmark[]): PlanDraft {
  const score = draftScore(benchmarks.map(({ counts }) => counts));
  const phases = benchmarks.map(({ counts }) => draftPhase(counts));
  const given = new Set(phases.flatMap((draft) => [...draft.phases]));
  return {
    name,
    phases: starterPhases.filter((phase) => given.has(phase)),
    weights: score.weights,
    benchmarks: benchmarks.map(({ key, paths, counts }, i) => ({
      key,
      paths,
      format: counts.format,
      tasks: counts.tasks,
      phase: phases[i]?.rule ?? '',
      components: score.rules[i] ?? new Map(),
      select: draftSelect(counts),
      open: [...openIds(key, counts), ...(phases[i]?.open ?? []), ...(score.open[i] ?? []), ...openConflicts(counts)],
    })),
  };
}

function openIds(key: string, { duplicates, benchmarks, tasks }: FormatInspection): readonly string[] {
  const repeated = duplicates.sameId + duplicates.sameButForCase;
  const named = benchmarks.values.reduce((sum, { tasks: count }) => sum + count, benchmarks.others);
  return [
    ...(repeated === 0
      ? []
      : [
          `${countOf(repeated, 'id')} that another task has too, letter case apart, such as "${duplicates.examples[0] ?? ''}": "winnow select" stops at them. Which are to go?`,
        ]),
    ...(named === 0 || named === tasks
      ? []
      : [`${countOf(tasks - named, 'task')} of ${formatCount(tasks)} name no benchmark: do they belong to ${key}?`]),
  ];
}

function openConflicts({ conflicts }: FormatInspection): readonly string[] {
  const fields = [...new Set(conflicts.pairs.map(({ field }) => field))];
  return fields.map((field) => {
    const alike = conflicts.pairs.filter((pair) => pair.field === field);
    const places = [...new Set(alike.flatMap((pair) => [pair.from, pair.in]))].map((place) => `"${place}"`);
    const total = alike.reduce((sum, { tasks }) => sum + tasks, 0);
    return `${countOf(total, 'conflict')} of ${field} labels: which place is right (source.trust): ${places.join(' or ')}?`;
  });
}
