import { countOf, formatCount } from '../core/text/count-of.js';
import { joinWords } from '../core/text/join-words.js';
import { visibleText } from '../core/text/visible-text.js';
import { draftScore, type RuleDraft } from './draft-score.js';
import type { FormatInspection } from './inspection.js';

/** A benchmark as it was counted. */
interface CountedBenchmark {
  readonly key: string;
  /** As the plan writes them: relative to its own folder. */
  readonly paths: readonly string[];
  readonly counts: FormatInspection;
  /** Questions that were there before. */
  readonly open: readonly string[];
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
    benchmarks: benchmarks.map(({ key, paths, counts, open }, i) => ({
      key,
      paths,
      format: counts.format,
      tasks: counts.tasks,
      phase: phases[i]?.rule ?? '',
      components: score.rules[i] ?? new Map(),
      select: draftSelect(counts),
      open: [
        ...open,
        ...openIds(key, counts),
        ...(phases[i]?.open ?? []),
        ...(score.open[i] ?? []),
        ...openConflicts(counts),
      ],
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

/** How many tasks are taken from a benchmark, and by what they are grouped. */
interface SelectDraft {
  readonly take: number | 'all';
  readonly groupBy: string | undefined;
}

const fewest = 10;
const share = 0.2;
const mostGroups = 50;

/** All of a small benchmark; about a fifth of a larger one, from every repository, language or category in proportion. */
function draftSelect({ tasks, labels, features }: FormatInspection): SelectDraft {
  if (tasks <= fewest) return { take: 'all', groupBy: undefined };
  const groupBy = ['repo', 'language', 'category'].find((field) => {
    const { values = [], others = 0 } = labels.get(field) ?? {};
    const missing = features.find((each) => each.field === field)?.missing ?? 0;
    const groups = values.length + (missing > 0 ? 1 : 0);
    return others === 0 && values.length > 0 && groups >= 2 && groups <= mostGroups;
  });
  return { take: Math.max(fewest, Math.round(tasks * share)), groupBy };
}

/** How the tasks of a benchmark get their phase. */
interface PhaseDraft {
  /** One for all, or one for each category. */
  readonly rule: string | { readonly values: ReadonlyMap<string, string>; readonly otherwise: string | undefined };
  /** Every phase that the rule gives. */
  readonly phases: ReadonlySet<string>;
  readonly open: readonly string[];
}

// A plan is read by a person; what is rarer than these is left to them together.
const mostCategories = 200;

/** Maps categories whose words name a phase; all others are asked about. */
function draftPhase({ labels, features, tasks }: FormatInspection): PhaseDraft {
  const { values = [], others = 0 } = labels.get('category') ?? {};
  const listed = values.slice(0, mostCategories).filter(({ value }) => value !== '__proto__');
  const missing = features.find(({ field }) => field === 'category')?.missing ?? 0;
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

import phaseWords from './phase-words.json' with { type: 'json' };

/** The phase of a task of which nothing tells it. */
const unclassified = 'Unclassified';

/** Every phase that a starter plan may have, in report order. */
const starterPhases: readonly string[] = [...phaseWords.reportOrder, unclassified];

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
