import { countOf } from '../core/text/count-of.js';
import { joinWords } from '../core/text/join-words.js';
import { visibleText } from '../core/text/visible-text.js';
import type { FormatInspection } from './inspection.js';
import phaseWords from './phase-words.json' with { type: 'json' };

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
