import type { Fault, Warning } from './errors.js';
import type { FeatureProvenance, PoolCensus } from './selection.js';

/** Where a value comes from: counted from a patch or a repository, declared by a label, a document or the plan, or derived from other values. */
export type Provenance = 'measured' | 'declared' | 'derived';

/** One task as its source gives it. */
export interface Task {
  /** The plan's key of its benchmark. */
  readonly benchmark: string;
  /** Unique within its benchmark, regardless of letter case. */
  readonly id: string;
  /** Its other names: its folder, its package, its id in the original benchmark. */
  readonly aliases?: readonly string[] | undefined;
  /** Its known values. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Its fields that are lists of words. */
  readonly lists?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Where each field comes from; "declared" unless listed. */
  readonly provenance?: Readonly<Record<string, Provenance>> | undefined;
  readonly conflicts?: readonly LabelConflict[] | undefined;
  /** Its folder, relative to the benchmarks' root; undefined without folders. */
  readonly taskDir?: string | undefined;
  /** How its runner identifies this version, as KIND:VALUE, if the source has that. Not part of any figure or hash. */
  readonly digest?: string | undefined;
  /** How many tasks have the same errors, where only this one of them was read; undefined: only this one. */
  readonly alike?: number | undefined;
  /** Everything its source has about it; undefined if it was not read from a file. */
  readonly contents?: TaskContents | undefined;
  /** The text of the task, shortened, if it was requested. Not part of any figure or hash, and dropped by the stages. */
  readonly statement?: string;
  /** What a static look at its files found, if that was requested; dropped by the stages, too. */
  readonly findings?: readonly { readonly check: string; readonly evidence: string }[];
}

/** The columns or files of a task, with a mark of each that changes with its content. */
export interface TaskContents {
  readonly names: readonly string[];
  /** One mark a line, in the order of the names: a single text, because a pool may have a million of them. */
  readonly marks: string;
  /** Whether the names are files, and all files of the task's folder. */
  readonly everyFile?: true;
}

/** Two different labels of the same field, from two places. */
export interface LabelConflict {
  readonly field: string;
  /** The value used, and its place. */
  readonly took: string;
  readonly from: string;
  /** The value ignored, and its place. */
  readonly against: string;
  readonly in: string;
}

/** Something that could not be read, was skipped or is odd. */
export interface PoolProblem extends Fault {
  /** The odd value and its field. */
  readonly odd?: {
    readonly field: string;
    readonly value: string;
    readonly isList?: true;
    /** Set if only the other values of the field show whether the value is odd. */
    readonly doubt?: 'dots' | 'totals';
  };
}

/** What a source gave: the tasks, in any order, and all that could not be read. */
export interface Pool {
  readonly tasks: readonly Task[];
  readonly problems: readonly PoolProblem[];
  /** How many tasks of the source `source.where` leaves out; undefined without one. */
  readonly outside?: number | undefined;
  /** By id that several of its tasks have, where each of them stands. */
  readonly repeatedIds?: ReadonlyMap<string, readonly string[]> | undefined;
  /** The systems whose earlier results its tasks carry, by name. */
  readonly priorSystems?: readonly string[] | undefined;
  /** What each of them made of each task, by name and id, so that they are known again under another name. */
  readonly priorRewards?: PriorRewards | undefined;
  /** What is to be known about the uplift in earlier runs. */
  readonly priorNotes?: readonly Warning[] | undefined;
  /** Set where tasks have `prior_uplift`, so that a choice by it has an uplift to expect. */
  readonly hasUplift?: true | undefined;
  /** What was counted over all tasks, where `tasks` are only the candidates; undefined: they are all. */
  readonly census?: PoolCensus | undefined;
  /** Set where only the fields of the tasks were read; the contents of the selected ones are read from the source again. */
  readonly lacksContents?: true | undefined;
  /** The place of each task's row, for reading its contents, where its id does not name it. */
  readonly rowPlaces?: Float64Array | undefined;
}

/** The rewards of earlier systems, by system and task id. */
export type PriorRewards = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

/** The pool of each benchmark, by the plan's key. */
export type Pools = ReadonlyMap<string, Pool>;

/** A label that the plan corrected. */
export interface LabelChange {
  readonly field: string;
  readonly from: FieldValue | undefined;
  readonly to: FieldValue;
}

/** A task with its labels corrected and its phase known. */
export interface ClassifiedTask extends Task {
  readonly phase: string;
  readonly changes: readonly LabelChange[];
}

/** A task with its score. */
export interface ScoredTask extends ClassifiedTask {
  /** Rounded as the plan says: the published figure, which also orders tasks. */
  readonly score: number;
  /** Each component's value before weighting, unrounded, in [0, 1]. */
  readonly parts: Readonly<Record<string, number>>;
  /** The components that used the plan's `unknown`, because the task lacks the field. */
  readonly defaulted: readonly string[];
  /** Its permanent random number in [0, 1), if the order or the draw uses one. */
  readonly random?: number | undefined;
}

/** A task with its phase. Written out, because a spread would give every task its own hidden class. */
export function classifiedTask(task: Task, phase: string, changes: readonly LabelChange[]): ClassifiedTask {
  const { benchmark, id, aliases, fields, lists, provenance, conflicts, taskDir, digest, alike } = task;
  return { benchmark, id, aliases, fields, lists, provenance, conflicts, taskDir, digest, alike, phase, changes };
}

/** How many tasks these are, with those that they stand for. */
export function countAlike(tasks: readonly Task[]): number {
  return tasks.reduce((sum, { alike = 1 }) => sum + alike, 0);
}

/** A task with its score, written out for the same reason. */
export function scoredTask(
  { benchmark, id, aliases, fields, lists, provenance, conflicts, taskDir, digest, phase, changes }: ClassifiedTask,
  { score, parts, defaulted, random }: Pick<ScoredTask, 'score' | 'parts' | 'defaulted' | 'random'>,
): ScoredTask {
  return {
    benchmark,
    id,
    aliases,
    fields,
    lists,
    provenance,
    conflicts,
    taskDir,
    digest,
    phase,
    changes,
    score,
    parts,
    defaulted,
    random,
  };
}

/** A task with another score, or another random number. */
export function rescored(task: ScoredTask, score: number, random: number | undefined): ScoredTask {
  return scoredTask(task, { score, parts: task.parts, defaulted: task.defaulted, random });
}

/** A task at any stage. */
export type AnyTask = Task & Partial<Pick<ScoredTask, 'phase' | 'score' | 'random'>>;

/** Whether the task has a value, or a list, for a field. */
export function isKnown(task: AnyTask, field: string): boolean {
  return fieldValue(task, field) !== undefined || task.lists?.[field] !== undefined;
}

/** The value of a field, including those that Winnow derives (`id`, `phase`, `score`, `random`); undefined if unknown. */
export function fieldValue(task: AnyTask, field: string): FieldValue | undefined {
  switch (field) {
    case 'id':
      return task.id;
    case 'phase':
      return task.phase;
    case 'score':
      return task.score;
    case 'random':
      return task.random;
    default:
      return task.fields[field];
  }
}

/** Where the value of a field comes from; "defaulted" if the task has none. */
export function provenanceOf(task: Task, field: string): FeatureProvenance {
  if (field !== 'id' && !isKnown(task, field)) return 'defaulted';
  return task.provenance?.[field] ?? 'declared';
}

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
  /** Whether it is a number only because the plan compares it with one, so that its cells may be labels. */
  readonly isCompared?: boolean;
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

/** Whether a field is a number that describes a task: not its score, not its random number. */
export function isTaskNumber({ name, kind }: Field): boolean {
  return kind === 'number' && name !== 'score' && name !== randomField.name;
}

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

/**
 * The name of a field for a column of any name: "LOC changed" becomes loc_changed. Columns with the same letters and digits
 * get different names by their number.
 */
export function fieldNameOf(column: string, number = 1): string {
  const letters = column
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const name = /^[a-z]/.test(letters) ? letters : `field_${letters}`;
  return number === 1 ? name : `${name.replace(/_$/, '')}_${number}`;
}

/** Whether a field has the name that `fieldNameOf` gives a column. */
export function isNamedAfter(field: string, column: string): boolean {
  const number = Number(/_(\d+)$/.exec(field)?.[1] ?? 1);
  return field === fieldNameOf(column) || field === fieldNameOf(column, number);
}
