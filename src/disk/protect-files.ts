import { dirname, join, resolve, sep } from 'node:path';
import { type Fault, OutputError } from '../core/model/errors.js';
import type { Plan } from '../core/model/plan.js';
import { realpathSync, statSync } from './file-access.js';
import { firstBytes } from './open-regular.js';

/** The files and folders that a run of a plan reads: the plan, its exclusions, its pools, results of earlier runs. */
export function planInputs({ file, exclusionsFile, benchmarks }: Plan): readonly string[] {
  const paths = benchmarks.flatMap(({ source, prior }) => [
    ...(source.kind === 'path' ? [...source.paths, ...source.joins.map(({ path }) => path)] : []),
    ...(prior?.paths ?? []),
  ]);
  const named = exclusionsFile === undefined ? paths : [exclusionsFile, ...paths];
  return [file, ...named.map((path) => (path.startsWith(sep) ? path : join(dirname(file), path)))];
}

/**
 * Refuses to write over an input, whatever its links or spelling. If an input is a folder, all of its files count,
 * except those that `isOwn` recognises.
 * @throws OutputError for each file that is an input.
 */
export function refuseInputs(
  targets: readonly string[],
  inputs: readonly string[],
  isOwn: (target: string) => boolean = () => true,
): void {
  const read = inputs.flatMap((input) => identityOf(input) ?? []);
  const faults = targets.flatMap((target): readonly Fault[] => {
    // As it will be written: a folder that a path enters and leaves need not exist.
    const there = identityOf(resolve(target));
    const input = read.find((each) =>
      each.isFolder
        ? there?.real.startsWith(`${each.real}${sep}`) === true && !isOwn(target)
        : each.device === there?.device && each.node === there.node,
    );
    if (input === undefined) return [];
    const what = input.isFolder ? `in ${input.path}, which this command reads` : 'an input of this command';
    const message = `the file is ${what}, so Winnow will not overwrite it. Nothing was changed.`;
    return [{ code: 'output/is-input', message, place: { file: target }, hint: 'Choose another path.' }];
  });
  if (faults.length > 0) throw new OutputError(faults);
}

/** A kind of file that may be replaced. */
export interface FileKind {
  /** With its article: "an HTML page". */
  readonly name: string;
  /** Whether a text is of that kind; a long file is judged by its start. */
  readonly isText: (text: string) => boolean;
  /** Whether the first characters already show it; the rest, which may be long, is then not read. */
  readonly isStart?: (start: string) => boolean;
}

const lookedAtBytes = 64 * 1024 * 1024;
const startBytes = 64 * 1024;

/** Allows only empty files and files of one kind to be replaced. @throws OutputError for each other file. */
export function refuseOtherKind(targets: readonly string[], { name, isText, isStart }: FileKind): void {
  const faults = targets
    .filter((target) => {
      if (isStart?.(beginningOf(resolve(target), startBytes) ?? '') === true) return false;
      const text = beginningOf(resolve(target));
      return text !== undefined && text !== '' && !isText(text);
    })
    .map((target) => ({
      code: 'output/other-kind',
      message: `the file is not ${name}, so Winnow will not replace it. Nothing was changed.`,
      place: { file: target },
      hint: 'Choose another path, or delete the file if you do not need it.',
    }));
  if (faults.length > 0) throw new OutputError(faults);
}

/** The start of a file; undefined if it does not exist. */
export function beginningOf(file: string, most = lookedAtBytes): string | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const bytes = firstBytes(file, most, { followLinks: true });
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

/** The file or folder that a path leads to; undefined if there is none. */
function identityOf(path: string) {
  try {
    const status = statSync(path, { bigint: true });
    const real = realpathSync(path);
    return { path, real, device: status.dev, node: status.ino, isFolder: status.isDirectory() };
  } catch {
    return undefined;
  }
}
