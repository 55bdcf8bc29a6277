import { type Command, InvalidArgumentError, Option } from 'commander';
import type * as z from 'zod/mini';
import {
  flagDetails,
  flagName,
  helpOf,
  type InputOf,
  type InputShape,
  type Operation,
} from '../../operations/declare/operation.js';

type Given = Readonly<Record<string, unknown>>;

/** A command: an operation, or a server that runs until it is stopped. */
export interface CommandEntry<Shape extends InputShape = InputShape> {
  readonly name: string;
  readonly summary: string;
  readonly description: string;
  readonly input: Shape;
  readonly examples: Operation['examples'];
  readonly run: (input: InputOf<Shape>, asJson: boolean) => Promise<number>;
}

export function command<const Shape extends InputShape>(entry: CommandEntry<Shape>): CommandEntry<Shape> {
  return entry;
}

/** Gives a command the arguments, options and help of an entry; `done` gets the exit code. */
export function commandOf(
  made: Command,
  { input, description, summary, examples, run }: CommandEntry,
  done: (code: number) => void,
): void {
  // Commander breaks lines to the width of the terminal; only paragraphs are kept.
  const paragraphs = description.split('\n\n').map((each) => each.replaceAll('\n', ' '));
  made.summary(summary).description([`${summary}.`, ...paragraphs].join('\n\n'));
  const own = Object.entries(input).filter(([, option]) => {
    const { libraryOnly, part } = flagDetails(option);
    return libraryOnly !== true && part !== true;
  });
  const isArgument = ([, option]: readonly [string, z.ZodMiniType]) => flagDetails(option).position !== undefined;
  const positions = own.filter(isArgument).map(([key]) => key);
  for (const [key, option] of own.filter(isArgument)) made.argument(argumentText(key, option), helpOf(option));
  for (const [key, option] of own.filter((each) => !isArgument(each))) made.addOption(flagOf(key, option));
  made
    .option('--json', 'print one JSON document and nothing else')
    .addHelpText('after', () => exampleText(examples))
    .action(async (...given: unknown[]) => {
      const values = Object.fromEntries(positions.map((key, at) => [key, given[at]]));
      // An option before the name of a part is meant for the part.
      const flags = { ...made.parent?.opts(), ...(given[positions.length] as Given) };
      const known = Object.entries(flags).filter(([key]) => key in input);
      const all = { ...Object.fromEntries(known), ...withoutEmpty(values) };
      done(await run(all as never, flags['json'] === true));
    });
}

function exampleText(examples: Operation['examples']): string {
  if (examples.length === 0) return '';
  const lines = examples.map((each) => `  ${each.command}\n      ${each.words}`);
  return `\nExample${examples.length > 1 ? 's' : ''}:\n${lines.join('\n')}`;
}

function argumentText(key: string, option: z.ZodMiniType): string {
  const name = `${flagName(key)}${flagDetails(option).position === 'rest' ? '...' : ''}`;
  return isOptional(option) ? `[${name}]` : `<${name}>`;
}

function flagOf(key: string, option: z.ZodMiniType): Option {
  const { short, value, default: words, negated, fromText, former, group } = flagDetails(option);
  const long = `--${negated === true ? 'no-' : ''}${flagName(key)}`;
  const flags = `${short === undefined ? '' : `-${short}, `}${long}${value === undefined ? '' : ` <${value}>`}`;
  const made = new Option(flags, words === undefined ? helpOf(option) : `${helpOf(option)} (default: ${words})`);
  if (value !== undefined && !isOptional(option)) made.makeOptionMandatory();
  if (former === true) made.hideHelp();
  if (group !== undefined) made.helpGroup(`${group}:`);
  // "--no-op" names a run here; only a negated option is the opposite of another.
  if (negated !== true) made.negate = false;
  if (fromText === undefined) return made;
  return made.argParser((text, before) => {
    try {
      return fromText(text, before as never);
    } catch (cause) {
      throw new InvalidArgumentError((cause as Error).message);
    }
  });
}

function isOptional(option: z.ZodMiniType): boolean {
  return option.def.type === 'optional';
}

function withoutEmpty(values: Given): Given {
  const given = Object.entries(values).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(given);
}
