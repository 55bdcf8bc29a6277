/** A field holds a label (text), a number, a date (YYYY-MM-DD), or a list of words; a list can only be tested for a word. */
export const fieldKinds = ['label', 'number', 'date', 'list'] as const;
export type FieldKind = (typeof fieldKinds)[number];

/** A named fact about a task. */
export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** How reports write it: "files changed". */
  readonly words: string;
  /** Whether it counts things, so that reports say "most" and not "highest". */
  readonly counts: boolean;
  /** Whether numbers below zero are valid. */
  readonly negative?: boolean;
  /** Whether the plan uses it without declaring it, so that the pool must have it. */
  readonly isImplied?: boolean;
  /** Whether ordering by it orders tasks by difficulty, as measured by earlier systems. */
  readonly isDifficulty?: boolean;
}

/** A task's value for a field. */
export type FieldValue = string | number;

/** The fields any source may fill; a plan declares the others it uses. */
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
  makeField('created', 'date', 'date of creation'),
];

/** The fields that results of earlier runs give; a source may fill them too. */
export const priorFields: readonly Field[] = [
  makeField('prior_results', 'number', 'earlier results', true),
  { ...makeField('prior_solved', 'number', 'times solved before', true), isDifficulty: true },
  { ...makeField('prior_rate', 'number', 'share solved before'), isDifficulty: true },
  { ...makeField('prior_uplift', 'number', 'uplift in earlier runs (shrunken)'), negative: true },
  makeField('prior_uplift_reliability', 'number', 'reliability of the uplift in earlier runs'),
];

/** The fields learned from earlier results, if the selection has a purpose or uses one of them. */
export const learnedFields: readonly Field[] = [
  {
    ...makeField('prior_ease', 'number', 'ease (log odds of being solved before)'),
    isDifficulty: true,
    negative: true,
  },
  makeField('prior_variance', 'number', 'anticipated variance'),
  { ...makeField('prior_band', 'label', 'band of difficulty (hardest first)'), isDifficulty: true },
];

/** The fields that Winnow gives a task, usable for grouping and ordering after that stage. */
export const derivedFields: readonly Field[] = [
  label('id'),
  label('phase'),
  makeField('score', 'number'),
  ...learnedFields,
];

/** A task's permanent random number, the only field that says nothing about the task. */
export const randomField: Field = makeField('random', 'number', 'random number');

/** A declared field; its words default to its name. */
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

/** Whether a plan has to declare a field before it can use it. */
export function isOwnField(name: string): boolean {
  return !shared.has(name);
}

/** The name of a field for a column of any name: "LOC changed" becomes loc_changed. */
export function fieldNameOf(column: string): string {
  const name = column
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  return /^[a-z]/.test(name) ? name : `field_${name}`;
}
