import { groupBy } from '../../core/lists/lists.js';
import type { Fault } from '../../core/model/errors.js';
import { countOf } from '../../core/text/words.js';
import { shellWord } from './escape.js';
import {
  type ExportInputs,
  type ExportTask,
  folderPath,
  type LeftOut,
  lastPart,
  type NamedTask,
  type Naming,
  pathParts,
  shownName,
  shownNames,
} from './export-task.js';

/** Where to look for a runner's tasks, and the file that marks a task folder. */
export interface FolderSearch
  extends Pick<ExportInputs, 'hasFile' | 'hasFolder' | 'here' | 'otherFolders' | 'sources'> {
  /** The folder that the tasks are below (`--path`). */
  readonly root: string | undefined;
  readonly marker: string;
  /** The runners whose tasks are folders, by the file that marks a task folder. */
  readonly byMarker: ReadonlyMap<string, { readonly name: string; readonly title: string }>;
}

/** Names every task that is a folder by its path below the root (`--path`). Other tasks can't be run this way. */
export function nameByFolder(tasks: readonly ExportTask[], search: FolderSearch): Naming {
  const { root, marker, hasFile, hasFolder, byMarker } = search;
  if (root === undefined) return { named: [], leftOut: [], faults: [noRoot(tasks)] };
  const isOneBenchmark = new Set(tasks.map(({ benchmark }) => benchmark)).size === 1;
  const sharing = groupBy(tasks, ({ benchmark, folder }) => JSON.stringify([benchmark, folder]));
  const leftOut: LeftOut[] = [];
  const named: NamedTask[] = [];
  const outside: ExportTask[] = [];
  const absent: { readonly task: ExportTask; readonly path: string }[] = [];
  const unmarked: (LeftOut & { readonly path: string })[] = [];
  for (const task of tasks) {
    const { folder } = task;
    if (folder === undefined) {
      leftOut.push({ task, reason: `from a table, not a folder with a ${marker}` });
      continue;
    }
    const own = folderPath(root, folder, search);
    const sharers = (sharing.get(JSON.stringify([task.benchmark, folder]))?.length ?? 1) - 1;
    // Without checks, only the folder named by the selection is used.
    const paths = hasFile === undefined ? [] : folderCandidates(task, root, search, isOneBenchmark);
    const found = hasFile === undefined ? own : paths.find((path) => hasFile(`${path}/${marker}`));
    const everywhere = [...paths, `${root}/${folder}`];
    const others = [...byMarker].filter(
      ([file]) => file !== marker && everywhere.some((path) => hasFile?.(`${path}/${file}`)),
    );
    if (sharers > 0) {
      leftOut.push({ task, reason: sharedFolder(folder, sharers) });
      continue;
    }
    if (found !== undefined) {
      named.push({ task, name: found });
      continue;
    }
    if (others.length > 0) {
      const runs = others.map(([file, { title, name }]) => `${file} for ${title} (--to ${name})`);
      leftOut.push({ task, reason: `no ${marker} in the folder, only ${runs.join(' and ')}` });
      continue;
    }
    const there = everywhere.find((path) => hasFolder?.(path));
    if (there !== undefined && hasFile?.(`${there}/${marker}`) === false) {
      unmarked.push({ task, path: there, reason: `no ${marker} in the folder${kindWords(there, hasFile)}` });
    } else if (own === undefined) outside.push(task);
    else absent.push({ task, path: own });
  }
  // If other tasks of the benchmark are complete, one without the file is damaged, not another kind.
  const whole = new Set(named.map(({ task }) => task.benchmark));
  for (const { task, path, reason } of unmarked) {
    if (whole.has(task.benchmark)) absent.push({ task, path });
    else leftOut.push({ task, reason });
  }
  return { named, leftOut, faults: [...outsideFaults(root, outside), ...absentFaults(root, absent, marker, named)] };
}

/** Kinds of tasks that no runner here takes as folders, with a file that identifies them. */
const otherKinds: readonly (readonly [file: string, kind: string])[] = [
  ['.meta/config.json', 'an exercise of the polyglot benchmark'],
];

function kindWords(path: string, hasFile: (path: string) => boolean): string {
  const kind = otherKinds.find(([file]) => hasFile(`${path}/${file}`))?.[1];
  return kind === undefined ? '' : ` (${kind})`;
}

function sharedFolder(folder: string, others: number): string {
  return `shares the folder ${shownName(lastPart(folder))} with ${countOf(others, 'other task')}, but each task needs its own folder; export it with --to ids, csv or parquet`;
}

function noRoot(tasks: readonly ExportTask[]): Fault {
  const example = tasks.find(({ folder }) => folder !== undefined)?.folder;
  const like = example === undefined ? '' : ` (such as ${shownName(example)})`;
  return {
    code: 'export/needs-path',
    message: `the location of the task folders${like} is unknown.`,
    hint: 'With --path, give the folder that they are relative to.',
  };
}

function outsideFaults(root: string, tasks: readonly ExportTask[]): Fault[] {
  if (tasks.length === 0) return [];
  const folders = tasks.map(({ folder }) => folder ?? '');
  const common = commonFolder(folders);
  const isGiven = pathParts(common).join('/') === pathParts(root).join('/');
  const give = `Give the folder that contains the tasks (--path ${shellWord(common)}), or run`;
  return [
    {
      code: 'export/outside',
      message: `the folders of ${countOf(tasks.length, 'task')} are outside ${shownName(root)} and the working folder: ${shownNames(folders)}.`,
      hint: `${isGiven ? 'Run' : give} the command in a folder above all tasks.`,
    },
  ];
}

function commonFolder(folders: readonly string[]): string {
  const parts = folders.map((folder) => folder.split('/').slice(0, -1));
  const [first = []] = parts;
  const depth = first.findIndex((part, i) => parts.some((each) => each[i] !== part));
  return first.slice(0, depth === -1 ? undefined : depth).join('/') || '.';
}

function absentFaults(
  root: string,
  absent: readonly { readonly task: ExportTask; readonly path: string }[],
  marker: string,
  named: readonly NamedTask[],
): Fault[] {
  if (absent.length === 0) return [];
  const without = new Set(absent.map(({ task }) => task.benchmark));
  const whole = [...new Set(named.map(({ task }) => task.benchmark))].filter((name) => !without.has(name));
  const instead =
    whole.length === 0
      ? 'Set --path to the folder that contains the tasks, or that their paths are relative to'
      : `Winnow found all tasks of ${shownNames(whole, whole.length)}. To export only these, add --benchmark ${whole.join(' ')}`;
  return [
    {
      code: 'export/no-folder',
      message: `${countOf(absent.length, 'selected task')} ${absent.length === 1 ? 'has' : 'have'} no folder with a ${marker} below ${shownName(root)}: ${shownNames(absent.map(({ path }) => path))}.`,
      hint: `${instead}, or skip the check with --no-check.`,
    },
  ];
}

/** The paths where a task may be, the most likely first. For a single benchmark, the root may be its folder. */
function folderCandidates(
  task: ExportTask,
  root: string,
  search: FolderSearch,
  isOneBenchmark: boolean,
): readonly string[] {
  if (task.folder === undefined) return [];
  const name = lastPart(task.folder);
  const parents = [
    pathParts(task.folder).slice(0, -1),
    ...(search.otherFolders?.get(task.benchmark) ?? []).map((each) => pathParts(each)),
  ];
  const rootName = lastPart(root);
  const within = parents.flatMap((parts) =>
    parts.flatMap((part, i) =>
      isOneBenchmark || (part === rootName && part !== '..') ? [[...parts.slice(i + 1), name].join('/')] : [],
    ),
  );
  const folders = [task.folder, ...parents.slice(1).map((parts) => [...parts, name].join('/')), ...within];
  const paths = folders.map((folder) => folderPath(root, folder, search));
  return [...new Set(paths.filter((path) => path !== undefined))];
}
