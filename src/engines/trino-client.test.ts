import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { EngineError } from '../core/model/errors.js';
import { TrinoClient, type TrinoOptions } from './trino-client.js';

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
  onTestFinished(() => void server.close());
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
    await expect(clientOf(server).query('select 1')).rejects.toThrow(EngineError);
    expect(other.requests).toEqual([]);
  });
});
