import type { Plan } from './plan.js';

/**
 * What a field holds: a label (text), a number, or a list of words. Numbers can ramp, labels can be looked up, both can
 * order and group; of a list one can only ask whether it has a word.
 */
export const fieldKinds = ['label', 'number', 'list'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** A named fact about a task, as plans refer to it and reports speak of it. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** How a report says it: "files changed". */
  readonly words: string;
  /** Whether it counts things, so that a report says "most" and "fewest", not "highest" and "lowest". */
  readonly counts: boolean;
  /** Whether a number below zero is a value of it and not a mistake. */
  readonly negative?: boolean;
  /** Whether tasks in its order are in order of difficulty, as earlier systems found it. */
  readonly isDifficulty?: boolean;
}

/** A task's value for a field. */
export type FieldValue = string | number;

/** The fields every source may fill; a plan declares any others it uses. */
export const sourceFields: readonly Field[] = [
  label('repo'),
  label('language'),
  label('difficulty'),
  label('category'),
  count('files_changed'),
  count('additions'),
  count('deletions'),
  count('lines_changed'),
  count('context_tokens'),
  count('context_files'),
  count('tests_to_fix'),
  count('tests_to_keep'),
  makeField('instruction_chars', 'number', 'characters of instruction', true),
  makeField('shipped_score', 'number'),
  makeField('tags', 'list'),
];

/** The fields that results of earlier runs give; a source may fill them as well. */
export const priorFields: readonly Field[] = [
  makeField('prior_results', 'number', 'earlier results', true),
  { ...makeField('prior_solved', 'number', 'times solved before', true), isDifficulty: true },
  { ...makeField('prior_rate', 'number', 'share solved before'), isDifficulty: true },
  { ...makeField('prior_uplift', 'number', 'uplift in earlier runs (shrunken)'), negative: true },
  makeField('prior_uplift_reliability', 'number', 'reliability of the uplift in earlier runs'),
];

/** What earlier results give where the selection has a purpose, or looks at one of them. */
export const learnedFields: readonly Field[] = [
  {
    ...makeField('prior_ease', 'number', 'ease (log odds of being solved before)'),
    isDifficulty: true,
    negative: true,
  },
  makeField('prior_variance', 'number', 'anticipated variance'),
  { ...makeField('prior_band', 'label', 'band of difficulty (hardest first)'), isDifficulty: true },
];

/** The fields Winnow itself gives a task on its way: usable for grouping and ordering once that stage has run. */
export const derivedFields: readonly Field[] = [
  label('id'),
  label('phase'),
  makeField('score', 'number'),
  ...learnedFields,
];

/** A task's permanent random number: the only field that says nothing about the task; orders may end with it. */
export const randomField: Field = makeField('random', 'number', 'random number');

/** A declared field, with words made from its name unless given. */
export function makeField(name: string, kind: FieldKind, words = name.replaceAll('_', ' '), counts = false): Field {
  return { name, kind, words, counts };
}

function label(name: string): Field {
  return makeField(name, 'label');
}

function count(name: string): Field {
  return makeField(name, 'number', undefined, true);
}

const shared = new Set([...sourceFields, ...priorFields, ...derivedFields, randomField].map(({ name }) => name));

/** The labels that a plan declares beyond those that every source may fill, in its order. */
export function declaredLabels({ fields, hidesLabels }: Pick<Plan, 'fields' | 'hidesLabels'>): readonly string[] {
  if (hidesLabels === true) return [];
  return [...fields.values()].flatMap(({ name, kind }) => (kind === 'label' && !shared.has(name) ? [name] : []));
}
