import { dirname, join, relative, resolve, sep } from 'node:path';
import { OutputError, PlanError } from '../core/model/errors.js';
import type { HistoryEntry, Plan } from '../core/model/plan.js';
import type { Selection } from '../core/model/selection.js';
import {
  addToExclusions,
  addToHistory,
  addToPlan,
  type BenchmarkEdit,
  editPlan,
  type NewExclusion,
  withExpected,
} from '../core/plan/edit-plan.js';
import { readPlan } from '../core/plan/read-plan.js';
import { readFileSync } from './file-access.js';
import { isEmbeddedFile } from './load-plan.js';
import { refuseMisplaced, refuseOtherPlan, selectionFiles, selectionFolders, type Tiers } from './write-selection.js';
import { writeFile, writeTogether } from './write-together.js';

/** A plan with exclusions added, not yet on disk. */
export interface ExcludingPlan {
  readonly plan: Plan;
  /** The file that changes: the plan, or its file of exclusions. */
  readonly file: string;
  /** Writes the file, unless `look` throws, which is called while no other run can write there. @throws PlanError if built in. */
  write(look: () => void): void;
}

/** Adds exclusions to a plan, or to its file of exclusions. @throws PlanError if an exclusion is not valid. */
export function excludeTasks(plan: Plan, added: readonly NewExclusion[]): ExcludingPlan {
  const text = readFileSync(plan.file, 'utf8');
  const own = plan.exclusionsFile === undefined ? undefined : join(dirname(plan.file), plan.exclusionsFile);
  const file = own ?? plan.file;
  const planText = own === undefined ? addToPlan(text, added) : text;
  const ownText = own === undefined ? '' : addToExclusions(readFileSync(own, 'utf8'), added);
  return {
    plan: readPlan(planText, plan.file, (path) => ({ text: ownText, file: join(dirname(plan.file), path) })),
    file,
    write: (look) => {
      refuseEmbedded(plan);
      writeFile(file, own === undefined ? planText : ownText, look);
    },
  };
}

/** A plan with other expected counts, not yet on disk. */
export type AcceptingPlan = Omit<ExcludingPlan, 'file'>;

/** The plan with the current number of tasks of each benchmark. */
export function expectTasks(plan: Plan, counts: ReadonlyMap<string, number>): AcceptingPlan {
  refuseEmbedded(plan);
  const text = withExpected(readFileSync(plan.file, 'utf8'), counts);
  const open = (path: string) => {
    const file = join(dirname(plan.file), path);
    return { text: readFileSync(file, 'utf8'), file };
  };
  return { plan: readPlan(text, plan.file, open), write: (look) => writeFile(plan.file, text, look) };
}

/** @throws PlanError for a built-in plan. */
function refuseEmbedded(plan: Plan): void {
  if (!isEmbeddedFile(plan.file)) return;
  throw new PlanError([
    {
      code: 'plan/embedded',
      message: `the plan "${plan.name}" ships with Winnow and cannot be changed.`,
      hint: 'Copy it and name the copy: --plan FILE.',
    },
  ]);
}

/** The changes of a new version to a plan. */
export interface PlanChange {
  readonly exclusions: readonly NewExclusion[];
  readonly edits: readonly BenchmarkEdit[];
  /** Undefined until it is known. */
  readonly history?: HistoryEntry;
}

/** The plan of a new version, not yet on disk. */
export interface RefreshedPlan {
  readonly plan: Plan;
  /** The new texts of its files by path, in the order in which they are written: the plan comes last. */
  readonly texts: ReadonlyMap<string, string>;
}

/** Changes a plan, by default the one on disk, and its file of exclusions. @throws PlanError if the result is not a valid plan. */
export function refreshPlan(
  plan: Plan,
  { exclusions, edits, history }: PlanChange,
  text = readFileSync(plan.file, 'utf8'),
): RefreshedPlan {
  const own = plan.exclusionsFile === undefined ? undefined : join(dirname(plan.file), plan.exclusionsFile);
  const excluding = own === undefined && exclusions.length > 0 ? addToPlan(text, exclusions) : text;
  const edited = editPlan(excluding, edits);
  const planText = history === undefined ? edited : addToHistory(edited, history);
  const ownText = own === undefined ? undefined : addedTo(readFileSync(own, 'utf8'), exclusions);
  const texts = new Map<string, string>();
  if (own !== undefined && ownText !== undefined) texts.set(own, ownText);
  texts.set(plan.file, planText);
  const open = (path: string) => ({ text: ownText ?? '', file: join(dirname(plan.file), path) });
  return { plan: readPlan(planText, plan.file, open), texts };
}

function addedTo(text: string, exclusions: readonly NewExclusion[]): string {
  return exclusions.length === 0 ? text : addToExclusions(text, exclusions);
}

/** A path of results relative to the plan. */
export function pathFrom({ file }: Plan, path: string): string {
  return nameIn(dirname(resolve(file)), resolve(path));
}

/**
 * Writes a changed plan and then its selection; after a kill in between, `winnow select` makes the new one.
 * @throws PlanError for a built-in plan, OutputError if the selection is not below the folder of the plan.
 */
export function writeRefreshed(
  { plan, texts }: RefreshedPlan,
  selection: Selection,
  {
    out,
    inputs,
    look,
    tiers,
  }: { readonly out: string; readonly inputs: readonly string[]; readonly look: () => void; readonly tiers: Tiers },
): void {
  refuseEmbedded(plan);
  const folder = dirname(plan.file);
  const files = [
    ...[...texts].map(([file, text]) => ({ name: nameIn(folder, file), text })),
    ...selectionFiles(selection, tiers).map(({ name, text }) => ({ name: nameIn(folder, join(out, name)), text })),
  ];
  const outside = files.filter(({ name }) => name.startsWith('../') || resolve(name) === name);
  if (outside.length > 0) throw new OutputError(outside.map(({ name }) => misplaced(join(folder, name))));
  const folders = selectionFolders(out, tiers);
  const check = () => {
    look();
    for (const each of folders) {
      refuseMisplaced(selection, each, inputs);
      refuseOtherPlan(each, plan.name);
    }
    return [];
  };
  writeTogether(folder, files, check, [folder, ...folders]);
}

function nameIn(folder: string, file: string): string {
  return relative(folder, file).split(sep).join('/');
}

function misplaced(file: string) {
  return {
    code: 'output/apart',
    message: 'is not in the folder of the plan or below it, so the two cannot be written together.',
    place: { file },
    hint: 'Write the selection below the folder of the plan with --out.',
  };
}
