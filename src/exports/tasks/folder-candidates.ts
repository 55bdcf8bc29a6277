import type { ExportTask } from './export-task.js';
import { folderPath, lastPart, pathParts } from './folder-path.js';

/** Where tasks may lie, besides where the selection says. */
export interface FolderPlaces {
  /** Below this folder (`--path`). */
  readonly root: string;
  /** The folder that commands are run in, as an absolute path; undefined when it is not known. */
  readonly here: string | undefined;
  /** The other folders that a benchmark's tasks may lie in, by the benchmark's name. */
  readonly otherFolders: ReadonlyMap<string, readonly string[]>;
  /** Whether all tasks are of one benchmark, so that the root can be that benchmark's own folder under any name. */
  readonly isOneBenchmark: boolean;
}

/**
 * The paths at which a task may lie, the likeliest first: where the selection says below the root, in a folder that the
 * benchmark is also known by, and directly in the root, where that is the data set's folder itself.
 */
export function folderCandidates(task: ExportTask, places: FolderPlaces): readonly string[] {
  const { root, here, otherFolders, isOneBenchmark } = places;
  if (task.folder === undefined) return [];
  const name = lastPart(task.folder);
  const parents = [
    pathParts(task.folder).slice(0, -1),
    ...(otherFolders.get(task.benchmark) ?? []).map((each) => pathParts(each)),
  ];
  const rootName = lastPart(root);
  const within = parents.flatMap((parts) =>
    parts.flatMap((part, i) =>
      isOneBenchmark || (part === rootName && part !== '..') ? [[...parts.slice(i + 1), name].join('/')] : [],
    ),
  );
  const folders = [task.folder, ...parents.slice(1).map((parts) => [...parts, name].join('/')), ...within];
  const paths = folders.map((folder) => folderPath(root, folder, here));
  return [...new Set(paths.filter((path) => path !== undefined))];
}
