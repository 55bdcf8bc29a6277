import * as z from 'zod/mini';
import type { Section } from '../core/blocks/blocks.js';
import type { DataOf, Form } from '../core/documents/forms.js';

/** The jobs that operations belong to, in the order of `winnow --help`. */
export const groups = ['build', 'check', 'run', 'measure', 'share'] as const;

/** What an operation needs from the outside besides files, which it reads and writes through `disk/`. */
interface Ports {
  /** Settings and credentials by name, such as `WINNOW_TRINO_TOKEN`. */
  readonly environment: Readonly<Record<string, string | undefined>>;
  /** Shows that work is under way; returns its result. */
  readonly working: <Result>(what: string, work: () => Result | Promise<Result>) => Promise<Result>;
  /** Shows how many items were read so far, and the share of all that is done if it is known. */
  readonly reading: <Result>(work: (onProgress: OnProgress) => Promise<Result>) => Promise<Result>;
}

type OnProgress = (progress: { readonly found: number; readonly share: number | undefined }) => void;

/** A command that a reader can paste. A test runs every one of them. */
interface Example {
  readonly words: string;
  readonly command: string;
}

/**
 * One use case: everything that the command line, the MCP server, the library, the reference pages and the JSON Schemas
 * need to offer it.
 */
export interface Operation<Input extends InputShape = InputShape, Output extends object = object> {
  readonly name: string;
  readonly group: (typeof groups)[number];
  /** One line, imperative. */
  readonly summary: string;
  /** A few sentences below the summary in `--help`. */
  readonly description: string;
  /** The options, by their names in the library; see `options.ts`. */
  readonly input: Input;
  /** The document that `--json` prints. */
  readonly output: () => Form<Output>;
  /** Whether it may write files, so that an error can state that nothing was written. */
  readonly writes: boolean;
  readonly run: (input: InputOf<Input>, ports: Ports) => Promise<Output>;
  /** The result for a person. */
  readonly view: (output: Output, input: InputOf<Input>) => readonly Section[];
  /** 1 if a check that the caller asked for failed. Default: always 0. */
  readonly exitCode?: (output: Output, input: InputOf<Input>) => 0 | 1;
  readonly examples: readonly Example[];
}

/** Options by name: zod schemas with the details of their flags. */
export type InputShape = Readonly<Record<string, z.ZodMiniType>>;

/** What a caller gives an operation. */
type InputOf<Shape extends InputShape> = z.output<z.ZodMiniObject<Shape>>;

/** Declares an operation, with the types of its input and output inferred. */
export function operation<const Shape extends InputShape, Schema extends Form<object>>(
  description: Omit<Operation<Shape, DataOf<Schema> & object>, 'output'> & { readonly output: () => Schema },
): Operation<Shape, DataOf<Schema> & object> {
  return description as unknown as Operation<Shape, DataOf<Schema> & object>;
}

/** How an option appears on the command line. */
export interface FlagDetails {
  /** A letter for short. */
  readonly short?: string;
  /** What its value is, in a word. */
  readonly value?: string;
  /** In words, the default if it is not a constant of the schema. */
  readonly default?: string;
  /** An argument without a flag; `rest` takes all that follow. */
  readonly position?: 'one' | 'rest';
  /** Whether the flag turns off what is on by default: `--no-cache`. */
  readonly negated?: true;
}

const details = z.registry<FlagDetails>();

/** How an option appears on the command line. */
export function flagDetails(option: z.ZodMiniType): FlagDetails {
  return details.get(option) ?? {};
}

/** The sentence that explains an option. */
export function helpOf(option: z.ZodMiniType): string {
  return z.globalRegistry.get(option)?.description ?? '';
}

function option<Schema extends z.ZodMiniType>(schema: Schema, help: string, flag: FlagDetails): Schema {
  const described = schema.check(z.describe(help)) as Schema;
  // The registry's types do not follow a generic schema.
  details.add(described, flag as never);
  return described;
}

/** An argument that must be given. */
export const argument = (help: string) => option(z.string(), help, { position: 'one' });
/** All arguments that follow, at least one of them. */
export const argumentList = (help: string) =>
  option(z.array(z.string()).check(z.minLength(1)), help, { position: 'rest' });
/** `--name <value>` with text. */
export const textOption = (value: string, help: string, flag: FlagDetails = {}) =>
  option(z.optional(z.string()), help, { value, ...flag });
/** `--name <value…>` with several texts. */
export const textsOption = (value: string, help: string, flag: FlagDetails = {}) =>
  option(z.optional(z.array(z.string())), help, { value: `${value}...`, ...flag });
/** `--name <value>` with a number. */
export const numberOption = (value: string, help: string, flag: FlagDetails = {}) =>
  option(z.optional(z.number()), help, { value, ...flag });
/** `--name`: true if it is given. */
export const flagOption = (help: string, flag: FlagDetails = {}) => option(z.optional(z.boolean()), help, flag);
/** `--name <value>` with one of several words. */
export const wordOption = <const Words extends readonly string[]>(words: Words, help: string, flag: FlagDetails = {}) =>
  option(z.optional(z.enum(words)), help, { value: words.join('|'), ...flag });
