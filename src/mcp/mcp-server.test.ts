import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { InMemoryTransport } from '@modelcontextprotocol/sdk/inMemory.js';
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js';
import { describe, expect, it, onTestFinished } from 'vitest';
import { temporaryFolder } from '../../test/support/temporary-folder.js';
import type { Folders } from './folders.js';
import { type ServerOptions, serveOperations } from './mcp-server.js';

/** A server whose program is a script, and a client of it. */
async function started(script: string, options: Omit<ServerOptions, 'transport'>) {
  const folder = temporaryFolder();
  const cli = join(folder, 'cli.mjs');
  writeFileSync(cli, script);
  const [own, other] = InMemoryTransport.createLinkedPair();
  const folders = { start: folder, mayWrite: true, words: '', assertUsable: () => undefined };
  const done = serveOperations(folders as unknown as Folders, cli, { transport: own, ...options });
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
    ['inspect', { paths: ['a'] }],
    ['select', { plan: 'name: x\nbenchmarks: {}' }],
    ['explain', { tasks: ['a'] }],
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
    const { content } = await call('inspect', { paths: ['a'] });
    expect(content).toMatchObject([{ text: expect.stringMatching(/limit of 67108864 bytes/) }]);
  });

  it('is refused when too many are waiting', async () => {
    const call = await started(`console.log(JSON.stringify({ digest: 'fine', document: {}, exitCode: 0 }))`, {
      mostCalls: 2,
    });
    const asked = Array.from({ length: 5 }, () => call('assess', { selection: 'x' }));
    const all = await Promise.allSettled(asked);
    expect(all.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected']);
    expect(await call('assess', { selection: 'x' })).toMatchObject({
      content: [{ text: 'fine' }, { type: 'resource_link' }],
    });
  });
});
