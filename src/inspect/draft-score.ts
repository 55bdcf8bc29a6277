import type { FormatInspection, UnusedColumn } from '../core/contracts/inspect-document.js';
import { largest, smallest } from '../core/lists/extremes.js';
import { countOf } from '../core/text/count-of.js';
import { joinWords } from '../core/text/join-words.js';
import { roundTo } from '../core/text/round-to.js';
import { visibleText } from '../core/text/visible-text.js';
import type { OwnColumns } from './draft-fields.js';
import phaseWords from './phase-words.json' with { type: 'json' };

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
interface ScoreDraft {
  readonly weights: ReadonlyMap<string, number>;
  /** In the order of the benchmarks. */
  readonly rules: readonly ReadonlyMap<string, RuleDraft>[];
  readonly open: readonly (readonly string[])[];
  /** Whether all tasks have one score, because nothing separates them. */
  readonly isEven: boolean;
}

/** A benchmark's rule for a feature that it has. */
interface FeatureRule {
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

/** A score that is one number of the tasks, where they are ranked by it; none of its own for one that may be negative. */
export function scoreOf(
  field: string,
  benchmarks: readonly FormatInspection[],
  read: readonly { readonly own: OwnColumns }[],
): ScoreDraft {
  const rules = benchmarks.map(({ sizes }, i): RuleDraft => {
    const own = read[i]?.own.get(field);
    const most = sizes.get(field)?.max ?? own?.most ?? 0;
    return most > 0 && own?.negative !== true ? { ramp: field, full: most, unknown: 0 } : { constant: 0 };
  });
  return {
    weights: new Map([['rank', 1]]),
    rules: rules.map((rule) => new Map([['rank', rule]])),
    open: benchmarks.map((benchmark, i) => openRank(field, benchmark, read[i]?.own.get(field))),
    isEven: false,
  };
}

/** What is asked where the number that tasks are ranked by does not tell them apart. */
function openRank(field: string, { tasks, sizes }: FormatInspection, own: UnusedColumn | undefined): readonly string[] {
  const size = sizes.get(field);
  const known = size?.tasks ?? own?.tasks ?? 0;
  const isConstant = size === undefined ? own?.values === 1 : size.min === size.max;
  const rest = 'so that the order is that of the ids. Rank by another number, or draw at random (--sample)?';
  if (known === 0) return [`no task has ${field}, ${rest}`];
  return known === tasks && isConstant ? [`every task has the same ${field}, ${rest}`] : [];
}

/** Components for the features that tell tasks of some benchmark apart; a benchmark that lacks one has the middle there. */
export function draftScore(benchmarks: readonly FormatInspection[]): ScoreDraft {
  const used = components
    .map((component) => ({ ...component, rules: benchmarks.map((benchmark) => component.rule(benchmark)) }))
    .filter(({ rules }) => rules.some((each) => each?.tellsApart === true));
  const open = benchmarks.map(openDifficulties);
  if (used.length === 0) {
    const same = new Map([['even', { constant: middle }]]);
    return { weights: new Map([['even', 1]]), rules: benchmarks.map(() => same), open, isEven: true };
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
    isEven: false,
  };
}

const fewestKnown = 0.2;

/** A ramp on the first of the fields that enough tasks have. */
function ramp({ tasks, sizes }: FormatInspection, fields: readonly string[]): FeatureRule | undefined {
  for (const field of fields) {
    const size = sizes.get(field);
    if (size === undefined || size.tasks < tasks * fewestKnown || size.max === 0) continue;
    // Two digits: the end of a ramp is a choice, not a measurement.
    const full = Number((size.p90 > 0 ? size.p90 : size.max).toPrecision(2));
    const unknown = size.tasks < tasks ? { unknown: middle } : {};
    return { rule: { ramp: field, full, ...unknown }, tellsApart: size.min < size.max };
  }
  return undefined;
}

/** Shares whole units in proportion to the weights; what rounding leaves goes to the largest remainders, first come first served. */
function shareOut(weights: readonly number[], units: number): readonly number[] {
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const exact = weights.map((weight) => (weight * units) / sum);
  const shares = exact.map(Math.floor);
  const left = units - shares.reduce((total, share) => total + share, 0);
  const order = exact
    .map((value, i) => ({ i, rest: value - (shares[i] ?? 0) }))
    .sort((a, b) => b.rest - a.rest || a.i - b.i);
  for (const { i } of order.slice(0, left)) shares[i] = (shares[i] ?? 0) + 1;
  return shares;
}

/** The value of what is not known: neither for a task nor against it. */
const middle = 0.5;

const mostDifficulties = 50;

/** What each difficulty adds to the score; undefined when no task has one that says something. */
function difficultyLookup(benchmark: FormatInspection): FeatureRule | undefined {
  const { known, unlisted, missing } = difficulties(benchmark);
  if (known.size === 0) return undefined;
  return {
    rule: {
      lookup: 'difficulty',
      values: known,
      ...(unlisted.length > 0 ? { otherwise: middle } : {}),
      ...(missing > 0 ? { unknown: middle } : {}),
    },
    tellsApart: new Set(known.values()).size > 1 || unlisted.length > 0,
  };
}

/** The difficulties that a person must judge. */
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
  const missing = features.get('difficulty')?.missing ?? 0;
  return { known, unlisted: others > 0 ? [...unlisted, '…'] : unlisted, missing };
}

const words: readonly (readonly [RegExp, number])[] = [
  [/\b(very (hard|difficult)|expert|extreme|insane)\b/, 1],
  [/\b(trivial|very easy)\b/, 0.1],
  [/\b(easy|simple|low|beginner|basic)\b/, 0.25],
  [/\b(medium|moderate|intermediate|normal|mid)\b/, 0.5],
  [/\b(hard|difficult|high|advanced|challenging|complex)\b/, 0.75],
  // Time that a person needs: "<15 min fix", "15 min - 1 hour", "1-4 hours", ">4 hours".
  [/^<.*\bmin/, 0.25],
  [/\bmin/, 0.5],
  [/^>.*\bhours?\b/, 1],
  [/\bhours?\b/, 0.75],
];

/** The value of each difficulty: by its word, if it says something, or by its place in the range when all are numbers. */
function difficultyValues(labels: readonly string[]): ReadonlyMap<string, number | undefined> {
  const numbers = labels.map((label) => (/^\s*\d+(\.\d+)?\s*$/.test(label) ? Number(label) : Number.NaN));
  const [low, high] = [smallest(numbers), largest(numbers)];
  if (high > low) {
    return new Map(labels.map((label, i) => [label, roundTo(((numbers[i] ?? low) - low) / (high - low), 2)]));
  }
  const plain = (label: string) => label.toLowerCase().replace(/[_-]+/g, ' ');
  return new Map(labels.map((label) => [label, words.find(([word]) => word.test(plain(label)))?.[1]]));
}

/** How the tasks of a benchmark get their phase. */
export interface PhaseDraft {
  /** One for all, or one for each category. */
  readonly rule: string | { readonly values: ReadonlyMap<string, string>; readonly otherwise: string | undefined };
  /** Every phase that the rule gives. */
  readonly phases: ReadonlySet<string>;
  readonly open: readonly string[];
}

// A plan is read by a person; what is rarer than these is left to them together.
const mostCategories = 200;

/** Maps categories whose words name a phase; all others are asked about. */
export function draftPhase({ labels, features, tasks }: FormatInspection): PhaseDraft {
  const { values = [], others = 0 } = labels.get('category') ?? {};
  const listed = values.slice(0, mostCategories).filter(({ value }) => value !== '__proto__');
  const missing = features.get('category')?.missing ?? 0;
  if (listed.length === 0) {
    const open = `no task has a category (${countOf(tasks, 'task')}): which phase are they?`;
    return { rule: unclassified, phases: new Set([unclassified]), open: [open] };
  }
  const rule = new Map<string, string>();
  const open: string[] = [];
  for (const { value, tasks: count } of listed) {
    const [phase = unclassified, ...more] = phasesOfCategory(value);
    rule.set(value, phase);
    const which = `category "${visibleText(value, 200)}" (${countOf(count, 'task')})`;
    if (phase === unclassified) open.push(`${which}: which phase is it?`);
    else if (more.length > 0) open.push(`${which}: ${joinWords([phase, ...more], 'or')}? ${phase} is taken.`);
  }
  const rest = tasks - missing - listed.reduce((sum, { tasks: count }) => sum + count, 0);
  if (rest > 0) {
    const more =
      others > 0 ? 'many more categories' : countOf(values.length - listed.length, 'more category', 'more categories');
    open.push(`${more} (${countOf(rest, 'task')}): which phases are they?`);
  }
  if (missing > 0) open.push(`no category (${countOf(missing, 'task')}): which phase are they?`);
  const otherwise = rest + missing > 0 ? unclassified : undefined;
  return {
    rule: { values: rule, otherwise },
    phases: new Set([...rule.values(), ...(otherwise === undefined ? [] : [otherwise])]),
    open,
  };
}

/** The phase of a task of which nothing tells it. */
const unclassified = 'Unclassified';

/** Every phase that a starter plan may have, in report order. */
export const starterPhases: readonly string[] = [...phaseWords.reportOrder, unclassified];

/** In the order in which a phase is preferred when a category speaks of two. */
const wordsOfPhase = Object.entries(phaseWords.words).map(([phase, words]) => ({ phase, words: words.split(' ') }));

/** The phases that the words of a category speak of, the preferred one first: "cross_module_bug_fix" → Bug fix. */
function phasesOfCategory(category: string): readonly string[] {
  const words = category
    .replace(/swe[-_ ]?bench/gi, 'swebench')
    .replace(/(\p{Ll})(\p{Lu})/gu, '$1 $2')
    .toLowerCase()
    .split(/[^\p{L}]+/u);
  return wordsOfPhase.filter((each) => words.some((word) => each.words.includes(word))).map(({ phase }) => phase);
}
