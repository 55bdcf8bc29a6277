import * as z from 'zod/mini';
import type { Section } from '../../core/blocks/blocks.js';
import type { Form } from '../../core/documents/forms.js';
import { WinnowError } from '../../core/model/errors.js';
import type { LongText } from '../../core/text/text-pieces.js';
import { quotedWord } from '../../core/text/words.js';

/** The jobs that operations belong to, in the order of `winnow --help`. */
export const groups = ['Build', 'Check', 'Run', 'Measure', 'Share'] as const;

/** Everything an operation needs from outside, except files, which go through `disk/`. */
export interface Ports {
  /** Settings and credentials by name, such as `WINNOW_TRINO_TOKEN`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Shows that work is under way; returns its result. */
  readonly working: <Result>(words: string, work: () => Result | Promise<Result>) => Promise<Result>;
  /** Shows how much has been read; returns the result of the work. */
  readonly reading: <Result>(work: (onProgress: OnProgress) => Promise<Result>) => Promise<Result>;
  /** Runs work that an interrupt stops. */
  readonly stoppable: <Result>(work: (signal: AbortSignal) => Promise<Result>) => Promise<Result>;
  readonly note: (message: string) => void;
  /** The day, as YYYY-MM-DD. It goes into plans, never into results. */
  readonly today: () => string;
}

type OnProgress = (progress: { readonly found: number; readonly share: number | undefined }) => void;

/** A command to paste, and what it does. A test runs every example. */
interface Example {
  readonly words: string;
  readonly command: string;
}

/** One use case, with all that the command line, the MCP server, the library, the docs and the schemas need. */
export interface Operation<Shape extends InputShape = InputShape, Result = unknown> {
  /** One word, or two for a part of another operation: `assess power`. */
  readonly name: string;
  readonly group: (typeof groups)[number];
  /** One line, imperative. */
  readonly summary: string;
  /** A few sentences below the summary in `--help`. */
  readonly description: string;
  readonly input: Shape;
  /** The documents that `--json` prints, by the names of their schemas; an operation with two modes has two. */
  readonly output: Readonly<Record<string, () => Form<unknown>>>;
  /** Whether it may write files, so that an error can state that nothing was written. */
  readonly writes: boolean;
  readonly run: (input: InputOf<Shape>, ports: Ports) => Promise<Result>;
  /** The result as the document that `--json` prints and the library returns. */
  readonly document: (result: Result, input: InputOf<Shape>) => object;
  /** The same as text, for a document that may be very long. */
  readonly json?: (result: Result) => LongText;
  readonly view: (result: Result, input: InputOf<Shape>) => readonly Section[];
  /** Text to print instead of the view, such as Markdown; undefined: the view. */
  readonly text?: (result: Result, input: InputOf<Shape>) => string | undefined;
  /** What an agent needs, in a few hundred words. Default: the view. */
  readonly digest?: (result: Result, input: InputOf<Shape>) => readonly Section[];
  /** The command that usually follows, or what to do; undefined if nothing in particular does. */
  readonly next?: (result: Result, input: InputOf<Shape>) => string | undefined;
  /** 1 if a check that the caller asked for failed. Default: always 0. */
  readonly exitCode?: (result: Result, input: InputOf<Shape>) => 0 | 1;
  readonly forAgents: boolean;
  /** Operations below this one, such as `assess power`. */
  readonly parts?: readonly Operation[];
  readonly examples: readonly Example[];
}

/** Options by name: zod schemas with the details of their flags. */
export type InputShape = Readonly<Record<string, z.ZodMiniType>>;

export type InputOf<Shape extends InputShape> = z.output<z.ZodMiniObject<Shape>>;

/** Options that exclude each other, or a missing option. */
export class UsageError extends WinnowError {
  override readonly name = 'UsageError';

  constructor(message: string) {
    super([{ code: 'usage', message: `${message}.` }]);
  }
}

/** Ports that show nothing, for the library and MCP. */
export const quietPorts: Ports = {
  environment: process.env,
  working: async (_, work) => work(),
  reading: (work) => work(() => undefined),
  stoppable: (work) => work(new AbortController().signal),
  note: () => undefined,
  today: () => new Date().toISOString().slice(0, 10),
};

export function operation<const Shape extends InputShape, Result>(
  description: Operation<Shape, Result>,
): Operation<Shape, Result> {
  return description;
}

export function documentText(operation: Operation, result: unknown, input: never): LongText {
  return operation.json?.(result) ?? `${JSON.stringify(operation.document(result, input), null, 2)}\n`;
}

/** How an option appears on the command line, and who may use it. */
export interface FlagDetails {
  readonly short?: string;
  /** The placeholder of its value in `--help`. */
  readonly value?: string;
  readonly default?: string;
  /** An argument without a flag; `rest` takes all that follow. */
  readonly position?: 'one' | 'rest';
  /** Whether the flag turns off what is on by default: `--no-cache`. */
  readonly negated?: true;
  /** The value of the text on the command line; `before` is that of the same flag given earlier. @throws Error with what was expected. */
  readonly fromText?: (text: string, before: never) => unknown;
  /** The inverse of `fromText`, one text for each time that the flag is given. Default: a text, a list, or NAME=VALUE. */
  readonly toTexts?: (value: never) => readonly string[];
  /** Whether it only affects what the command line prints. */
  readonly commandOnly?: true;
  /** Whether it takes data in memory, so that only the library has it. */
  readonly libraryOnly?: true;
  /** An option of an earlier version, which still works; its help says what replaces it. */
  readonly former?: true;
  /** Whether MCP tools leave it out, to keep their list short. */
  readonly notForAgents?: true;
  /** Whether it names a part of the operation, which is a subcommand on the command line. */
  readonly part?: true;
  /** Whether it names files that are read or written. */
  readonly path?: 'read' | 'write';
  /** The heading that it appears under in `--help`. Default: Options. */
  readonly group?: string;
}

const details = z.registry<FlagDetails>();

export function flagDetails(option: z.ZodMiniType): FlagDetails {
  return details.get(option) ?? {};
}

export function helpOf(option: z.ZodMiniType): string {
  return z.globalRegistry.get(option)?.description ?? '';
}

function declared<Schema extends z.ZodMiniType>(schema: Schema, help: string, flag: FlagDetails): Schema {
  const described = schema.check(z.describe(help)) as Schema;
  // The registry's types do not follow a generic schema.
  details.add(described, flag as never);
  return described;
}

/** The same options with other details, such as a heading in `--help`. */
export function withDetails<Shape extends InputShape>(options: Shape, changed: FlagDetails): Shape {
  const marked = Object.entries(options).map(([name, each]) => [
    name,
    declared(each, helpOf(each), { ...flagDetails(each), ...changed }),
  ]);
  // The schemas stay the same.
  return Object.fromEntries(marked) as Shape;
}

/** Makes options of every kind, with details that they share. */
export function optionKinds(shared: FlagDetails) {
  const of = <Schema extends z.ZodMiniType>(schema: Schema, help: string, flag: FlagDetails = {}) =>
    declared(schema, help, { ...shared, ...flag });
  const texts = () => z.array(z.string());
  return {
    of,
    argument: (help: string, flag?: FlagDetails) => of(z.string(), help, { position: 'one', ...flag }),
    optionalArgument: (help: string, flag?: FlagDetails) =>
      of(z.optional(z.string()), help, { position: 'one', ...flag }),
    /** All arguments that follow, at least one of them. */
    argumentList: (help: string, flag?: FlagDetails) =>
      of(texts().check(z.minLength(1)), help, { position: 'rest', ...flag }),
    /** All arguments that follow, if any. */
    optionalList: (help: string, flag?: FlagDetails) => of(z.optional(texts()), help, { position: 'rest', ...flag }),
    text: (value: string, help: string, flag?: FlagDetails) => of(z.optional(z.string()), help, { value, ...flag }),
    required: (value: string, help: string, flag?: FlagDetails) => of(z.string(), help, { value, ...flag }),
    /** `--name <value…>` with several texts. */
    texts: (value: string, help: string, flag?: FlagDetails) =>
      of(z.optional(texts()), help, { value: `${value}...`, ...flag }),
    number: (value: string, help: string, flag?: FlagDetails) =>
      of(z.optional(z.number()), help, { value, fromText: numberFrom, ...flag }),
    /** A whole number, 1 or more. */
    count: (value: string, help: string, flag?: FlagDetails) =>
      of(z.optional(z.int().check(z.positive())), help, { value, fromText: countFrom, ...flag }),
    /** `--name`: true if it is given. */
    flag: (help: string, flag?: FlagDetails) => of(z.optional(z.boolean()), help, flag),
    /** One of several words. */
    word: <const Words extends readonly string[]>(words: Words, help: string, flag?: FlagDetails) =>
      of(z.optional(z.enum(words)), help, { value: words.join('|'), fromText: wordFrom(words), ...flag }),
    /** `--name <a,b>` with commas between the texts. */
    list: (value: string, help: string, flag?: FlagDetails) =>
      of(z.optional(texts()), help, { value, fromText: partsOf, ...flag }),
  };
}

export const option = optionKinds({});
/** The same for options that MCP tools leave out, to keep their list short. */
export const rare = optionKinds({ notForAgents: true });

/** Reads a whole text as a number. @throws Error */
export function numberFrom(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(number)) throw new Error('Expected a number.');
  return number;
}

function countFrom(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text.trim())) throw new Error('Expected a whole number, 1 or more.');
  return Number(text);
}

function wordFrom<const Words extends readonly string[]>(words: Words): (text: string) => string {
  return (text) => {
    if (!words.includes(text)) throw new Error(`Allowed choices are ${words.join(', ')}.`);
    return text;
  };
}

function partsOf(text: string): readonly string[] {
  return text.split(',').map((part) => part.trim());
}

/** `passAt` is `--pass-at`. */
export function flagName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

/** A `winnow` command as text, quoted for a shell; words in capitals are placeholders. */
export function commandOf(...words: readonly (string | undefined)[]): string {
  return ['winnow', ...words.flatMap((word) => (word === undefined ? [] : quotedWord(word)))].join(' ');
}

/**
 * The given options as the words that the next command repeats. Arguments, options that only the library has and options
 * that only affect what is printed are left out.
 * @param except The names of more options to leave out.
 */
export function givenWords(
  options: InputShape,
  given: Readonly<Record<string, unknown>>,
  except: readonly string[] = [],
): readonly string[] {
  return Object.entries(options).flatMap(([key, each]) => {
    const { position, negated, libraryOnly, commandOnly, toTexts = textsOf } = flagDetails(each);
    const value = given[key];
    const flag = `--${flagName(key)}`;
    const isLeftOut = position !== undefined || libraryOnly === true || commandOnly === true || except.includes(key);
    if (value === undefined || isLeftOut) return [];
    if (typeof value !== 'boolean') return toTexts(value as never).flatMap((text) => [flag, text]);
    if (negated === true) return value ? [] : [`--no-${flagName(key)}`];
    return value ? [flag] : [];
  });
}

/** A value as the texts of a flag that may be repeated. */
function textsOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'object' && value !== null
    ? Object.entries(value).map(([name, own]) => `${name}=${own}`)
    : [String(value)];
}
