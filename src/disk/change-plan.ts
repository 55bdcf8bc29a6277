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
  /**
   * Writes it, if `look`, called when nobody else can write there, does not throw; a kill leaves the old one whole.
   * @throws PlanError when the plan ships with Winnow.
   */
  write(look: () => void): void;
}

/**
 * Adds exclusions to a plan, or to the file of exclusions that the plan names.
 * @throws PlanError when an exclusion is not one that a plan may have.
 */
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

/** The plan with the number of tasks that each of these benchmarks has now. */
export function expectTasks(plan: Plan, counts: ReadonlyMap<string, number>): AcceptingPlan {
  refuseEmbedded(plan);
  const text = withExpected(readFileSync(plan.file, 'utf8'), counts);
  const open = (path: string) => {
    const file = join(dirname(plan.file), path);
    return { text: readFileSync(file, 'utf8'), file };
  };
  return { plan: readPlan(text, plan.file, open), write: (look) => writeFile(plan.file, text, look) };
}

/** Makes sure that a plan is the user's own. @throws PlanError when it ships with Winnow. */
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

/** What a new version changes in a plan. */
export interface PlanChange {
  readonly exclusions: readonly NewExclusion[];
  readonly edits: readonly BenchmarkEdit[];
  /** Undefined as long as it is not known. */
  readonly history?: HistoryEntry;
}

/** A plan as a new version needs it, not yet on disk. */
export interface RefreshedPlan {
  readonly plan: Plan;
  /** The new texts of its files by path, in the order in which they are written: the plan comes last. */
  readonly texts: ReadonlyMap<string, string>;
}

/**
 * Changes a plan, and the file of exclusions that it names.
 *
 * @param text What the plan says now, if it is not on disk yet.
 * @throws PlanError when the plan would not be one.
 */
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

/** A path of results as a plan names it, relative to itself. */
export function pathFrom({ file }: Plan, path: string): string {
  return nameIn(dirname(resolve(file)), resolve(path));
}

/**
 * Writes a changed plan and then the selection that it gives. After a kill in between, the plan is not the one that made the
 * selection that is there, and `winnow select` makes the new one.
 * @param look Called when nobody else can write there; throws where all must stay as it is.
 * @throws PlanError when the plan ships with Winnow.
 * @throws OutputError when the selection would not lie in the plan's folder or below it, or cannot be written.
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
