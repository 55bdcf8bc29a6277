import { dirname } from 'node:path';
import type { Manifest } from '../../core/manifest/manifest.js';
import { PlanError } from '../../core/model/errors.js';
import type { Plan } from '../../core/model/plan.js';
import { findPlanFiles } from '../../disk/find-plan.js';
import { type LoadedPlan, loadPlanFiles } from '../../disk/load-plan.js';
import { findSelection } from '../../disk/read-selection.js';

/** Where the folders of a selection's tasks lie, as far as the plan that made it tells. */
export interface TaskFolders {
  /** What the tasks' folders are relative to; undefined when nothing tells. */
  readonly folder: string | undefined;
  /** The other folders that a benchmark's tasks may lie in, by the benchmark's name. */
  readonly otherFolders: ReadonlyMap<string, readonly string[]>;
}

/** Finds the plan of a selection, and with it where its tasks lie; a folder of benchmarks that was given stands first. */
export async function taskFoldersOf(
  selection: string,
  { metadata }: Manifest,
  { benchmarks }: { readonly benchmarks?: string },
): Promise<TaskFolders> {
  const source = await findSelection(selection);
  try {
    const { name, sha256 } = metadata.plan;
    const loaded =
      source.kind === 'plan'
        ? await loadPlanFiles(source.plan)
        : await findPlanFiles(name, dirname(source.file), sha256);
    // Another plan of that name may speak of other folders.
    if (loaded.plan.hash !== sha256) return { folder: benchmarks, otherFolders: new Map() };
    return { folder: benchmarks ?? sourceFolder(loaded), otherFolders: otherFolders(loaded.plan) };
  } catch (error) {
    if (error instanceof PlanError) return { folder: benchmarks, otherFolders: new Map() };
    throw error;
  }
}

/** What the sources of a plan are relative to; undefined when they ship with Winnow and lie nowhere. */
function sourceFolder({ plan, texts }: LoadedPlan): string | undefined {
  const [file] = texts.keys();
  const hasPaths = plan.benchmarks.some(({ source }) => source.kind === 'path');
  return file === undefined || !hasPaths ? undefined : dirname(file);
}

/** The folders that a plan knows each benchmark by; of a pattern for the tasks themselves, what they lie in. */
function otherFolders({ benchmarks }: Plan): ReadonlyMap<string, readonly string[]> {
  return new Map(
    benchmarks.map(({ name, folders }) => [
      name,
      (folders?.anyOf ?? []).map((path) => (/\*[^/]*$/.test(path) ? path.replace(/\/?[^/]*$/, '') : path)),
    ]),
  );
}
