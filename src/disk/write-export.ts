import { createHash } from 'node:crypto';
import { basename, join, normalize } from 'node:path';
import { exportMarkerOf } from '../core/contracts/provenance-document.js';
import { type Fault, OutputError } from '../core/model/errors.js';
import { provenanceName } from '../core/model/export-marker.js';
import { lstatSync, readdirSync, rmdirSync } from './file-access.js';
import { clearLeftovers, isOwnName } from './folder-lock.js';
import { isFile, readRegularText, sha256OfFile } from './open-regular.js';
import { refuseInputs } from './protect-files.js';
import { errorCode, reasonOf } from './reason-of.js';
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
 * Writes an export into a folder, the provenance last, because it records the hashes of the other files. There may be
 * one export for each of several systems, each in a folder with the system's name. A folder that contains anything
 * but an untouched earlier export for the same runner, or the beginning of this one, is left alone. Files of the
 * earlier export that are not in the new one are removed.
 * @param inputs The files that the export was made from; they are neither replaced nor removed.
 * @param isTrial Whether to only throw the errors that writing would throw.
 * @throws OutputError if the folder contains something else, or cannot be written.
 */
export function writeExport(
  directory: string,
  { runner, files }: WritableExport,
  inputs: readonly string[] = [],
  isTrial = false,
): void {
  // A folder that the path enters and leaves need not exist; an empty path is refused below.
  const folder = directory === '' ? directory : normalize(directory);
  const contents = new Map(files.map(({ name, content }) => [name, content]));
  const output = files.map(({ name, content, isExecutable }): OutputFile => ({ name, text: content, isExecutable }));
  writeTogether(folder, isTrial ? [] : output.toSorted((a, b) => rankOf(a.name) - rankOf(b.name)), () => {
    const earlier = earlierFiles(folder, runner.name, contents);
    refuseInputs(
      earlier.map((name) => join(folder, name)),
      inputs,
    );
    tidy(folder);
    return isTrial ? [] : earlier.filter((name) => !contents.has(name));
  });
}

/** Orders a provenance after the files that it may list. */
function rankOf(name: string): number {
  return basename(name) === provenanceName ? 1 / name.split('/').length : 0;
}

type Contents = ReadonlyMap<string, string | Uint8Array>;

/** The files of the earlier export in the folder, provenance last; none if it is empty or missing. */
function earlierFiles(directory: string, runner: string, contents: Contents): readonly string[] {
  const present = namesIn(directory);
  const listed = provenanceOf(directory);
  const hint = 'Choose a new folder with --out, or empty this one first.';
  const refuse = (faults: readonly Omit<Fault, 'code'>[]) =>
    new OutputError(faults.map((fault) => ({ code: 'output/occupied', ...fault })));
  const isNew = (name: string) => isFileOf(join(directory, name), contents.get(name));
  const known = [...(listed?.files.keys() ?? []), ...contents.keys()];
  const bySystem = listed === undefined ? present.filter((name) => isOfSystem(join(directory, name))) : [];
  const whole = present
    .filter((name) => !bySystem.includes(name))
    .flatMap((name) => filesBelow(directory, name, known));
  if (listed === undefined) {
    // A killed run has written some files of the same export.
    const others = whole.filter((name) => !isNew(name));
    if (others.length === 0) {
      return bySystem.flatMap((name) => {
        const own = [...contents].filter(([file]) => file.startsWith(`${name}/`));
        const within = new Map(own.map(([file, content]) => [file.slice(name.length + 1), content]));
        return earlierFiles(join(directory, name), runner, within).map((file) => `${name}/${file}`);
      });
    }
    const message = `the folder contains other files (${others.slice(0, 3).join(', ')}). Nothing was changed.`;
    throw refuse([{ message, place: { file: directory }, hint }]);
  }
  if (listed.runner !== runner) {
    const message = `the folder contains an export for ${listed.runner}, not for ${runner}. Nothing was changed.`;
    throw refuse([{ message, place: { file: directory }, hint }]);
  }
  const faults = whole
    .filter((name) => name !== provenanceName && !isNew(name))
    .flatMap((name) => {
      const file = join(directory, name);
      const sha256 = listed.files.get(name);
      if (sha256 === undefined)
        return [{ message: 'the file is not part of the export in this folder.', place: { file }, hint }];
      return isFile(file) && sha256OfFile(file) === sha256
        ? []
        : [
            {
              message:
                'the file changed after it was exported, or an export was interrupted. A new export would overwrite it.',
              place: { file },
              hint: 'Run the interrupted export again, choose a new folder with --out, or empty this one first.',
            },
          ];
    });
  if (faults.length > 0) throw refuse(faults);
  return [...whole.filter((name) => name !== provenanceName && listed.files.has(name)), provenanceName];
}

function isOfSystem(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  return provenanceOf(path)?.isOfSystem === true;
}

function isFileOf(file: string, content: string | Uint8Array | undefined): boolean {
  if (content === undefined || lstatSync(file, { throwIfNoEntry: false })?.isFile() !== true) return false;
  return sha256OfFile(file) === createHash('sha256').update(content).digest('hex');
}

/** A name; for a folder that the export has files in, the names of all files below it. */
function filesBelow(directory: string, name: string, known: readonly string[]): readonly string[] {
  const path = join(directory, name);
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return [name];
  if (!known.some((each) => each.startsWith(`${name}/`))) return [name];
  if (isEmptied(path)) return [];
  return namesIn(path).flatMap((each) => filesBelow(directory, `${name}/${each}`, known));
}

/** Whether a folder has only such folders. */
function isEmptied(path: string): boolean {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) return false;
  return namesIn(path).every((name) => isEmptied(join(path, name)));
}

/** Deletes the temporary files that killed runs left in a folder and below it, and the folders that are then empty. */
function tidy(folder: string): void {
  clearLeftovers(folder);
  for (const name of namesIn(folder)) {
    const path = join(folder, name);
    if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory() !== true) continue;
    tidy(path);
    if (readdirSync(path).length === 0) rmdirSync(path);
  }
}

function namesIn(directory: string): readonly string[] {
  try {
    return readdirSync(directory)
      .filter((name) => !isOwnName(name))
      .sort();
  } catch (cause) {
    if (errorCode(cause) === 'ENOENT') return [];
    const message = `cannot be written: ${reasonOf(cause)}. Nothing was changed.`;
    throw new OutputError([{ code: 'output/unwritable', message, place: { file: directory } }], { cause });
  }
}

/** The marker in the provenance of a folder; undefined if it isn't Winnow's, or can't be read. */
function provenanceOf(folder: string): ReturnType<typeof exportMarkerOf> {
  try {
    return exportMarkerOf(readRegularText(join(folder, provenanceName), { largestBytes: 256 * 1024 * 1024 }));
  } catch {
    return undefined;
  }
}
