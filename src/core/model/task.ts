import type { Fault, Warning } from './fault.js';
import type { FieldValue } from './field.js';
import type { PoolCensus } from './pool-census.js';
import type { FeatureProvenance } from './selection.js';

/**
 * Where a value comes from: counted from a patch or a repository, said by a label, a document or the plan, or worked out
 * from something else that is known of the task.
 */
export type Provenance = 'measured' | 'declared' | 'derived';

/** One task as its source gives it. */
export interface Task {
  /** The plan's key of the benchmark it belongs to. */
  readonly benchmark: string;
  /** Unique within its benchmark, letter case apart. */
  readonly id: string;
  /** Other names it goes by: its folder, its package, the id of the benchmark it was made from. */
  readonly aliases?: readonly string[] | undefined;
  /** What is known of it; a field that is not known is not there. */
  readonly fields: Readonly<Record<string, FieldValue>>;
  /** Its fields that are lists of words. */
  readonly lists?: Readonly<Record<string, readonly string[]>> | undefined;
  /** Where each field comes from; a field that is not listed is declared. */
  readonly provenance?: Readonly<Record<string, Provenance>> | undefined;
  /** Labels on which its own files disagree. */
  readonly conflicts?: readonly LabelConflict[] | undefined;
  /** Where the task lies, relative to the benchmarks' root; unknown for a pool that has no folders. */
  readonly taskDir?: string | undefined;
  /** What its runner knows this version of it by, as KIND:VALUE; undefined where the source has nothing comparable. No figure or hash depends on it. */
  readonly digest?: string | undefined;
  /** All that its source holds of it, used or not; unknown for a task that was read from no file. */
  readonly contents?: TaskContents | undefined;
  /** What the task says, as far as one would read it; there where it was asked for. No figure or hash depends on it, and no stage passes it on. */
  readonly statement?: string;
}

/** What a task consists of: columns or files, and a mark of each that differs when what it holds does. */
export interface TaskContents {
  /** In code-unit order. */
  readonly names: readonly string[];
  /** The marks, in the order of the names, one a line: one text, because a pool may have a million of them. */
  readonly marks: string;
  /** Whether the names are files, and all that lie in the task's folder. */
  readonly everyFile?: true;
}

/** Two labels for the same field, from two places, that do not agree. */
export interface LabelConflict {
  readonly field: string;
  /** The value the task has, and where it stands. */
  readonly took: string;
  readonly from: string;
  /** The value that was passed over, and where it stands. */
  readonly against: string;
  readonly in: string;
}

/** Something that could not be read, was skipped or is odd. */
export interface PoolProblem extends Fault {
  /** The value that it is about, and the field in whose place it stands. */
  readonly odd?: { readonly field: string; readonly value: string };
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
}

/** The rewards of earlier systems: by system, then by the id of the task; one that a system never ran is not there. */
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
  /** Rounded as the plan says; this is the figure that orders and is published. */
  readonly score: number;
  /** Each component's value before weighting, unrounded, in [0, 1]. */
  readonly parts: Readonly<Record<string, number>>;
  /** The components that stood on the plan's `unknown`, because the task lacks the field. */
  readonly defaulted: readonly string[];
  /** Its permanent random number in [0, 1), where the plan's order or draw uses one. */
  readonly random?: number | undefined;
}

/** A task with its phase. Written out: a spread would give every task a hidden class of its own. */
export function classifiedTask(task: Task, phase: string, changes: readonly LabelChange[]): ClassifiedTask {
  const { benchmark, id, aliases, fields, lists, provenance, conflicts, taskDir, digest } = task;
  return { benchmark, id, aliases, fields, lists, provenance, conflicts, taskDir, digest, phase, changes };
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

/** A task at any stage, so that a field can be asked of it. */
export type AnyTask = Task & Partial<Pick<ScoredTask, 'phase' | 'score' | 'random'>>;

/** Whether the task has a value, or a list, for a field. */
export function isKnown(task: AnyTask, field: string): boolean {
  return fieldValue(task, field) !== undefined || task.lists?.[field] !== undefined;
}

/** The task's value for a field, also for the ones Winnow derives (`id`, `phase`, `score`, `random`); undefined when not known. */
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

/** Where a task's value of a field comes from; "defaulted" when it has none and the plan's `unknown` stands in. */
export function provenanceOf(task: Task, field: string): FeatureProvenance {
  if (field !== 'id' && !isKnown(task, field)) return 'defaulted';
  return task.provenance?.[field] ?? 'declared';
}
