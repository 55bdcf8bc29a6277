import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineError } from '../core/model/errors.js';
import { TrinoClient, type TrinoLimits, type TrinoOptions } from './trino-client.js';

type Answer = (request: IncomingMessage, response: ServerResponse, address: string) => void;

/** A server that gives these answers, one a request, and the requests it had. */
async function serving(answers: readonly Answer[]) {
  const requests: {
    readonly method: string;
    readonly url: string;
    readonly authorization: string | undefined;
    readonly user: unknown;
  }[] = [];
  const server = createServer((request, response) => {
    const { method = '', url = '', headers } = request;
    requests.push({ method, url, authorization: headers.authorization, user: headers['x-trino-user'] });
    const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    (answers[requests.length - 1] ?? notFound)(request, response, address);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { server: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests };
}

const notFound: Answer = (_, response) => response.writeHead(404).end();
const status =
  (code: number): Answer =>
  (_, response) =>
    response.writeHead(code).end('busy');
const json =
  (document: (address: string) => unknown): Answer =>
  (_, response, address) =>
    response.end(JSON.stringify(document(address)));
const cut: Answer = (request) => request.socket.destroy();
const columns = [{ name: 'n', type: 'bigint' }];

function clientOf(server: string, options: Partial<TrinoOptions> = {}): TrinoClient {
  return new TrinoClient({
    server,
    environment: { WINNOW_TRINO_SERVER: server, WINNOW_TRINO_USER: 'me' },
    ...options,
  });
}

it('follows the answers of a statement, and tries again when one is lost or the coordinator is busy', async () => {
  const shares: (number | undefined)[] = [];
  const { server, requests } = await serving([
    json((address) => ({ nextUri: `${address}/v1/next/1`, stats: { progressPercentage: 0, processedRows: 0 } })),
    status(503),
    cut,
    json((address) => ({ nextUri: `${address}/v1/next/2`, columns, data: [[1]], stats: { progressPercentage: 50 } })),
    json(() => ({ columns, data: [[2]], stats: { progressPercentage: 100 } })),
  ]);
  const onProgress = ({ share }: { readonly share: number | undefined }) => shares.push(share);
  const found = await clientOf(server, { onProgress }).query('select 1');
  expect(found).toEqual({ columns, rows: [[1], [2]] });
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
    'POST /v1/statement',
    'GET /v1/next/1',
    'GET /v1/next/1',
    'GET /v1/next/1',
    'GET /v1/next/2',
  ]);
  expect(shares).toEqual([0, 0.5, 1]);
});

it('says what the cluster says', async () => {
  const error = { message: 'Table x does not exist', errorName: 'TABLE_NOT_FOUND', errorType: 'USER_ERROR' };
  const { server } = await serving([json(() => ({ error }))]);
  await expect(clientOf(server).query('select 1')).rejects.toThrow(/could not answer: Table x does not exist/);
  const refusing = await serving([status(401)]);
  const refused = await clientOf(refusing.server)
    .query('select 1')
    .catch((each: unknown) => each);
  expect(refused).toBeInstanceOf(EngineError);
  expect((refused as EngineError).faults[0]?.hint).toMatch(/WINNOW_TRINO_PASSWORD/);
});

it('gives nothing to another server, and ends the query', async () => {
  const { server } = await serving([json(() => ({ nextUri: 'http://127.0.0.2:1/v1/next' }))]);
  await expect(clientOf(server).query('select 1')).rejects.toThrow(/is another server/);
});

it('cancels a query that is given up', async () => {
  const controller = new AbortController();
  const { server, requests } = await serving([
    json((address) => ({ nextUri: `${address}/v1/next/1` })),
    () => controller.abort(),
    json(() => ({})),
  ]);
  await expect(clientOf(server, { signal: controller.signal }).query('select 1')).rejects.toThrow();
  expect(requests.map(({ method, url }) => `${method} ${url}`)).toContain('DELETE /v1/next/1');
});

it.each(['WINNOW_TRINO_PASSWORD', 'WINNOW_TRINO_TOKEN'])('sends no %s in clear text', (name) => {
  const make = (server: string) => () =>
    new TrinoClient({ server, environment: { WINNOW_TRINO_SERVER: server, [name]: 'secret' } });
  expect(make('http://trino.example:8080')).toThrow(/clear text/);
  expect(make('https://trino.example:8443')).not.toThrow();
});

describe('a server that does not end', () => {
  const empty: Answer = (request, response, address) => {
    const at = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0);
    response.end(JSON.stringify({ nextUri: `${address}/v1/next/${at + 1}` }));
  };
  const forever = (answer: Answer) => Array.from({ length: 200 }, () => answer);

  it.each<[string, readonly Answer[], Partial<TrinoLimits>, RegExp]>([
    [
      'by leading in a circle',
      forever(json((address) => ({ nextUri: `${address}/v1/next/1`, columns, data: [[1]] }))),
      {},
      /repeats itself/,
    ],
    ['by sending no rows', forever(empty), { emptyPages: 50 }, /sent 50 answers without a row/],
    [
      'by sending rows again and again',
      forever((request, response, address) => {
        const at = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0);
        response.end(JSON.stringify({ nextUri: `${address}/v1/next/${at + 1}`, columns, data: [[1]] }));
      }),
      { pages: 100 },
      /did not finish within 100 answers/,
    ],
    ['by making no progress', forever(empty), { idleMs: 0 }, /made no progress within 0 seconds/],
    [
      'by never answering',
      forever(() => undefined),
      { requestMs: 20, firstPauseMs: 1 },
      /cannot be reached: .*timeout/,
    ],
    [
      'in one answer',
      [(_, response) => void response.write(`{"data":[[${'1'.repeat(5000)}`)],
      { answerBytes: 1000 },
      /sent an answer of more than 1000 bytes/,
    ],
    [
      'in memory',
      forever((request, response, address) => {
        const at = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0);
        response.end(JSON.stringify({ nextUri: `${address}/v1/next/${at + 1}`, columns, data: [['x'.repeat(500)]] }));
      }),
      { keptBytes: 5000 },
      /sent more than 5000 bytes of rows/,
    ],
  ])('is given up: %s', async (_, answers, limits, message) => {
    const { server } = await serving(answers);
    const error = await clientOf(server, { limits })
      .query('select 1')
      .catch((each: unknown) => each);
    expect(error).toBeInstanceOf(EngineError);
    expect((error as EngineError).message).toMatch(message);
  });
});

describe('an answer that is not of the protocol', () => {
  it.each<[string, string]>([
    ['no JSON', '<html>'],
    ['half of it', '{"columns":['],
    ['nothing', ''],
    ['null', 'null'],
    ['a list', '[]'],
    ['an address that is a number', '{"nextUri":1}'],
    ['an address that is none', '{"nextUri":"next"}'],
    ['columns that are no list', '{"columns":{}}'],
    ['a column that is null', '{"columns":[null]}'],
    ['a column without a type', '{"columns":[{"name":"n"}]}'],
    ['rows that are no list', '{"columns":[],"data":{"length":1}}'],
    ['a row that is null', '{"columns":[],"data":[null]}'],
    ['a row that is too short', '{"columns":[{"name":"n","type":"bigint"}],"data":[[]]}'],
    ['rows without columns', '{"data":[[1]]}'],
    ['an error that is text', '{"error":"no"}'],
    ['an error whose message has no text', '{"error":{"message":{"toString":1,"valueOf":1}}}'],
  ])('is an error of the cluster: %s', async (_, text) => {
    const { server } = await serving([(__, response) => response.end(text)]);
    const error = await clientOf(server)
      .query('select 1')
      .catch((each: unknown) => each);
    expect(error).toBeInstanceOf(EngineError);
    expect((error as EngineError).message).toMatch(/sent an answer that does not follow the Trino protocol/);
  });

  it.each(['null', '"many"', '-1', '1.5', '1e300', '[]'])('is a count of %s', async (value) => {
    const answer = `{"columns":[{"name":"n","type":"bigint"}],"data":[[${value}]]}`;
    const { server } = await serving([(_, response) => response.end(answer)]);
    await expect(clientOf(server).count('select count(*)')).rejects.toThrow(/a count is not a whole number/);
  });
});

describe('credentials', () => {
  const secrets = { WINNOW_TRINO_USER: 'ann', WINNOW_TRINO_PASSWORD: 'open sesame', WINNOW_TRINO_TOKEN: 'a.b.c' };

  it.each(Object.entries(secrets))('are for no server that the plan alone names: %s', (name, secret) => {
    const make = (own: string | undefined) => () =>
      new TrinoClient({
        server: 'https://trino.example:8443',
        environment: { [name]: secret, ...(own === undefined ? {} : { WINNOW_TRINO_SERVER: own }) },
      });
    const others = [
      'https://trino.example',
      'http://trino.example:8443',
      'https://trino.example:8444',
      'https://trino.example.evil:8443',
      'https://evil.example/?https://trino.example:8443',
      'https://trino.example:8443@evil.example',
      'trino.example:8443',
      '',
    ];
    for (const own of [undefined, ...others]) {
      expect(make(own), String(own)).toThrow(/WINNOW_TRINO_SERVER.*Nothing was sent/);
      expect(make(own), String(own)).not.toThrow(secret);
    }
    for (const own of ['https://trino.example:8443', 'HTTPS://Trino.Example:8443/', 'https://trino.example:8443/ui'])
      expect(make(own), own).not.toThrow();
  });

  it('are matched whether or not the usual port is written', () => {
    const environment = { ...secrets, WINNOW_TRINO_SERVER: 'https://trino.example' };
    expect(() => new TrinoClient({ server: 'https://trino.example:443', environment })).not.toThrow();
  });

  it('do not leave the machine for a server that was not named, nor does the name of its user', async () => {
    const { server, requests } = await serving([json(() => ({ columns, data: [] }))]);
    expect(() => clientOf(server, { environment: { WINNOW_TRINO_TOKEN: 'a.b.c' } })).toThrow(/Nothing was sent/);
    expect(requests).toEqual([]);
    await clientOf(server, { environment: { USER: 'ann' } }).query('select 1');
    expect(requests.map(({ user, authorization }) => ({ user, authorization }))).toEqual([
      { user: 'winnow', authorization: undefined },
    ]);
  });

  it('do not follow a redirect', async () => {
    const other = await serving([json(() => ({ columns, data: [] }))]);
    const redirect: Answer = (_, response) => response.writeHead(307, { location: `${other.server}/v1/x` }).end();
    const { server } = await serving(Array.from({ length: 5 }, () => redirect));
    const client = clientOf(server, { limits: { firstPauseMs: 1 } });
    await expect(client.query('select 1')).rejects.toThrow(EngineError);
    expect(other.requests).toEqual([]);
  });
});
