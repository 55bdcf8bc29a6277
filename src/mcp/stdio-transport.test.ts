import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { StdioTransport } from './stdio-transport.js';

const request = (id: number | string) => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' });

/** What a transport receives and answers when it is sent these bytes, in parts of so many. */
async function exchange(bytes: string, partBytes = 7) {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const received: unknown[] = [];
  const transport = new StdioTransport(input, output, 1000);
  transport.onmessage = (message) => received.push(message);
  await transport.start();
  const all = Buffer.from(bytes);
  for (let at = 0; at < all.length; at += partBytes) input.write(all.subarray(at, at + partBytes));
  await new Promise((resolve) => setImmediate(resolve));
  const answers = String(output.read() ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as { id: unknown; error: { code: number } });
  return { received, answers: answers.map(({ id, error }) => ({ id, code: error.code })) };
}

const long = 'x'.repeat(2000);

describe('a message that is refused', () => {
  it.each<[string, string, { id: unknown; code: number }]>([
    ['longer than the limit', `{"jsonrpc":"2.0","id":7,"method":"${long}"}`, { id: 7, code: -32600 }],
    [
      'longer, with its id at the end',
      `{"method":"${long}","jsonrpc":"2.0","id":"a\\"b"}`,
      { id: 'a"b', code: -32600 },
    ],
    ['longer, with another id within', `{"id":3,"params":{"id":9,"x":["${long}",{"id":4}]}}`, { id: 3, code: -32600 }],
    ['longer, without an id', `{"params":{"id":9,"x":"\\\\\\"id\\":1${long}"}}`, { id: null, code: -32600 }],
    ['longer, and not JSON', long, { id: null, code: -32600 }],
    ['not JSON', '{"id":1', { id: null, code: -32700 }],
    ['not of the protocol', '{"id":5,"nothing":1}', { id: 5, code: -32600 }],
    ['a list', '[1,2]', { id: null, code: -32600 }],
  ])('is answered, and the next is read: %s', async (_, message, answer) => {
    for (const partBytes of [1, 7, 100_000]) {
      const { received, answers } = await exchange(`${message}\r\n\n${request('next')}\n`, partBytes);
      expect(answers).toEqual([answer]);
      expect(received).toMatchObject([{ id: 'next' }]);
    }
  });

  it('is nested deeply', async () => {
    const [input, output] = [new PassThrough(), new PassThrough()];
    const received: unknown[] = [];
    const transport = new StdioTransport(input, output);
    transport.onmessage = (message) => received.push(message);
    await transport.start();
    const depth = 1_000_000;
    input.write(
      `{"jsonrpc":"2.0","id":1,"method":"x","params":{"x":${'['.repeat(depth)}${']'.repeat(depth)}}}\n${request(2)}\n`,
    );
    await new Promise((resolve) => setImmediate(resolve));
    expect(JSON.parse(String(output.read()))).toMatchObject({
      id: 1,
      error: { message: expect.stringMatching(/500 levels/) },
    });
    expect(received).toMatchObject([{ id: 2 }]);
  });
});
