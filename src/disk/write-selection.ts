import { dirname, join } from 'node:path';
import { OutputError, PlanError } from '../core/model/errors.js';
import type { Plan } from '../core/model/plan.js';
import { part } from '../core/model/record.js';
import type { Selection } from '../core/model/selection.js';
import { filesOfSelection } from '../core/report/selection-files.js';
import { existsSync, lstatSync, readdirSync, readFileSync, statSync } from './file-access.js';
import { findPlanFiles, madeBy } from './find-plan.js';
import type { LoadedPlan } from './load-plan.js';
import { isFolder } from './open-regular.js';
import { generatorName } from './own-package.js';
import { beginningOf, planInputs, refuseInputs, refuseOtherKind } from './protect-files.js';
import { type OutputFile, writeTogether } from './write-together.js';

/** The names of the files `writeSelection` writes. */
export const selectionFileNames = ['selection.json', 'METHODOLOGY.md', 'selection.csv'] as const;

/** The selections of a plan's tiers, by name. */
export type Tiers = ReadonlyMap<string, Selection>;

/** The files of a selection, each tier's in a folder with its name; the whole selection's `selection.json` is last. */
export function selectionFiles(selection: Selection, tiers: Tiers = new Map()): readonly OutputFile[] {
  const ofTiers = [...tiers].flatMap(([tier, each]) =>
    filesOfSelection(each, generatorName()).map(({ name, text }) => ({ name: `${tier}/${name}`, text })),
  );
  return [...ofTiers, ...filesOfSelection(selection, generatorName())];
}

/** The folders that a selection and its tiers are written into. */
export function selectionFolders(directory: string, tiers: Tiers = new Map()): readonly string[] {
  return [directory, ...[...tiers.keys()].map((tier) => join(directory, tier))];
}

/**
 * Writes a selection and its tiers, `selection.json` last, and removes tiers that the plan no longer has. An input, JSON of another kind, and a selection of another plan
 * (unless `force`) are never written over. `look` is called while other runs can't write. @throws OutputError.
 */
export function writeSelection(
  selection: Selection,
  directory: string,
  inputs: readonly string[] = [],
  { tiers, force = false, look }: { tiers?: Tiers | undefined; force?: boolean; look?: (() => void) | undefined } = {},
): void {
  const folders = selectionFolders(directory, tiers);
  const check = () => {
    look?.();
    for (const folder of folders) {
      refuseMisplaced(selection, folder, inputs);
      if (!force) refuseOtherPlan(folder, selection.plan.name);
    }
    return staleTiers(directory, selection.plan).flatMap((tier) =>
      selectionFileNames.map((name) => `${tier}/${name}`).filter((name) => existsSync(join(directory, name))),
    );
  };
  writeTogether(directory, selectionFiles(selection, tiers), check, folders);
}

/** Folders of tiers below a selection that the plan no longer has. */
export function staleTiers(directory: string, { name, tiers }: Pick<Plan, 'name' | 'tiers'>): readonly string[] {
  const isStale = (folder: string) => {
    try {
      const maker = madeBy(beginningOf(join(directory, folder, 'selection.json')) ?? '');
      return maker?.name === name && maker.tier === folder && tiers?.has(folder) !== true;
    } catch {
      return false;
    }
  };
  // A linked folder may not be ours.
  const isOwn = (folder: string) => !lstatSync(join(directory, folder)).isSymbolicLink();
  return isFolder(directory) ? readdirSync(directory).filter(isStale).filter(isOwn).sort() : [];
}

/** Makes sure that a selection replaces no input and no JSON of another kind. @throws OutputError if it would. */
export function refuseMisplaced(selection: Selection, directory: string, inputs: readonly string[]): void {
  const manifest = join(directory, 'selection.json');
  const targets = selectionFileNames.map((name) => join(directory, name));
  // In a folder of tasks, a table may be a pool; beside a selection, it is part of it.
  const isOwn = (target: string) => !target.endsWith('.csv') || existsSync(manifest);
  refuseInputs(targets, [...planInputs(selection.plan), ...inputs], isOwn);
  refuseOtherKind([manifest], { name: 'a Winnow selection', isText: isOwnManifest, isStart: isOwnStart });
}

/**
 * Makes sure that the selection in a folder, if any, was made by a plan of this name.
 * @throws OutputError if it was not.
 */
export function refuseOtherPlan(directory: string, planName: string): void {
  const file = join(directory, 'selection.json');
  const maker = existsSync(file) ? madeBy(beginningOf(file) ?? '') : undefined;
  if (maker === undefined || maker.name === planName) return;
  const message = `the selection was made by the plan "${maker.name}", so Winnow will not replace it with one made by "${planName}". Nothing was changed.`;
  const hint = `To replace it, add --force, or rename the plan to "${maker.name}". To keep it, write elsewhere with --out.`;
  throw new OutputError([{ code: 'output/other-plan', message, place: { file }, hint }]);
}

/**
 * Makes sure that the selection in a folder was not made by another plan of the same name that still exists, as a
 * file beside the selection or beside this plan.
 * @throws OutputError if it was.
 */
export async function refuseOtherFile(directory: string, { name, hash, file: own }: Plan): Promise<void> {
  const file = join(directory, 'selection.json');
  const maker = existsSync(file) ? madeBy(beginningOf(file) ?? '') : undefined;
  if (maker?.sha256 === undefined || maker.sha256 === hash) return;
  for (const folder of [directory, dirname(own)]) {
    const found: LoadedPlan | undefined = await findPlanFiles({ ...maker, name }, folder, '', { onDisk: true }).catch(
      (error: unknown) => {
        if (error instanceof PlanError) return undefined;
        throw error;
      },
    );
    if (found?.plan.hash !== maker.sha256) continue;
    const message = `the selection was made by ${found.plan.file}, another plan called "${name}", so Winnow will not replace it. Nothing was changed.`;
    const hint =
      'To replace it, run "winnow select" with --force. To keep it, write elsewhere with --out, or give the plans different names.';
    throw new OutputError([{ code: 'output/other-plan', message, place: { file }, hint }]);
  }
}

/** Larger files are not read to list changes. */
const mostCompared = 4_000_000;

/** The tasks of the selection in a folder, each as `BENCHMARK/ID`; undefined if there is none, or it is large. */
export function tasksBefore(directory: string, planName: string): ReadonlySet<string> | undefined {
  const file = join(directory, 'selection.json');
  try {
    if (statSync(file).size > mostCompared) return undefined;
    const text = readFileSync(file, 'utf8');
    if (madeBy(text)?.name !== planName) return undefined;
    const { tasks }: { tasks: readonly { benchmark: string; task_id: string }[] } = JSON.parse(text);
    return new Set(tasks.map(({ benchmark, task_id: id }) => `${benchmark}/${id}`));
  } catch {
    return undefined;
  }
}

/** Whether the text is a manifest of any form, or a damaged one: no JSON at all. */
function isOwnManifest(text: string): boolean {
  if (isOwnStart(text)) return true;
  if (madeBy(text) !== undefined) return true;
  try {
    return /^winnow/.test(String(part(JSON.parse(text), 'metadata', 'generated_by')));
  } catch {
    return true;
  }
}

function isOwnStart(text: string): boolean {
  return /"generated_by": "winnow-bench /.test(text.slice(0, 2000));
}
