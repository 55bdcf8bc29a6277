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
 * Makes sure that what is written is not what was read, under whatever name: a link, another spelling of the path.
 * @param inputs Files, and folders of which every file counts but those that `isOwn` knows as Winnow's.
 * @throws OutputError for each file that is an input.
 */
export function refuseInputs(
  targets: readonly string[],
  inputs: readonly string[],
  isOwn: (target: string) => boolean = () => true,
): void {
  const read = inputs.flatMap((input) => identityOf(input) ?? []);
  const faults = targets.flatMap((target): readonly Fault[] => {
    // As it will be written: a folder that a path enters and leaves again need not be there.
    const there = identityOf(resolve(target));
    const input = read.find((each) =>
      each.isFolder
        ? there?.real.startsWith(`${each.real}${sep}`) === true && !isOwn(target)
        : each.device === there?.device && each.node === there.node,
    );
    if (input === undefined) return [];
    const what = input.isFolder ? `is in ${input.path}, which this command reads` : 'is what this command reads';
    const message = `${what}, and is not written over. Nothing was changed.`;
    return [{ code: 'output/is-input', message, place: { file: target }, hint: 'Give another place to write to.' }];
  });
  if (faults.length > 0) throw new OutputError(faults);
}

/** A kind of file that may be replaced. */
export interface FileKind {
  /** With its article: "an HTML page". */
  readonly name: string;
  /** Whether a text is of that kind; it is given the whole of it, or its beginning where that is long. */
  readonly isText: (text: string) => boolean;
}

const lookedAtBytes = 64 * 1024 * 1024;

/**
 * Makes sure that only files of one kind are replaced; one that is empty may be as well.
 * @throws OutputError for each file that is of another kind.
 */
export function refuseOtherKind(targets: readonly string[], { name, isText }: FileKind): void {
  const faults = targets
    .filter((target) => {
      const text = beginningOf(resolve(target));
      return text !== undefined && text !== '' && !isText(text);
    })
    .map((target) => ({
      code: 'output/other-kind',
      message: `is not ${name}, and is not replaced. Nothing was changed.`,
      place: { file: target },
      hint: 'Give another place to write to, or delete the file if it is not needed.',
    }));
  if (faults.length > 0) throw new OutputError(faults);
}

/** What a file begins with; undefined when there is none. What is not a file is refused where it would be written. */
export function beginningOf(file: string): string | undefined {
  if (statSync(file, { throwIfNoEntry: false })?.isFile() !== true) return undefined;
  const bytes = firstBytes(file, lookedAtBytes, { followLinks: true });
  return bytes.toString('utf8').replace(/^\ufeff/, '');
}

interface Identity {
  readonly path: string;
  readonly real: string;
  readonly device: bigint;
  readonly node: bigint;
  readonly isFolder: boolean;
}

/** Which file or folder a path leads to; undefined when there is none. */
function identityOf(path: string): Identity | undefined {
  try {
    const status = statSync(path, { bigint: true });
    const real = realpathSync(path);
    return { path, real, device: status.dev, node: status.ino, isFolder: status.isDirectory() };
  } catch {
    return undefined;
  }
}
