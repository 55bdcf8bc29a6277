import type { Fault, Warning } from './errors.js';
import type { FeatureProvenance, PoolCensus } from './selection.js';

/** Measured in a patch or repository, declared by a label, a document or the plan, or derived from other values. */
export type Provenance = 'measured' | 'declared' | 'derived';

/** A task as read from its source. */
export interface Task {
  /** The benchmark's key in the plan. */
  readonly benchmark: string;
  /** Unique within its benchmark, regardless of letter case. */
  readonly id: string;
  /** Other names: its folder, its package, its id in the original benchmark. */
  readonly aliases?: readonly string[] | undefined;
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** The fields that are lists of words. */
  readonly lists?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Where each field comes from; "declared" unless listed. */
  readonly provenance?: Readonly<Record<string, Provenance>> | undefined;
  readonly conflicts?: readonly LabelConflict[] | undefined;
  /** The folder relative to the benchmarks' root; undefined without folders. */
  readonly taskDir?: string | undefined;
  /** The runner's identifier of this version, as KIND:VALUE, if the source has one. Not used in figures or hashes. */
  readonly digest?: string | undefined;
  /** The number of tasks with the same errors, if this task represents them; undefined means one. */
  readonly alike?: number | undefined;
  /** Everything that the source has about the task; undefined if it was not read from a file. */
  readonly contents?: TaskContents | undefined;
  /** The shortened text of the task, if requested. Not used in figures or hashes; `classifiedTask` drops it. */
  readonly statement?: string;
  /** Findings of static checks on its files, if requested; `classifiedTask` drops them. */
  readonly findings?: readonly { readonly check: string; readonly evidence: string }[];
}

/** The columns or files of a task, each with a mark that changes with its content. */
export interface TaskContents {
  readonly names: readonly string[];
  /** One mark per line, in the order of `names`; a single string, because a pool may have a million tasks. */
  readonly marks: string;
  /** Set if the names are files, and include every file in the task's folder. */
  readonly everyFile?: true;
}

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
  readonly odd?: {
    readonly field: string;
    readonly value: string;
    readonly isList?: true;
    /** As in `OddValue`. */
    readonly doubt?: 'dots' | 'digits';
    /** The id of the task, if the value has digits but is not a number. */
    readonly task?: string;
  };
}

/** The tasks of a source, in any order, and the problems found while reading it. */
export interface Pool {
  readonly tasks: readonly Task[];
  readonly problems: readonly PoolProblem[];
  /** The number of source tasks that `source.where` leaves out; undefined without `source.where`. */
  readonly outside?: number | undefined;
  /** The locations of tasks with the same id, by id. */
  readonly repeatedIds?: ReadonlyMap<string, readonly string[]> | undefined;
  /** The names of the systems with earlier results on the tasks. */
  readonly priorSystems?: readonly string[] | undefined;
  /** The results of those systems, which identify a system even under another name. */
  readonly priorRewards?: PriorRewards | undefined;
  /** Notes on the uplift in earlier runs. */
  readonly priorNotes?: readonly Warning[] | undefined;
  /** Set if tasks have `prior_uplift`, so that a selection by it has an expected uplift. */
  readonly hasUplift?: true | undefined;
  /** Counts over all tasks, if `tasks` are only the candidates; otherwise undefined. */
  readonly census?: PoolCensus | undefined;
  /** Set if only the fields of the tasks were read; the contents of selected tasks are read from the source later. */
  readonly lacksContents?: true | undefined;
  /** The row number of each task, for reading its contents, if its id does not identify the row. */
  readonly rowPlaces?: Float64Array | undefined;
}

export type PriorRewards = ReadonlyMap<string, ReadonlyMap<string, readonly number[]>>;

export type Pools = ReadonlyMap<string, Pool>;

export interface LabelChange {
  readonly field: string;
  readonly from: FieldValue | undefined;
  readonly to: FieldValue;
}

export interface ClassifiedTask extends Task {
  readonly phase: string;
  readonly changes: readonly LabelChange[];
}

export interface ScoredTask extends ClassifiedTask {
  /** Rounded as the plan specifies: the published figure, which also orders tasks. */
  readonly score: number;
  /** Each component's value before weighting, unrounded, in [0, 1]. */
  readonly parts: Readonly<Record<string, number>>;
  /** The components that used the plan's `unknown` because the task lacks the field. */
  readonly defaulted: readonly string[];
  /** The task's permanent random number in [0, 1), if the order or the draw uses one. */
  readonly random?: number | undefined;
}

/** Lists all properties, because a spread would give every task its own hidden class. */
export function classifiedTask(task: Task, phase: string, changes: readonly LabelChange[]): ClassifiedTask {
  const { benchmark, id, aliases, fields, lists, provenance, conflicts, taskDir, digest, alike } = task;
  return { benchmark, id, aliases, fields, lists, provenance, conflicts, taskDir, digest, alike, phase, changes };
}

/** The number of tasks, including the tasks that each one represents. */
export function countAlike(tasks: readonly Task[]): number {
  return tasks.reduce((sum, { alike = 1 }) => sum + alike, 0);
}

/** Lists all properties, as `classifiedTask` does. */
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

export function rescored(task: ScoredTask, score: number, random: number | undefined): ScoredTask {
  return scoredTask(task, { score, parts: task.parts, defaulted: task.defaulted, random });
}

export type AnyTask = Task & Partial<Pick<ScoredTask, 'phase' | 'score' | 'random'>>;

export function isKnown(task: AnyTask, field: string): boolean {
  return fieldValue(task, field) !== undefined || task.lists?.[field] !== undefined;
}

/** The value of a field, including those that Winnow derives (`id`, `phase`, `score`, `random`), if known. */
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

/** Labels are text and dates are YYYY-MM-DD. Lists of words can only be tested for a word. */
export const fieldKinds = ['label', 'number', 'date', 'list'] as const;
export type FieldKind = (typeof fieldKinds)[number];

export interface Field {
  readonly name: string;
  readonly kind: FieldKind;
  /** The name in reports: "files changed". */
  readonly words: string;
  /** Whether the field counts things: reports then say "most" instead of "highest". */
  readonly counts: boolean;
  /** Whether negative numbers are valid. */
  readonly negative?: boolean;
  /** For dates written in numbers: whether the day comes before the month; undefined if the column determines it. */
  readonly dayFirst?: boolean;
  /** Whether the plan uses the field without declaring it, so the pool must have it. */
  readonly isImplied?: boolean;
  /** For the score: its name in the plan, if the plan ranks by that name and a standard field has it, too. */
  readonly sharedName?: string;
  /** Whether the field is a number only because the plan tests it for equality with one; its cells may be labels. */
  readonly isCompared?: boolean;
  /** Whether the field measures difficulty for earlier systems. */
  readonly isDifficulty?: boolean;
}

export type FieldValue = string | number;

/** Fields that any source may fill; plans declare any other fields they use. */
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
  makeField('instruction_chars', 'number', 'instruction characters', true),
  makeField('shipped_score', 'number'),
  makeField('tags', 'list'),
  makeField('created', 'date', 'creation date'),
];

/** Fields from the results of earlier runs; a source may fill them, too. */
export const priorFields: readonly Field[] = [
  makeField('prior_results', 'number', 'earlier results', true),
  { ...makeField('prior_solved', 'number', 'times solved before', true), isDifficulty: true },
  { ...makeField('prior_rate', 'number', 'share solved before'), isDifficulty: true },
  { ...makeField('prior_uplift', 'number', 'uplift in earlier runs (shrunken)'), negative: true },
  makeField('prior_uplift_reliability', 'number', 'reliability of the uplift in earlier runs'),
];

/** Fields learned from earlier results, if the selection has a purpose or uses one of them. */
export const learnedFields: readonly Field[] = [
  {
    ...makeField('prior_ease', 'number', 'ease (log odds of being solved before)'),
    isDifficulty: true,
    negative: true,
  },
  makeField('prior_variance', 'number', 'anticipated variance'),
  { ...makeField('prior_band', 'label', 'difficulty band (hardest first)'), isDifficulty: true },
];

/** Fields that Winnow derives; each can be used for grouping and ordering after its stage. */
export const derivedFields: readonly Field[] = [
  label('id'),
  label('phase'),
  makeField('score', 'number'),
  ...learnedFields,
];

/** A task's permanent random number, the only field that does not describe the task. */
export const randomField: Field = makeField('random', 'number', 'random number');

/** Excludes the score and the random number. */
export function isTaskNumber({ name, kind }: Field): boolean {
  return kind === 'number' && name !== 'score' && name !== randomField.name;
}

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

const standard = new Set(sourceFields.map(({ name }) => name));

/** Whether the field is one that any source may fill. */
export function isStandardField(name: string): boolean {
  return standard.has(name);
}

/** Whether a plan must declare the field before using it. */
export function isOwnField(name: string): boolean {
  return !shared.has(name);
}

/** Derives a field name: "LOC changed" becomes loc_changed. `number` distinguishes columns with equal names. */
export function fieldNameOf(column: string, number = 1): string {
  const letters = column
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '');
  const name = /^[a-z]/.test(letters) ? letters : `field_${letters}`;
  return number === 1 ? name : `${name.replace(/_$/, '')}_${number}`;
}

/** Whether `fieldNameOf` derives the field's name from the column. */
export function isNamedAfter(field: string, column: string): boolean {
  const number = Number(/_(\d+)$/.exec(field)?.[1] ?? 1);
  return field === fieldNameOf(column) || field === fieldNameOf(column, number);
}
