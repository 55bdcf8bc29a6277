import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { entry, number } from '../core/documents/forms.js';
import {
  argument,
  argumentList,
  flagOption,
  groups,
  numberOption,
  operation,
  textOption,
  textsOption,
  wordOption,
} from '../operations/operation.js';
import { commandOf } from './command-of.js';

const count = operation({
  name: 'count',
  group: groups[0],
  summary: 'Count the tasks of files',
  description: 'Counts each task once.',
  input: {
    plan: argument('the plan'),
    files: argumentList('the files to count in'),
    passAt: numberOption('number', 'a reward of at least this counts as passed', { default: '1' }),
    label: textOption('name', 'count by this label', { short: 'l' }),
    skip: textsOption('id', 'tasks to leave out'),
    order: wordOption(['name', 'size'], 'the order of the rows'),
    cache: flagOption('read without the cache', { negated: true }),
  },
  output: () => entry({ tasks: number() }),
  writes: false,
  run: async ({ files }) => ({ tasks: files.length }),
  view: () => [],
  examples: [{ words: 'Count two files', command: 'winnow count plan.yaml a.csv b.csv' }],
});

function run(args: readonly string[]): unknown {
  let given: unknown;
  const program = new Command('winnow').exitOverride().configureOutput({ writeErr: () => undefined });
  commandOf(program.command(count.name), count, async (input) => {
    given = input;
  });
  program.parse(['count', ...args], { from: 'user' });
  return given;
}

describe('the command of an operation', () => {
  it('has an argument or a flag for every option', () => {
    const command = new Command('count');
    commandOf(command, count, async () => undefined);
    expect(command.helpInformation()).toMatch(/Usage: count \[options\] <plan> <files...>/);
    expect(command.options.map(({ flags }) => flags)).toEqual([
      '--pass-at <number>',
      '-l, --label <name>',
      '--skip <id...>',
      '--order <name|size>',
      '--no-cache',
      '--json',
    ]);
  });

  it('gives the operation its input', () => {
    expect(run(['p', 'a', 'b', '--pass-at', '0.5', '-l', 'team', '--skip', 'x', 'y', '--no-cache'])).toEqual({
      plan: 'p',
      files: ['a', 'b'],
      passAt: 0.5,
      label: 'team',
      skip: ['x', 'y'],
      cache: false,
    });
  });

  it('refuses a number that is none', () => {
    expect(() => run(['p', 'a', '--pass-at', 'half'])).toThrow(/Expected a number/);
  });
});
