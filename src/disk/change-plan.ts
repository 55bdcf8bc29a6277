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
  /** Writes the file unless `look`, which is called while no other run can write there, throws. @throws PlanError if built in. */
  write(look: () => void): void;
}

/** Adds exclusions to a plan, or to its file of exclusions. @throws PlanError if an exclusion is not valid. */
export function excludeTasks(plan: Plan, added: readonly NewExclusion[]): ExcludingPlan {
  const { planText, file = plan.file, text, open } = excluding(plan, readFileSync(plan.file, 'utf8'), added);
  return {
    plan: readPlan(planText, plan.file, open),
    file,
    write: (look) => {
      refuseEmbedded(plan);
      writeFile(file, text, look);
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
  const message = `the built-in plan "${plan.name}" cannot be changed.`;
  throw new PlanError([{ code: 'plan/embedded', message, hint: 'Copy it, and give the copy with --plan FILE.' }]);
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
  const own = excluding(plan, text, exclusions);
  const edited = editPlan(own.planText, edits);
  const planText = history === undefined ? edited : addToHistory(edited, history);
  const texts = new Map([...(own.file === undefined ? [] : [[own.file, own.text] as const]), [plan.file, planText]]);
  return { plan: readPlan(planText, plan.file, own.open), texts };
}

/** The text of a plan with exclusions added to it or to its own file of exclusions, and the text of that file. */
function excluding(plan: Plan, planText: string, added: readonly NewExclusion[]) {
  const folder = dirname(plan.file);
  const file = plan.exclusionsFile === undefined ? undefined : join(folder, plan.exclusionsFile);
  const [before, add] = file === undefined ? [planText, addToPlan] : [readFileSync(file, 'utf8'), addToExclusions];
  const text = added.length === 0 ? before : add(before, added);
  const open = (path: string) => ({ text, file: join(folder, path) });
  return { planText: file === undefined ? text : planText, file, text, open };
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
  { out, inputs, look, tiers }: { out: string; inputs: readonly string[]; look: () => void; tiers: Tiers },
): void {
  refuseEmbedded(plan);
  const folder = dirname(plan.file);
  const files = [
    ...[...texts].map(([file, text]) => ({ name: nameIn(folder, file), text })),
    ...selectionFiles(selection, tiers).map(({ name, text }) => ({ name: nameIn(folder, join(out, name)), text })),
  ];
  const message = 'the file is outside the plan’s folder, so Winnow cannot write both together.';
  const hint = 'With --out, choose a folder inside the plan’s folder.';
  const faults = files
    .filter(({ name }) => name.startsWith('../') || resolve(name) === name)
    .map(({ name }) => ({ code: 'output/apart', message, place: { file: join(folder, name) }, hint }));
  if (faults.length > 0) throw new OutputError(faults);
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
