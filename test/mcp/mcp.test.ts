import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { cliFile, projectRoot, runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';

const fixtures = join(projectRoot, 'test/sources/fixtures');

/** A client of a server that was started in a folder. */
async function started(cwd: string, ...args: readonly string[]): Promise<Client> {
  const client = new Client({ name: 'test', version: '1' });
  const transport = new StdioClientTransport({ command: process.execPath, args: [cliFile, 'mcp', ...args], cwd });
  await client.connect(transport);
  // The client holds answers to the schemas it was told of.
  await client.listTools();
  onTestFinished(() => client.close());
  return client;
}

async function call(client: Client, name: string, given: Readonly<Record<string, unknown>>): Promise<CallToolResult> {
  return (await client.callTool({ name, arguments: given })) as CallToolResult;
}

const textOf = ({ content: [first] }: CallToolResult) => (first?.type === 'text' ? first.text : '');
async function works(client: Client, name: string, given: Readonly<Record<string, unknown>>): Promise<CallToolResult> {
  const result = await call(client, name, given);
  expect({ name, isError: result.isError, said: result.isError === true ? textOf(result) : '' }).toEqual({
    name,
    isError: false,
    said: '',
  });
  return result;
}
async function refused(client: Client, name: string, given: Readonly<Record<string, unknown>>): Promise<string> {
  const result = await call(client, name, given);
  expect({ name, isError: result.isError, said: textOf(result) }).toMatchObject({ name, isError: true });
  return textOf(result);
}

/** A folder with task folders of Harbor. */
function withTasks(): string {
  const cwd = temporaryFolder();
  cpSync(join(fixtures, 'harbor/tasks'), join(cwd, 'tasks'), { recursive: true });
  return cwd;
}

describe('an agent', () => {
  it('comes from a folder of tasks to an exported selection in eight calls', async () => {
    const cwd = withTasks();
    const client = await started(cwd, '--write', '.');
    expect(client.getInstructions()).toContain('It can only write files in');
    const inspected = await works(client, 'inspect', { paths: ['tasks'] });
    expect(textOf(inspected)).toMatch(/^tasks: \d+ tasks in \d+ format/);
    const drafted = await works(client, 'init', { paths: ['tasks'], sample: 2 });
    expect(textOf(drafted)).toMatch(/^Wrote plan\.yaml/);
    const valid = await works(client, 'select', { plan: 'plan.yaml', dryRun: true });
    expect(textOf(valid)).toMatch(/: 2 of \d+ tasks/);
    expect(existsSync(join(cwd, 'selection'))).toBe(false);
    await works(client, 'select', { plan: 'plan.yaml' });
    const { tasks } = JSON.parse(readFileSync(join(cwd, 'selection/selection.json'), 'utf8')) as {
      tasks: { task_id: string }[];
    };
    const [{ task_id: id } = { task_id: '' }] = tasks;
    const explained = await works(client, 'explain', { tasks: [id], plan: 'plan.yaml' });
    expect(textOf(explained)).toContain(`${id}: selected`);
    const card = await works(client, 'assess', { selection: 'selection' });
    expect(textOf(card)).toMatch(/^power \| /m);
    await works(client, 'export', { selection: 'selection', to: 'ids', out: 'exported' });
    expect(readdirSync(join(cwd, 'exported'))).toContain('provenance.json');
    const checked = await works(client, 'check', { selection: 'selection' });
    expect(textOf(checked)).toContain('matches its plan and pool');
    // What it wrote is what the command line writes.
    expect(runWinnow(['check'], { cwd })).toMatchObject({ code: 0 });
  });

  it('gets prompts for the common jobs, each naming tools that exist', async () => {
    const client = await started(withTasks());
    const { prompts } = await client.listPrompts();
    const { tools } = await client.listTools();
    expect(prompts.map(({ name }) => name)).toEqual(['select-tasks', 'estimate-results', 'check-selection']);
    for (const { name, arguments: given = [] } of prompts) {
      const values = Object.fromEntries(given.map((each) => [each.name, `the-${each.name}`]));
      const { messages } = await client.getPrompt({ name, arguments: values });
      const text = messages[0]?.content.type === 'text' ? messages[0].content.text : '';
      for (const value of Object.values(values)) expect(text).toContain(value);
      const called = [...text.matchAll(/\b[Cc]all (\w+)/g)].map(([, tool]) => tool);
      expect(called.length).toBeGreaterThan(1);
      expect(called.filter((tool) => !tools.some((each) => each.name === tool))).toEqual([]);
    }
    await expect(client.getPrompt({ name: 'select-tasks', arguments: {} })).rejects.toThrow('needs tasks and take');
    await expect(client.getPrompt({ name: 'nothing' })).rejects.toThrow('There is no prompt');
  });

  it('is told how far a call has come if it asks', async () => {
    const client = await started(withTasks());
    const told: (string | undefined)[] = [];
    const onprogress = ({ message }: { message?: string | undefined }) => told.push(message);
    await client.callTool({ name: 'select', arguments: { plan: 'ccb' } }, undefined, { onprogress });
    expect(told).toContain('reading');
  });

  it('gets short answers, and the whole as a resource', async () => {
    const client = await started(temporaryFolder());
    const selected = await works(client, 'select', { plan: 'ccb' });
    expect(textOf(selected).length).toBeLessThan(5300);
    expect(textOf(selected)).toMatch(/^ccb_pytorch: .*sgt-003/m);
    const link = selected.content.find((each) => each.type === 'resource_link');
    const { contents } = await client.readResource({ uri: link?.uri ?? '' });
    const [whole] = contents;
    expect(JSON.parse(whole !== undefined && 'text' in whole ? whole.text : '')).toEqual(
      JSON.parse(runWinnow(['select', 'ccb', '--dry-run', '--json']).stdout),
    );
    const { resources } = await client.listResources();
    for (const { uri } of resources) expect((await client.readResource({ uri })).contents).toHaveLength(1);
    await expect(client.readResource({ uri: 'winnow://docs/../package.json' })).rejects.toThrow('There is no resource');
  });

  it('estimates from results', async () => {
    const cwd = temporaryFolder();
    cpSync(join(projectRoot, 'examples/outcomes/mcp-paired.csv'), join(cwd, 'results.csv'));
    const client = await started(cwd);
    const result = await works(client, 'estimate', { selection: 'ccb', results: ['results.csv'] });
    expect(textOf(result)).toMatch(/baseline \| 49\.7%/);
  });

  it('is told every fault of a plan that it writes out, by line', async () => {
    const client = await started(withTasks());
    const plan = await draft(client);
    expect(textOf(await works(client, 'select', { plan }))).toContain('Plan: given as text');
    const said = await refused(client, 'select', { plan: `${plan}nonsense: 1\nother: 2\n` });
    const lines = plan.split('\n').length;
    expect(said).toContain(`-:${lines}:`);
    expect(said).toContain(`-:${lines + 1}:`);
  });
});

/** The text of a plan for the tasks, from a server that may not write. */
async function draft(client: Client): Promise<string> {
  const { content } = await works(client, 'init', { paths: ['tasks'] });
  const link = content.find((each) => each.type === 'resource_link');
  const [whole] = (await client.readResource({ uri: link?.uri ?? '' })).contents;
  return (JSON.parse(whole !== undefined && 'text' in whole ? whole.text : '') as { text: string }).text;
}

describe('the server', () => {
  it('writes nothing unless it is started to', async () => {
    const cwd = withTasks();
    const client = await started(cwd);
    const text = await draft(client);
    expect(text).toContain('tasks: tasks');
    writeFileSync(join(cwd, 'plan.yaml'), String(text));
    await works(client, 'select', { plan: 'plan.yaml' });
    expect(await refused(client, 'export', { selection: 'plan.yaml', to: 'ids', out: 'x' })).toContain('read-only');
    await works(client, 'select', { plan: text, savePlan: 'new.yaml' });
    expect(readdirSync(cwd).sort()).toEqual(['plan.yaml', 'tasks']);
  });

  it('reads and writes nowhere else, by whatever way', async () => {
    const cwd = withTasks();
    const outside = temporaryFolder();
    writeFileSync(join(outside, 'secret.csv'), 'id,files_changed\na,1\nb,2\n');
    writeFileSync(join(outside, 'exclusions.yaml'), '- secret\n');
    symlinkSync(outside, join(cwd, 'link'));
    mkdirSync(join(cwd, 'out'));
    const client = await started(cwd, 'tasks', '--write', 'out');
    const out = 'outside the folders that may be';
    for (const path of [outside, '../link', join(cwd, 'link/secret.csv'), '../../etc', '/etc'])
      expect(await refused(client, 'inspect', { paths: [path] }), path).toContain(out);
    const planOf = (source: string, more = '') =>
      `name: p\nphases: [Fix]\nphase: Fix\n${more}score: { name: s, weights: { a: 1 }, components: { a: { constant: 1 } } }\nbenchmarks: { b: { source: ${source}, select: { take: 1 } } }\n`;
    const secret = join(outside, 'secret.csv');
    for (const text of [
      planOf(`{ path: ${secret} }`),
      planOf(`{ path: ../tasks, join: [{ path: ${secret} }] }`),
      planOf('{ path: ../tasks }', `exclusions: ${relative(join(cwd, 'out'), join(outside, 'exclusions.yaml'))}\n`),
      planOf(`{ path: ../tasks }, prior: { path: ${secret} }`),
    ]) {
      const said = await refused(client, 'select', { plan: text });
      expect(said, text).toContain(out);
      expect(said).not.toContain('secret"');
    }
    expect(await refused(client, 'select', { savePlan: '../new.yaml', plan: planOf('{ path: ../tasks }') })).toContain(
      out,
    );
    await works(client, 'select', { savePlan: 'new.yaml', plan: planOf('{ path: ../tasks }') });
    expect(await refused(client, 'select', { plan: 'new.yaml', out: '../elsewhere' })).toContain(out);
    expect(await refused(client, 'select', { plan: 'new.yaml', out: '../link' })).toContain(out);
    expect(await refused(client, 'init', { paths: ['../tasks'], out: '../plan.yaml' })).toContain(out);
    const revision = 'HEAD:selection/selection.json';
    expect(await refused(client, 'check', { selection: revision })).toContain('no selection found');
    expect(await refused(client, 'estimate', { selection: revision, results: ['../tasks'] })).toContain(
      'not git history',
    );
    const ranges = planOf('{ path: ../tasks, ranges: [a..b] }');
    expect(await refused(client, 'select', { plan: ranges, out: 'new' })).toContain('not git history');
    expect(readdirSync(outside).sort()).toEqual(['exclusions.yaml', 'secret.csv']);
    // What is no plan is not replaced.
    writeFileSync(join(cwd, 'out/notes.yaml'), 'mine: 1\n');
    await refused(client, 'select', { savePlan: 'notes.yaml', plan: planOf('{ path: ../tasks }') });
    expect(readFileSync(join(cwd, 'out/notes.yaml'), 'utf8')).toBe('mine: 1\n');
  });

  it('takes no path or task for an option, and no argument that it does not know', async () => {
    const client = await started(withTasks());
    expect(await refused(client, 'inspect', { paths: ['--help'] })).toContain('no such file');
    expect(await refused(client, 'explain', { plan: 'ccb', tasks: ['--plan=x'] })).toContain('--plan=x');
    expect(await refused(client, 'inspect', { paths: ['tasks'], nonsense: 1 })).toContain('nonsense');
    expect(await refused(client, 'inspect', { paths: [] })).toContain('paths');
    await expect(client.callTool({ name: 'nonsense', arguments: {} })).rejects.toThrow('There is no tool');
  });

  it('describes every operation that makes sense for an agent, in few words', async () => {
    const client = await started(temporaryFolder());
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name)).toEqual([
      'suites',
      'inspect',
      'init',
      'select',
      'explain',
      'exclude',
      'check',
      'diff',
      'refresh',
      'assess',
      'export',
      'status',
      'estimate',
      'compare',
      'next',
      'pilot',
    ]);
    for (const { name, description = '', inputSchema, annotations } of tools) {
      expect(description.length, name).toBeGreaterThan(30);
      expect(inputSchema['additionalProperties'], name).toBe(false);
      expect(annotations, name).toMatchObject({ readOnlyHint: true, openWorldHint: false });
    }
    // A token is about four characters of JSON.
    expect(JSON.stringify(tools).length / 4).toBeLessThan(3000);
    const writing = await started(temporaryFolder(), '--write', '.');
    expect(JSON.stringify((await writing.listTools()).tools).length / 4).toBeLessThan(3000);
  });
});

it('is not ended by a message that is too long, too deep or not JSON', () => {
  const ping = (id: number) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });
  const deep = `{"jsonrpc":"2.0","id":2,"method":"x","params":{"x":${'['.repeat(100_000)}${']'.repeat(100_000)}}}`;
  const long = JSON.stringify({ method: 'tools/call', params: { x: 'x'.repeat(11 * 2 ** 20) }, jsonrpc: '2.0', id: 3 });
  const { status, stdout, stderr } = spawnSync(process.execPath, [cliFile, 'mcp'], {
    cwd: temporaryFolder(),
    encoding: 'utf8',
    input: `${[ping(1), deep, long, '{', 'null', ping(4)].join('\n')}\n`,
  });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  const answers = stdout.trim().split('\n');
  expect(answers).toHaveLength(6);
  // An answer may overtake the one before.
  expect(new Set(answers.map((line) => JSON.parse(line) as unknown))).toEqual(
    new Set([
      { jsonrpc: '2.0', id: 2, error: { code: -32600, message: 'The message is nested more than 500 levels deep.' } },
      {
        jsonrpc: '2.0',
        id: 3,
        error: { code: -32600, message: expect.stringMatching(/^The message has \d+ bytes; the limit is/) },
      },
      { jsonrpc: '2.0', id: null, error: { code: -32700, message: 'The message is not JSON.' } },
      { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'The message is not JSON-RPC 2.0.' } },
      { jsonrpc: '2.0', id: 1, result: {} },
      { jsonrpc: '2.0', id: 4, result: {} },
    ]),
  );
});
