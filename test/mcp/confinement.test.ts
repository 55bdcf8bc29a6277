import { cpSync, existsSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { cliFile, projectRoot, runInProcess } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const secret = 'task_id,files_changed\nconfidential,1\n';
const planOf = (source: string) =>
  `name: p\nphases: [Fix]\nphase: Fix\nscore: { name: s, weights: { a: 1 }, components: { a: { constant: 1 } } }\nbenchmarks: { b: { source: ${source}, select: { take: 2 } } }\n`;

const template = suiteFolder();
beforeAll(() => {
  cpSync(join(projectRoot, 'test/sources/fixtures/harbor/tasks'), join(template, 'tasks'), { recursive: true });
  writeFileSync(join(template, 'plan.yaml'), planOf('{ path: tasks }'));
  expect(runInProcess(['select', '--quiet'], { cwd: template })).toEqual({ code: 0, stdout: '', stderr: '' });
});

/** A folder with task folders, a plan and its selection, and a folder beside it that nobody may read. */
function prepared() {
  const [cwd, outside] = [temporaryFolder(), temporaryFolder()];
  cpSync(template, cwd, { recursive: true });
  mkdirSync(join(outside, 'folder'));
  writeFileSync(join(outside, 'secret.csv'), secret);
  writeFileSync(join(outside, 'folder/secret.csv'), secret);
  return { cwd, outside };
}

const clients = new Map<string, Client>();

/** A client of a server for a folder; a test has one for each folder and set of options. */
async function clientOf(cwd: string, options: readonly string[]): Promise<Client> {
  const key = JSON.stringify([cwd, options]);
  const known = clients.get(key);
  if (known !== undefined) return known;
  const client = new Client({ name: 'test', version: '1' });
  const args = [cliFile, 'mcp', '.', ...options];
  await client.connect(new StdioClientTransport({ command: process.execPath, args, cwd }));
  clients.set(key, client);
  onTestFinished(() => {
    clients.delete(key);
    return client.close();
  });
  return client;
}

async function answerOf(cwd: string, options: readonly string[], name: string, given: Record<string, unknown>) {
  const client = await clientOf(cwd, options);
  const { isError, content } = (await client.callTool({ name, arguments: given })) as CallToolResult;
  return { isError: isError === true, text: JSON.stringify(content) };
}

const outOfBounds = /outside the folders that may be/;

describe('a tool of the server', () => {
  it('does not read through a link in the folder that a plan is saved into', async () => {
    const { cwd, outside } = prepared();
    mkdirSync(join(cwd, 'deep'));
    symlinkSync(outside, join(cwd, 'deep/link'));
    // From the folder where relative paths start, the path leads nowhere; from deep/ it leads out.
    const given = { savePlan: 'deep/plan.yaml', plan: planOf('{ path: link/secret.csv }'), out: 'new' };
    const { isError, text } = await answerOf(cwd, ['--write', '.'], 'select', given);
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(outOfBounds) });
    expect(text).not.toContain('confidential');
    expect(existsSync(join(cwd, 'deep/plan.yaml'))).toBe(false);
  });

  it('does not read through a linked folder and back', async () => {
    const { cwd, outside } = prepared();
    symlinkSync(join(outside, 'folder'), join(cwd, 'link'));
    // By its text the path is this file; the system follows the link first.
    writeFileSync(join(cwd, 'secret.csv'), 'task_id,files_changed\nharmless,1\n');
    const { isError, text } = await answerOf(cwd, [], 'inspect', { paths: ['link/../secret.csv'] });
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(outOfBounds) });
    expect(text).not.toContain('confidential');
  });

  it.each(['METHODOLOGY.md', 'selection.csv', 'selection.json'])('does not read a %s that is a link', async (name) => {
    const { cwd, outside } = prepared();
    const file = join(cwd, 'selection', name);
    renameSync(file, join(outside, name));
    symlinkSync(join(outside, name), file);
    const { isError, text } = await answerOf(cwd, [], 'check', { selection: 'selection' });
    expect({ isError, text }).toEqual({ isError: true, text: expect.stringMatching(outOfBounds) });
  });

  it('does not read a plan.yaml that is a link', async () => {
    const { cwd, outside } = prepared();
    renameSync(join(cwd, 'plan.yaml'), join(outside, 'plan.yaml'));
    symlinkSync(join(outside, 'plan.yaml'), join(cwd, 'plan.yaml'));
    for (const [name, given] of [
      ['check', { selection: 'selection' }],
      ['assess', { selection: 'selection', question: 'balance' }],
      ['select', { plan: 'plan.yaml' }],
      ['explain', { plan: 'plan.yaml', tasks: ['kite-004'] }],
    ] as const) {
      const { isError, text } = await answerOf(cwd, [], name, given);
      expect({ name, isError, text }).toEqual({
        name,
        isError: true,
        text: expect.stringMatching(/outside the folders that may be|(?:is|was) not found/),
      });
    }
  });

  it.each(['tasks', 'tasks/one'])('does not read exported tasks through a link: %s', async (linked) => {
    const { cwd, outside } = prepared();
    rmSync(join(cwd, 'tasks'), { recursive: true });
    mkdirSync(join(cwd, 'tasks/one/tests'), { recursive: true });
    writeFileSync(join(cwd, 'tasks/one/task.toml'), '[task]\nname = "me/one"\n');
    for (const name of ['instruction.md', 'tests/test.sh']) writeFileSync(join(cwd, 'tasks/one', name), 'x\n');
    expect(runInProcess(['select', '--quiet', '--allow-shortfall'], { cwd })).toMatchObject({ code: 0 });
    renameSync(join(cwd, linked), join(outside, 'linked'));
    symlinkSync(join(outside, 'linked'), join(cwd, linked));
    const given = { selection: 'selection', to: 'harbor', out: 'exported' };
    const { isError } = await answerOf(cwd, ['--write', '.'], 'export', given);
    expect(isError).toBe(true);
    expect(existsSync(join(cwd, 'exported'))).toBe(false);
  });

  it('does not write through a link', async () => {
    const { cwd, outside } = prepared();
    symlinkSync(outside, join(cwd, 'link'));
    symlinkSync(join(outside, 'new.yaml'), join(cwd, 'new.yaml'));
    for (const [name, given] of [
      ['select', { plan: 'plan.yaml', out: 'link/selection' }],
      ['export', { selection: 'selection', to: 'ids', out: 'link/ids' }],
      ['select', { savePlan: 'new.yaml', plan: planOf('{ path: tasks }') }],
      ['init', { paths: ['tasks'], out: 'link/../plan.yaml' }],
    ] as const) {
      const { isError, text } = await answerOf(cwd, ['--write', '.'], name, given);
      expect({ name, isError, text }).toEqual({ name, isError: true, text: expect.stringMatching(outOfBounds) });
    }
    expect(existsSync(join(outside, 'new.yaml'))).toBe(false);
    expect(existsSync(join(outside, 'selection'))).toBe(false);
  });

  it('needs no path to be allowed for the plans and pools that ship', async () => {
    const { cwd } = prepared();
    const { isError } = await answerOf(cwd, [], 'select', { plan: 'ccb' });
    expect(isError).toBe(false);
    const named = await answerOf(cwd, [], 'select', { plan: join(projectRoot, 'plans/ccb.yaml') });
    expect(named).toEqual({ isError: true, text: expect.stringMatching(outOfBounds) });
  });
});

describe('WINNOW_ALLOW_ONLY', () => {
  it.each(['', 'x', '[]', '{"read":["."],"write":[]}', '{"read":["/none"],"write":[]}'])(
    'is refused when it is %j, and nothing is read',
    (roots) => {
      const { code, stdout } = runInProcess(['select', 'ccb', '--dry-run', '--json'], {
        env: { WINNOW_ALLOW_ONLY: roots },
      });
      expect(code).toBe(2);
      expect(JSON.parse(stdout)).toMatchObject({ error: { kind: 'AccessError' } });
    },
  );
});
