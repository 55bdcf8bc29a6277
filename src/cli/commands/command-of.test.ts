import { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { option } from '../../operations/declare/operation.js';
import { type CommandEntry, command, commandOf } from './command-of.js';

let given: unknown;

const count = command({
  name: 'count',
  summary: 'Count the tasks of files',
  description: 'Counts each task once.',
  input: {
    plan: option.argument('the plan'),
    files: option.argumentList('the files to count in'),
    passAt: option.number('number', 'a reward of at least this counts as passed', { default: '1' }),
    label: option.text('name', 'count by this label', { short: 'l' }),
    skip: option.texts('id', 'tasks to leave out'),
    order: option.word(['name', 'size'], 'the order of the rows'),
    cache: option.flag('read without the cache', { negated: true }),
  },
  run: async (input) => {
    given = input;
    return 0;
  },
  examples: [{ words: 'Count two files', command: 'winnow count plan.yaml a.csv b.csv' }],
});

function run(args: readonly string[]): unknown {
  const program = new Command('winnow').exitOverride().configureOutput({ writeErr: () => undefined });
  commandOf(program.command(count.name), count as unknown as CommandEntry, () => undefined);
  program.parse(['count', ...args], { from: 'user' });
  return given;
}

describe('the command of an operation', () => {
  it('has an argument or a flag for every option', () => {
    const made = new Command('count');
    commandOf(made, count as unknown as CommandEntry, () => undefined);
    expect(made.helpInformation()).toMatch(/Usage: count \[options\] <plan> <files...>/);
    expect(made.options.map(({ flags }) => flags)).toEqual([
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
