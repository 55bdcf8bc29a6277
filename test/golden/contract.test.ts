import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { questions } from '../../src/core/assess/questions.js';
import { callWinnow, contractCalls, workplace } from '../support/contract-calls.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';

/** The documented keys of each command, from the page itself. */
const documented = new Map(
  readFileSync(join(projectRoot, 'docs/contract.md'), 'utf8')
    .split('## One JSON document')[1]
    ?.split('\n')
    .filter((line) => line.startsWith('| `'))
    .map((line) => {
      const [, command = '', , keys = ''] = line.split('|').map((cell) => cell.trim());
      return [command.replaceAll('`', ''), keys.replaceAll('`', '').split(', ')] as const;
    }),
);

describe('the contract', () => {
  it('speaks of every command', () => {
    const help = runWinnow(['--help']).stdout;
    const commands = [...help.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name).filter((name) => name !== 'help');
    expect([...new Set([...documented.keys()].map((command) => command.split(' ')[0]))].sort()).toEqual(
      commands.sort(),
    );
    expect([...documented.keys()].sort()).toEqual(contractCalls.map(({ command }) => command).sort());
  });

  it('speaks of every question of assess, and so does its page', () => {
    const asked = [...documented.keys()].filter((command) => command.startsWith('assess '));
    expect(asked.sort()).toEqual(questions.map(({ name }) => `assess ${name}`).sort());
    const page = readFileSync(join(projectRoot, 'docs/assessing.md'), 'utf8');
    const listed = [...page.matchAll(/^\| \[([a-z]+)\]\(([a-z]+)\.md\)/gm)].map(([, name]) => name);
    expect(listed).toEqual(questions.map(({ name }) => name));
  });

  it.each(contractCalls)(
    'of $command: one document with the documented keys, exit code 0',
    async ({ command, works }) => {
      const { code, stdout, stderr } = await callWinnow(works, workplace());
      expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
      expect(Object.keys(JSON.parse(stdout) as object)).toEqual(documented.get(command));
    },
  );

  it.each(contractCalls)('of $command: the faults as one document, exit code 2', ({ fails }) => {
    const { code, stdout, stderr } = runWinnow([...fails, '--json'], { cwd: workplace() });
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    const { error } = JSON.parse(stdout) as { error: { kind: string; faults: { code: string; message: string }[] } };
    expect(Object.keys(error)).toEqual(['kind', 'faults']);
    expect(error.faults[0]).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  it.each(contractCalls)('of $command: an unknown option is the caller’s fault', ({ command }) => {
    const { code, stdout, stderr } = runWinnow([...command.split(' '), '--nonsense', '--json']);
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    expect((JSON.parse(stdout) as { error: { kind: string } }).error.kind).toBe('UsageError');
  });

  it('of check and diff: exit code 1 when the gate says no', () => {
    const folder = workplace();
    writeFileSync(join(folder, 'selection/METHODOLOGY.md'), 'edited');
    expect(runWinnow(['check', 'selection'], { cwd: folder }).code).toBe(1);
    const plan = readFileSync(join(folder, 'plan.yaml'), 'utf8').replace('take: 12', 'take: 13');
    writeFileSync(join(folder, 'plan.yaml'), plan);
    expect(runWinnow(['diff', 'ccb', './plan.yaml', '--exit-code'], { cwd: folder }).code).toBe(1);
    expect(runWinnow(['diff', 'ccb', './plan.yaml'], { cwd: folder }).code).toBe(0);
  });
});
