import { type Command, InvalidArgumentError, Option } from 'commander';
import type * as z from 'zod/mini';
import { flagDetails, helpOf, type InputShape, type Operation } from '../operations/operation.js';

/** Options as commander gives them. */
type Given = Readonly<Record<string, unknown>>;

/** Gives a command the arguments, options and help of an operation; `run` gets the input. */
export function commandOf(
  command: Command,
  operation: Pick<Operation, 'name' | 'summary' | 'description' | 'input' | 'examples'>,
  run: (input: never, flags: Given) => Promise<void>,
): void {
  const { input, description, summary, examples } = operation;
  command.summary(summary).description(`${summary}.\n\n${description}`);
  const positions = Object.keys(input).filter((key) => flagDetails(optionAt(input, key)).position !== undefined);
  for (const [key, option] of Object.entries(input)) {
    if (positions.includes(key)) command.argument(argumentText(key, option), helpOf(option));
    else command.addOption(flagOf(key, option));
  }
  command
    .option('--json', 'print the result as one JSON document')
    .addHelpText('after', () => exampleText(operation.name, examples))
    .action(async (...given: unknown[]) => {
      const values = Object.fromEntries(positions.map((key, at) => [key, given[at]]));
      const flags = given[positions.length] as Given;
      const own = Object.entries(flags).filter(([key]) => key in input);
      await run({ ...Object.fromEntries(own), ...withoutEmpty(values) } as never, flags);
    });
}

function exampleText(name: string, examples: Operation['examples']): string {
  if (examples.length === 0) return '';
  const lines = examples.map(({ words, command }) => `  ${command}\n      ${words}`);
  return `\nExample${examples.length > 1 ? 's' : ''} of ${name}:\n${lines.join('\n')}`;
}

function argumentText(key: string, option: z.ZodMiniType): string {
  const name = `${flagName(key)}${flagDetails(option).position === 'rest' ? '...' : ''}`;
  return isOptional(option) ? `[${name}]` : `<${name}>`;
}

function flagOf(key: string, option: z.ZodMiniType): Option {
  const { short, value, default: words, negated } = flagDetails(option);
  const long = `--${negated === true ? 'no-' : ''}${flagName(key)}`;
  const flags = `${short === undefined ? '' : `-${short}, `}${long}${value === undefined ? '' : ` <${value}>`}`;
  const made = new Option(flags, words === undefined ? helpOf(option) : `${helpOf(option)} (default: ${words})`);
  return isNumber(option) ? made.argParser(numberFrom) : made;
}

/** `passAt` is `--pass-at`. */
function flagName(key: string): string {
  return key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}

function isOptional(option: z.ZodMiniType): boolean {
  return option.def.type === 'optional';
}

function isNumber(option: z.ZodMiniType): boolean {
  const { innerType = option } = option.def as { readonly innerType?: z.ZodMiniType };
  return innerType.def.type === 'number';
}

function optionAt(input: InputShape, key: string): z.ZodMiniType {
  return input[key] as z.ZodMiniType;
}

function withoutEmpty(values: Given): Given {
  const given = Object.entries(values).filter(
    ([, value]) => value !== undefined && !(Array.isArray(value) && value.length === 0),
  );
  return Object.fromEntries(given);
}

/** The number that a text says, all of it. */
function numberFrom(text: string): number {
  const number = text.trim() === '' ? Number.NaN : Number(text);
  if (Number.isNaN(number)) throw new InvalidArgumentError('Expected a number.');
  return number;
}
