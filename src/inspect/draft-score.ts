import { difficultyLookup, middle, openDifficulties } from './draft-difficulty.js';
import type { FormatInspection } from './inspection.js';
import { shareOut } from './share-out.js';

/** A component's rule, as a plan writes it. */
export type RuleDraft =
  | { readonly ramp: string; readonly full: number; readonly unknown?: number }
  | {
      readonly lookup: string;
      readonly values: ReadonlyMap<string, number>;
      readonly otherwise?: number;
      readonly unknown?: number;
    }
  | { readonly constant: number };

/** The components with a weight, and how each benchmark gets its values. */
export interface ScoreDraft {
  readonly weights: ReadonlyMap<string, number>;
  /** In the order of the benchmarks. */
  readonly rules: readonly ReadonlyMap<string, RuleDraft>[];
  readonly open: readonly (readonly string[])[];
}

/** A benchmark's rule for a feature that it has. */
export interface FeatureRule {
  readonly rule: RuleDraft;
  /** Whether it gives the benchmark's tasks different values. */
  readonly tellsApart: boolean;
}

interface Component {
  readonly name: string;
  readonly weight: number;
  /** The rule for a benchmark; undefined when it lacks the feature. */
  rule(benchmark: FormatInspection): FeatureRule | undefined;
}

const components: readonly Component[] = [
  { name: 'size', weight: 3, rule: (benchmark) => ramp(benchmark, ['lines_changed']) },
  { name: 'spread', weight: 3, rule: (benchmark) => ramp(benchmark, ['files_changed', 'context_files']) },
  { name: 'context', weight: 2, rule: (benchmark) => ramp(benchmark, ['context_tokens', 'instruction_chars']) },
  { name: 'tests', weight: 1, rule: (benchmark) => ramp(benchmark, ['tests_to_fix']) },
  { name: 'difficulty', weight: 2, rule: difficultyLookup },
];

/** Components for the features that tell tasks of some benchmark apart; a benchmark that lacks one has the middle there. */
export function draftScore(benchmarks: readonly FormatInspection[]): ScoreDraft {
  const used = components
    .map((component) => ({ ...component, rules: benchmarks.map((benchmark) => component.rule(benchmark)) }))
    .filter(({ rules }) => rules.some((each) => each?.tellsApart === true));
  const open = benchmarks.map(openDifficulties);
  if (used.length === 0) {
    const same = new Map([['even', { constant: middle }]]);
    const none = 'no feature tells the tasks apart, so all have one score: what should count?';
    return {
      weights: new Map([['even', 1]]),
      rules: benchmarks.map(() => same),
      open: open.map((each) => [...each, none]),
    };
  }
  const weights = shareOut(
    used.map(({ weight }) => weight),
    20,
  );
  return {
    weights: new Map(used.map(({ name }, i) => [name, ((weights[i] ?? 0) * 5) / 100])),
    rules: benchmarks.map(
      (_, i) => new Map(used.map(({ name, rules }) => [name, rules[i]?.rule ?? { constant: middle }])),
    ),
    open,
  };
}

const fewestKnown = 0.2;

/** A ramp on the first of the fields that enough tasks have. */
function ramp({ tasks, sizes }: FormatInspection, fields: readonly string[]): FeatureRule | undefined {
  for (const field of fields) {
    const size = sizes.get(field);
    if (size === undefined || size.tasks < tasks * fewestKnown || size.max === 0) continue;
    const full = roundFigure(size.p90 > 0 ? size.p90 : size.max);
    const unknown = size.tasks < tasks ? { unknown: middle } : {};
    return { rule: { ramp: field, full, ...unknown }, tellsApart: size.min < size.max };
  }
  return undefined;
}

/** Two digits: the end of a ramp is a choice, not a measurement. */
function roundFigure(value: number): number {
  return Number(value.toPrecision(2));
}
