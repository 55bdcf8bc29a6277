import * as z from 'zod/mini';
import { standardInput } from '../disk/load-plan.js';
import type { Folders } from './folders.js';

/** A call of the command line: its options and arguments but for `--json`, and what it reads from standard input. */
export interface Call {
  readonly args: readonly string[];
  /** What comes after all options, whatever it looks like. */
  readonly operands?: readonly string[];
  readonly input?: string | undefined;
  /** The document that it prints, as `documents` names it. */
  readonly document: string;
}

/** A tool of the server: a command of the command line with what an agent needs of its options. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  /** Whether it writes files wherever the server may write. */
  readonly writes: boolean;
  /** The document that it answers with; undefined where that depends on what is asked. */
  readonly document: string | undefined;
  readonly input: z.ZodMiniObject;
  /**
   * The call that answers, or several, each after the one before has worked; the last one answers. It does no work itself:
   * whatever reads files or plans is done by a command, which is stopped when it takes too long.
   *
   * @throws WinnowError when what it is given is not right, or leads out of the folders.
   */
  call(given: unknown, folders: Folders): Call | readonly Call[];
}

/** A tool, with what it is given typed by its own schema. */
export function tool<Input extends z.ZodMiniObject>(
  description: Omit<Tool, 'input' | 'call'> & {
    readonly input: Input;
    readonly call: (given: z.output<Input>, folders: Folders) => Call | readonly Call[];
  },
): Tool {
  const { input, call, ...rest } = description;
  return { ...rest, input, call: (given, folders) => call(z.parse(input, given), folders) };
}

/** A form with the sentence that tells an agent what to give. */
export const said = <Schema extends z.ZodMiniType>(schema: Schema, sentence: string): Schema =>
  schema.check(z.describe(sentence)) as Schema;
/** Text that must be given. */
export const text = (sentence: string) => said(z.string(), sentence);
/** Text that may be given. */
export const option = (sentence: string) => z.optional(text(sentence));
/** A number of things, at least 1, that may be given. */
export const count = (sentence: string) => z.optional(said(z.int().check(z.positive()), sentence));
/** One or more paths. */
export const paths = (sentence: string) => said(z.array(z.string()).check(z.minLength(1), z.maxLength(100)), sentence);

/** `--name value`, where there is one. */
export const flag = (name: string, value: string | number | undefined) =>
  value === undefined ? [] : [`--${name}=${String(value)}`];
/** `--name a b c`; what follows must be another option. */
export const flags = (name: string, values: readonly string[] | undefined) =>
  values === undefined ? [] : [`--${name}`, ...values];
/** A path that cannot be taken for an option. */
export const safe = (path: string) => (path.startsWith('-') && path !== standardInput ? `./${path}` : path);
/** Paths that may be read, as arguments. @throws PoolError when one leads out of the folders. */
export const readable = (folders: Folders, list: readonly string[] | undefined) =>
  list?.map((path) => safe(folders.toRead(path)));
