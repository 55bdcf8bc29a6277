import type { Fault } from '../../core/model/fault.js';
import { countOf } from '../../core/text/count-of.js';
import type { ExportTask, LeftOut, PlacedTask, Placement } from './export-task.js';
import { folderPath } from './folder-path.js';
import { shownName, shownNames } from './shown-names.js';

/**
 * Every task that is a folder, under its path below the root (`--path`); one that is no folder, or lacks the marker and
 * holds another kind of task, cannot be run so.
 *
 * @param markersIn Tells which of the files that make a folder a task it has; undefined when nobody looks.
 */
export function placeByFolder(
  tasks: readonly ExportTask[],
  root: string | undefined,
  marker: string,
  markersIn: ((path: string) => readonly string[]) | undefined,
): Placement {
  if (root === undefined) return { placed: [], leftOut: [], faults: [noRoot(tasks)] };
  const leftOut: LeftOut[] = [];
  const placed: PlacedTask[] = [];
  const outside: ExportTask[] = [];
  const absent: string[] = [];
  for (const task of tasks) {
    const path = task.folder === undefined ? undefined : folderPath(root, task.folder);
    const markers = path === undefined ? undefined : markersIn?.(path);
    if (task.folder === undefined) leftOut.push({ task, reason: 'the selection knows no folder of it' });
    else if (path === undefined) outside.push(task);
    else if (markers === undefined || markers.includes(marker)) placed.push({ task, name: path });
    else if (markers.length === 0) absent.push(path);
    else leftOut.push({ task, reason: `its folder has no ${marker}, but ${markers.join(' and ')}` });
  }
  return { placed, leftOut, faults: [...outsideFaults(root, outside), ...absentFaults(root, absent, marker)] };
}

function noRoot(tasks: readonly ExportTask[]): Fault {
  const example = tasks.find(({ folder }) => folder !== undefined)?.folder;
  const like = example === undefined ? '' : ` One of them is ${shownName(example)}.`;
  return {
    code: 'export/needs-path',
    message: `the tasks' folders are known only relative to where the benchmarks lie.${like}`,
    hint: 'Give that folder with --path.',
  };
}

function outsideFaults(root: string, tasks: readonly ExportTask[]): Fault[] {
  if (tasks.length === 0) return [];
  const folders = tasks.map(({ folder }) => folder ?? '');
  return [
    {
      code: 'export/outside',
      message: `the folders of ${countOf(tasks.length, 'task')} lead out of ${shownName(root)} and of the working folder: ${shownNames(folders)}.`,
      hint: 'Run it in a folder above all tasks, with a relative --path.',
    },
  ];
}

function absentFaults(root: string, absent: readonly string[], marker: string): Fault[] {
  if (absent.length === 0) return [];
  return [
    {
      code: 'export/no-folder',
      message: `${countOf(absent.length, 'selected task')} ${absent.length === 1 ? 'is' : 'are'} not below ${shownName(root)}, each a folder with a ${marker}: ${shownNames(absent)}.`,
      hint: 'Give with --path the folder that the tasks’ folders are relative to, or leave the check out with --no-check.',
    },
  ];
}
