import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import type { Folders } from './folders.js';
import { type ServerOptions, serveTools, shortenDocument } from './mcp-server.js';

const numbers = (length: number) => Array.from({ length }, (_, i) => i);

it('leaves a short document as it is', () => {
  const document = { a: [1, 2], b: 'x'.repeat(700) };
  expect(shortenDocument(document, 1000)).toEqual({ document, leftOut: [] });
});

it('cuts lists within lists before those that hold them, and says what is missing', () => {
  const document = { name: 'x', parts: numbers(8).map((part) => ({ part, rows: numbers(1000) })) };
  const short = shortenDocument(document, 300);
  expect(short.leftOut).toEqual(['7960 of parts[].rows']);
  expect(short.document).toEqual({ name: 'x', parts: numbers(8).map((part) => ({ part, rows: numbers(5) })) });
});

it('cuts long texts and objects whose keys are names, and keeps every other key', () => {
  const hashes = Object.fromEntries(numbers(700).map((i) => [`task-${i}`, 'abcdefabcdef']));
  const keys = Object.fromEntries(numbers(30).map((i) => [`key${i}`, 'y'.repeat(5000)]));
  const { document, leftOut } = shortenDocument({ keys, hashes }, 100) as {
    document: { keys: Record<string, string>; hashes: object };
    leftOut: readonly string[];
  };
  expect(Object.keys(document.keys)).toHaveLength(30);
  expect(document.keys['key1']).toHaveLength(601);
  expect(Object.keys(document.hashes)).toEqual(['task-0']);
  expect(leftOut).toEqual(['699 of hashes']);
});

/** A server whose command line is a script, and a client of it. */
async function started(script: string, options: ServerOptions) {
  const folder = temporaryFolder();
  const cli = join(folder, 'cli.mjs');
  writeFileSync(cli, script);
  const [own, other] = InMemoryTransport.createLinkedPair();
  const folders = { start: folder, mayWrite: true, words: '', toRead: String, toWrite: String };
  const done = serveTools(folders as unknown as Folders, cli, { transport: own, ...options });
  const client = new Client({ name: 'test', version: '1' });
  await client.connect(other);
  onTestFinished(async () => {
    await client.close();
    await done;
  });
  return (name: string, given: Record<string, unknown>) =>
    client.callTool({ name, arguments: given }) as Promise<CallToolResult>;
}

describe('a call beyond its limit', () => {
  const tools: readonly [string, Record<string, unknown>][] = [
    ['inspect_tasks', { paths: ['a'] }],
    ['save_plan', { file: 'a.yaml', plan_text: 'name: x' }],
    ['validate_plan', { plan_text: 'name: x' }],
  ];

  it.each(tools)('is stopped when it takes too long, and the next one is answered: %s', async (name, given) => {
    // It also ignores what asks it to end.
    const call = await started(`process.on('SIGTERM', () => {}); for (;;) ;`, { longestCallMs: 300 });
    for (let i = 0; i < 2; i++) {
      const { isError, content } = await call(name, given);
      expect(isError).toBe(true);
      expect(content).toMatchObject([{ text: expect.stringMatching(/took more than 0\.3 seconds/) }]);
    }
  });

  it('is stopped when its answer is too large', async () => {
    const write = `const part = 'x'.repeat(2 ** 20); const go = () => { while (process.stdout.write(part)) ; };`;
    const call = await started(`${write} process.stdout.on('drain', go); go();`, {});
    const { content } = await call('inspect_tasks', { paths: ['a'] });
    expect(content).toMatchObject([{ text: expect.stringMatching(/more than 67108864 bytes/) }]);
  });

  it('is refused when too many are waiting', async () => {
    const call = await started(`console.log('{}')`, { mostCalls: 2 });
    const asked = Array.from({ length: 5 }, () => call('assess_selection', { selection: 'x' }));
    const all = await Promise.allSettled(asked);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(await call('assess_selection', { selection: 'x' })).toMatchObject({ isError: false });
  });
});
