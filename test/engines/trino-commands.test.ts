import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import type { ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { inDepth } from '../support/depth.js';
import { cliFile, type Run } from '../support/run-winnow.js';
import { selfSigned } from '../support/self-signed.js';

const rows = Array.from({ length: 12 }, (_, i) => [`t-${i}`, `r${i % 3}`, String(i)]);
const columns = [
  { name: 'id', type: 'varchar' },
  { name: 'repo', type: 'varchar' },
  { name: 'files_changed', type: 'bigint' },
];
const own = selfSigned();
const folder = mkdtempSync(join(tmpdir(), 'winnow-test-'));
const authority = join(folder, 'authority.pem');
const allowed: ReadonlySet<string | undefined> = new Set([
  `Basic ${Buffer.from('ann:open sesame').toString('base64')}`,
  'Bearer a.b.c',
]);
let asked: string[] = [];
/** The requests so far, and the answer of the coordinator from some request on, if something happens to it meanwhile. */
let requests = 0;
let incident: { readonly from: number; readonly answer: (response: ServerResponse) => void } | undefined;

/** A coordinator with one small table, which knows one password and one token. */
const server = createServer({ key: own.key, cert: own.cert }, (request, response) => {
  requests += 1;
  if (incident !== undefined && requests > incident.from) {
    incident.answer(response);
    return;
  }
  if (!allowed.has(request.headers.authorization)) {
    asked.push('refused');
    response.writeHead(401).end('Unauthorized');
    return;
  }
  const address = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  if (request.method === 'GET') {
    const sql = asked.at(-1) ?? '';
    const count = [{ name: 'n', type: 'bigint' }];
    const answer = sql.includes('count(*)')
      ? { columns: count, data: [[rows.length]] }
      : { columns, data: sql.endsWith('limit 0') ? [] : rows };
    response.end(JSON.stringify(answer));
    return;
  }
  let sql = '';
  request.on('data', (part: Buffer) => {
    sql += part.toString();
  });
  request.on('end', () => {
    asked.push(sql);
    response.end(JSON.stringify({ nextUri: `${address}/v1/next/${asked.length}` }));
  });
});

beforeAll(async () => {
  writeFileSync(authority, own.cert);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  writeFileSync(
    join(folder, 'plan.yaml'),
    `name: cluster
title: Cluster
phases: [Fix]
score: { name: size, weights: { files: 1 }, components: { files: { ramp: files_changed, full: 10 } } }
benchmarks:
  one:
    source: { trino: { server: 'https://127.0.0.1:${port}', catalog: lake, schema: w, table: tasks } }
    phase: Fix
    select: { take: 4, group: { by: repo, at_least: 1 }, prefer: [files_changed desc] }
`,
  );
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Runs the command line beside the server, which has to answer it. */
function run(args: readonly string[], env: Readonly<Record<string, string>>): Promise<Run> {
  asked = [];
  requests = 0;
  return new Promise((resolve) => {
    const WINNOW_TRINO_SERVER = `https://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const options = { cwd: folder, env: { PATH: process.env['PATH'] ?? '', WINNOW_TRINO_SERVER, ...env } };
    const child = execFile(process.execPath, [cliFile, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

const trusting = { NODE_EXTRA_CA_CERTS: authority };
const password = { ...trusting, WINNOW_TRINO_USER: 'ann', WINNOW_TRINO_PASSWORD: 'open sesame' };
const token = { ...trusting, WINNOW_TRINO_TOKEN: 'a.b.c' };

describe('a cluster behind TLS', () => {
  it('is asked with a password, and every command that selects works on it', async () => {
    expect(await run(['select', 'plan.yaml', '--quiet'], password)).toEqual({ code: 0, stdout: '', stderr: '' });
    expect(readFileSync(join(folder, 'selection', 'selection.csv'), 'utf8')).toMatch(/t-11/);
    expect(asked).toHaveLength(3);
    expect(await run(['check', 'selection'], password)).toMatchObject({ code: 0, stderr: '' });
    const why = await run(['explain', 't-0', 'one/t-11', '--plan', 'plan.yaml'], password);
    expect(why).toMatchObject({ code: 0, stderr: '' });
    expect(why.stdout).toMatch(/4th of 4 in r0 by files changed \(0\)/);
    const ids = await run(['export', 'plan.yaml', '--to', 'ids', '--out', 'ids'], password);
    expect(ids).toMatchObject({ code: 0, stderr: '' });
    expect(asked).toHaveLength(3);
  });

  it('is asked with a token', async () => {
    const { code, stderr } = await run(['select', 'plan.yaml', '--dry-run', '--quiet'], token);
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  it('gets no credentials that are for another server', async () => {
    for (const other of ['https://trino.example', 'https://127.0.0.1']) {
      const { code, stderr } = await run(['select', 'plan.yaml', '--dry-run'], {
        ...token,
        WINNOW_TRINO_SERVER: other,
      });
      expect(code).toBe(2);
      expect(stderr).toContain(`WINNOW_TRINO_SERVER is ${other}, but the plan names https://127.0.0.1:`);
      expect(stderr).not.toContain(token.WINNOW_TRINO_TOKEN);
      expect(asked).toEqual([]);
    }
  });

  it('says what to set when it does not know who asks', async () => {
    const { code, stderr } = await run(['select', 'plan.yaml', '--dry-run'], {
      ...password,
      WINNOW_TRINO_PASSWORD: 'wrong',
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/answered with status 401: Unauthorized/);
    expect(stderr).toMatch(/WINNOW_TRINO_PASSWORD/);
    expect(stderr).not.toMatch(/wrong/);
    expect(asked).toEqual(['refused']);
  });

  it('is not trusted without its authority, and nothing is sent', async () => {
    const { NODE_EXTRA_CA_CERTS: _, ...untrusting } = password;
    const { code, stderr } = await run(['select', 'plan.yaml', '--dry-run'], untrusting);
    expect(code).toBe(2);
    expect(stderr).toMatch(/self-signed certificate/);
    expect(stderr).toMatch(/NODE_EXTRA_CA_CERTS/);
    expect(asked).toEqual([]);
  });

  it('says what can be asked of a cluster where something else is', async () => {
    expect(await run(['report', 'plan.yaml', '--html', 'page.html'], token)).toMatchObject({ code: 0, stderr: '' });
    const { code, stderr } = await run(['pool', 'plan.yaml', '--out', 'pool.csv'], token);
    expect(code).toBe(2);
    expect(stderr).toMatch(/is a table on a cluster/);
    expect(stderr).toMatch(
      /"select", "check", "explain", "assess", "estimate", "export", "status", "diff" and "report"/,
    );
  });

  it('answers questions about a selection', async () => {
    const { code, stdout } = await run(['assess', 'power', 'plan.yaml'], token);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^cluster: With one run each, 4 tasks /);
  });

  it.each([
    [
      'a token expires',
      (response: ServerResponse) => response.writeHead(401).end('Token expired'),
      /401: Token expired/,
    ],
    [
      'a column is dropped',
      (response: ServerResponse) => {
        const message = "line 1:8: Column 'files_changed' cannot be resolved";
        response.end(JSON.stringify({ error: { message, errorName: 'COLUMN_NOT_FOUND', errorCode: 47 } }));
      },
      /Column 'files_changed' cannot be resolved/,
    ],
  ])('writes nothing if %s during the run, whenever it happens', async (_, answer, message) => {
    const select = () => run(['select', 'plan.yaml', '--out', 'meanwhile', '--quiet'], token);
    let from = 0;
    for (; from < 20; from += inDepth(1, 3)) {
      incident = { from, answer };
      const { code, stderr } = await select();
      if (code === 0) break;
      expect({ code, from }).toEqual({ code: 2, from });
      expect(stderr).toMatch(message);
      expect(existsSync(join(folder, 'meanwhile'))).toBe(false);
    }
    incident = undefined;
    expect(from).toBeGreaterThan(3);
    expect(existsSync(join(folder, 'meanwhile', 'selection.json'))).toBe(true);
    rmSync(join(folder, 'meanwhile'), { recursive: true });
  });
});
