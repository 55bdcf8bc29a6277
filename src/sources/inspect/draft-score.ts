import { visibleText } from '../../core/text/visible-text.js';
import { difficultyValues } from './difficulty-values.js';
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

interface Component {
  readonly name: string;
  readonly weight: number;
  /** The rule for a benchmark; undefined when it has nothing that tells its tasks apart. */
  rule(benchmark: FormatInspection): RuleDraft | undefined;
}

/** The value of what is not known: neither for a task nor against it. */
const middle = 0.5;

const components: readonly Component[] = [
  { name: 'size', weight: 3, rule: (benchmark) => ramp(benchmark, ['lines_changed']) },
  { name: 'spread', weight: 3, rule: (benchmark) => ramp(benchmark, ['files_changed', 'context_files']) },
  { name: 'context', weight: 2, rule: (benchmark) => ramp(benchmark, ['context_tokens', 'instruction_chars']) },
  { name: 'tests', weight: 1, rule: (benchmark) => ramp(benchmark, ['tests_to_fix']) },
  { name: 'difficulty', weight: 2, rule: lookup },
];

/** Components for the features that at least one benchmark has; the others have the middle there. */
export function draftScore(benchmarks: readonly FormatInspection[]): ScoreDraft {
  const used = components
    .map((component) => ({ ...component, rules: benchmarks.map((benchmark) => component.rule(benchmark)) }))
    .filter(({ rules }) => rules.some((rule) => rule !== undefined));
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
    100,
  );
  return {
    weights: new Map(used.map(({ name }, i) => [name, (weights[i] ?? 0) / 100])),
    rules: benchmarks.map((_, i) => new Map(used.map(({ name, rules }) => [name, rules[i] ?? { constant: middle }]))),
    open,
  };
}

const fewestKnown = 0.2;

/** A ramp on the first of the fields that enough tasks have and that differs among them. */
function ramp({ tasks, sizes }: FormatInspection, fields: readonly string[]): RuleDraft | undefined {
  for (const field of fields) {
    const size = sizes.get(field);
    if (size === undefined || size.tasks < tasks * fewestKnown || size.min === size.max) continue;
    const full = roundFigure(size.p90 > 0 ? size.p90 : size.max);
    return { ramp: field, full, ...(size.tasks < tasks ? { unknown: middle } : {}) };
  }
  return undefined;
}

/** Two digits: the end of a ramp is a choice, not a measurement. */
function roundFigure(value: number): number {
  return Number(value.toPrecision(2));
}

const mostDifficulties = 50;

function lookup(benchmark: FormatInspection): RuleDraft | undefined {
  const { known, unlisted, missing } = difficulties(benchmark);
  if (known.size + (unlisted.length > 0 ? 1 : 0) < 2 || known.size === 0) return undefined;
  return {
    lookup: 'difficulty',
    values: known,
    ...(unlisted.length > 0 ? { otherwise: middle } : {}),
    ...(missing > 0 ? { unknown: middle } : {}),
  };
}

function openDifficulties(benchmark: FormatInspection): readonly string[] {
  const { known, unlisted } = difficulties(benchmark);
  if (unlisted.length === 0 || known.size + unlisted.length < 2) return [];
  const shown = unlisted.slice(0, 10).map((value) => `"${visibleText(value, 60)}"`);
  const more = unlisted.length > shown.length ? ` and ${unlisted.length - shown.length} more` : '';
  return [`difficulty ${shown.join(', ')}${more}: how hard is that?`];
}

function difficulties({ labels, features }: FormatInspection) {
  const { values = [], others = 0 } = labels.get('difficulty') ?? {};
  const all = values.map(({ value }) => value);
  const found = [...difficultyValues(all)].filter(([label]) => label !== '__proto__').slice(0, mostDifficulties);
  const known = new Map(found.flatMap(([label, value]) => (value === undefined ? [] : [[label, value] as const])));
  const unlisted = all.filter((label) => !known.has(label));
  const missing = features.find(({ field }) => field === 'difficulty')?.missing ?? 0;
  return { known, unlisted: others > 0 ? [...unlisted, '…'] : unlisted, missing };
}
