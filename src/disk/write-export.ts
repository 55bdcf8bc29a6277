import { join, normalize } from 'node:path';
import { exportMarkerOf } from '../core/contracts/provenance-document.js';
import { OutputError } from '../core/model/errors.js';
import { provenanceName } from '../core/model/export-marker.js';
import type { Fault } from '../core/model/fault.js';
import { lstatSync, readdirSync, statSync } from './file-access.js';
import { hashOf } from './journal.js';
import { readRegularText } from './open-regular.js';
import { refuseInputs } from './protect-files.js';
import { errorCode, reasonOf } from './reason-of.js';
import { isOwnName } from './stage.js';
import { type OutputFile, writeTogether } from './write-together.js';

/** An export to write: for which runner, and its files with the provenance among them. */
export interface WritableExport {
  readonly runner: { readonly name: string };
  readonly files: readonly {
    readonly name: string;
    readonly content: string | Uint8Array;
    readonly isExecutable?: boolean | undefined;
  }[];
}

/**
 * Writes an export into a folder of its own, all or none. A folder that holds anything but an untouched earlier export
 * for the same runner is left as it is; of such a one, what the new export does not have is taken away.
 *
 * @param inputs The files that the export was made from, none of which is written over or taken away.
 * @throws OutputError when the folder holds something else, or cannot be written.
 */
export function writeExport(
  directory: string,
  { runner, files }: WritableExport,
  inputs: readonly string[] = [],
): void {
  // A folder that the path enters and leaves again need not be there; no path at all is refused below.
  const folder = directory === '' ? directory : normalize(directory);
  const names = new Set(files.map(({ name }) => name));
  const output = files.map(({ name, content, isExecutable }): OutputFile => ({ name, text: content, isExecutable }));
  // The provenance last, so that it never speaks of files that are not there yet.
  writeTogether(
    folder,
    output.toSorted((a, b) => Number(a.name === provenanceName) - Number(b.name === provenanceName)),
    () => {
      const earlier = earlierFiles(folder, runner.name, names);
      refuseInputs(
        earlier.map((name) => join(folder, name)),
        inputs,
      );
      return earlier.filter((name) => !names.has(name));
    },
  );
}

/** The files of the earlier export that the folder holds; none when it is empty or not there. */
function earlierFiles(directory: string, runner: string, names: ReadonlySet<string>): readonly string[] {
  // An empty folder that the export is to have is one that an earlier run made for it.
  const isMade = (name: string) =>
    isEmptied(join(directory, name)) && [...names].some((each) => each.startsWith(`${name}/`));
  const present = namesIn(directory).filter((name) => !isOwnName(name) && !isMade(name));
  if (present.length === 0) return [];
  const hint = 'Give --out a folder of its own, or empty this one first.';
  const refuse = (faults: readonly Omit<Fault, 'code'>[]) =>
    new OutputError(faults.map((fault) => ({ code: 'output/occupied', ...fault })));
  const listed = present.includes(provenanceName) ? provenanceOf(join(directory, provenanceName)) : undefined;
  if (listed === undefined) {
    const some = present.slice(0, 3).join(', ');
    throw refuse([
      { message: `the folder holds something else (${some}). Nothing was changed.`, place: { file: directory }, hint },
    ]);
  }
  if (listed.runner !== runner) {
    const message = `the folder holds an export for ${listed.runner}, not for ${runner}. Nothing was changed.`;
    throw refuse([{ message, place: { file: directory }, hint }]);
  }
  const whole = present.flatMap((name) => filesBelow(directory, name, listed.files));
  const faults = whole
    .filter((name) => name !== provenanceName)
    .flatMap((name) => {
      const file = join(directory, name);
      if (!listed.files.has(name))
        return [{ message: 'is no part of the export that lies there.', place: { file }, hint }];
      return hashOf(file) === listed.files.get(name)
        ? []
        : [{ message: 'was changed since it was exported; the change would be lost.', place: { file }, hint }];
    });
  if (faults.length > 0) throw refuse(faults);
  return whole;
}

/** A name, or, where it is a folder that the export has files in, the names of all that lies in it. */
function filesBelow(directory: string, name: string, listed: ReadonlyMap<string, string>): readonly string[] {
  const isFolder = lstatSync(join(directory, name), { throwIfNoEntry: false })?.isDirectory() === true;
  if (!isFolder || ![...listed.keys()].some((each) => each.startsWith(`${name}/`))) return [name];
  return namesIn(join(directory, name)).flatMap((each) => filesBelow(directory, `${name}/${each}`, listed));
}

/** Whether a path is a folder, no link to one, that holds no more than such folders. */
function isEmptied(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  return namesIn(path).every((name) => isEmptied(join(path, name)));
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory).sort();
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return [];
    const message = `cannot be written: ${reasonOf(cause)}. Nothing was changed.`;
    throw new OutputError([{ code: 'output/unwritable', message, place: { file: directory } }], { cause });
  }
}

/** The runner and the files that a provenance file names; undefined when it is none of Winnow's, or cannot be read. */
function provenanceOf(file: string): ReturnType<typeof exportMarkerOf> {
  try {
    return exportMarkerOf(readRegularText(file, { largestBytes: 256 * 1024 * 1024 }));
  } catch {
    return undefined;
  }
}

/** Whether a folder is there; one whose name no disk can hold is not. */
export function isFolder(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}

/** Whether a file is there; one whose name no disk can hold is not. */
export function isFile(path: string): boolean {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
}
