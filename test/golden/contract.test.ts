import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { questions } from '../../src/index.js';
import { projectRoot, runWinnow } from '../support/run-winnow.js';
import { startWinnow } from '../support/start-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

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

const pool = join(projectRoot, 'examples/review-assistant/incidents.jsonl');

/** For each command: a call that works, and one that cannot. */
const calls: Record<string, { readonly works: readonly string[]; readonly fails: readonly string[] }> = {
  select: { works: ['select', '--dry-run'], fails: ['select', './missing.yaml'] },
  inspect: { works: ['inspect', pool], fails: ['inspect', 'missing'] },
  init: { works: ['init', pool, '--out', 'new.yaml'], fails: ['init', 'missing'] },
  exclude: {
    works: ['exclude', 'sgt-001', '--plan', 'plan.yaml', '--reason', 'leaked', '--dry-run'],
    fails: ['exclude', 'sgt-777', '--plan', 'plan.yaml', '--reason', 'leaked'],
  },
  explain: { works: ['explain', 'sgt-001'], fails: ['explain', 'no-such-task'] },
  check: { works: ['check', 'selection'], fails: ['check', 'missing'] },
  diff: { works: ['diff', 'ccb', './plan.yaml'], fails: ['diff', 'ccb', './missing.yaml'] },
  estimate: {
    works: ['estimate', 'ccb', join(projectRoot, 'examples/outcomes/mcp-paired.csv'), '--baseline', 'baseline'],
    fails: ['estimate', 'ccb', 'missing.csv'],
  },
  serve: { works: ['serve'], fails: ['serve', './missing.yaml'] },
  report: { works: ['report', '--html', 'page.html'], fails: ['report', './missing.yaml', '--html', 'page.html'] },
  'assess fidelity': {
    works: ['assess', 'fidelity', '--results', join(projectRoot, 'examples/outcomes/swebench-pro-agents.csv')],
    fails: ['assess', 'fidelity', '--draws', '0'],
  },
  'assess balance': {
    works: ['assess', 'balance', '--draws', '5'],
    fails: ['assess', 'balance', '--draws', '0'],
  },
  'assess ceiling': {
    works: ['assess', 'ceiling', '--results', join(projectRoot, 'examples/outcomes/mcp-paired.csv')],
    fails: ['assess', 'ceiling'],
  },
  'assess power': {
    works: ['assess', 'power'],
    fails: ['assess', 'power', '--difference', '15'],
  },
  'assess validity': {
    works: ['assess', 'validity', '--results', join(projectRoot, 'examples/outcomes/mcp-paired.csv')],
    fails: ['assess', 'validity'],
  },
  assess: { works: ['assess', 'ccb'], fails: ['assess', './missing.yaml'] },
  'assess sensitivity': {
    works: ['assess', 'sensitivity', '--draws', '5'],
    fails: ['assess', 'sensitivity', '--draws', '0'],
  },
  export: {
    works: ['export', 'selection', '--to', 'ids', '--out', 'exported'],
    fails: ['export', 'selection', '--to', 'nobody', '--out', 'exported'],
  },
  status: {
    works: ['status', 'ccb', join(projectRoot, 'examples/outcomes/mcp-paired.csv')],
    fails: ['status', 'ccb', 'missing.csv'],
  },
};

/** The command that runs on until it is stopped, after it has printed its document. */
const runsOn = 'serve';

/** A folder with a copy of the shipped plan and a fresh selection. */
function workplace(): string {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'plan.yaml'), readFileSync(join(projectRoot, 'plans/ccb.yaml')));
  expect(runWinnow(['select', '-q'], { cwd: folder }).code).toBe(0);
  return folder;
}

describe('the contract', () => {
  it('speaks of every command', () => {
    const help = runWinnow(['--help']).stdout;
    const commands = [...help.matchAll(/^ {2}([a-z]+)\b/gm)].map(([, name]) => name).filter((name) => name !== 'help');
    expect([...new Set([...documented.keys()].map((command) => command.split(' ')[0]))].sort()).toEqual(
      commands.sort(),
    );
    expect([...documented.keys()].sort()).toEqual(Object.keys(calls).sort());
  });

  it('speaks of every question of assess, and so does its page', () => {
    const asked = [...documented.keys()].filter((command) => command.startsWith('assess '));
    expect(asked.sort()).toEqual(questions.map(({ name }) => `assess ${name}`).sort());
    const page = readFileSync(join(projectRoot, 'docs/assessing.md'), 'utf8');
    const listed = [...page.matchAll(/^\| \[([a-z]+)\]\(([a-z]+)\.md\)/gm)].map(([, name]) => name);
    expect(listed).toEqual(questions.map(({ name }) => name));
  });

  it.each(Object.keys(calls))('of %s: one document with the documented keys, exit code 0', async (command) => {
    const args = calls[command]?.works ?? [];
    const { code, stdout, stderr } =
      command === runsOn
        ? await (await startWinnow(args, workplace())).stop()
        : runWinnow([...args, '--json'], { cwd: workplace() });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(Object.keys(JSON.parse(stdout) as object)).toEqual(documented.get(command));
  });

  it.each(Object.keys(calls))('of %s: the faults as one document, exit code 2', (command) => {
    const { code, stdout, stderr } = runWinnow([...(calls[command]?.fails ?? []), '--json'], { cwd: workplace() });
    expect({ code, stderr }).toEqual({ code: 2, stderr: '' });
    const { error } = JSON.parse(stdout) as { error: { kind: string; faults: { code: string; message: string }[] } };
    expect(Object.keys(error)).toEqual(['kind', 'faults']);
    expect(error.faults[0]).toMatchObject({ code: expect.any(String), message: expect.any(String) });
  });

  it.each(Object.keys(calls))('of %s: an unknown option is the caller’s fault', (command) => {
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
