import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { type IncomingHttpHeaders, type RequestOptions, request } from 'node:http';
import { connect } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { serveExplorer } from '../../src/explorer/host/server.js';
import { oneIn } from '../support/depth.js';
import { inflated } from '../support/explorer-page.js';
import { cliFile, projectRoot, runWinnow } from '../support/run-winnow.js';
import { type RunningWinnow, startWinnow } from '../support/start-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';
import { temporaryFolder } from '../support/temporary-folder.js';

interface Answer {
  readonly status: number | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly text: string;
}

function ask(url: string, options: RequestOptions = {}): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const asked = request(url, options, (response) => {
      let text = '';
      response.setEncoding('utf8').on('data', (part: string) => {
        text += part;
      });
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    asked.on('error', reject).end();
  });
}

describe('winnow serve', () => {
  const folder = suiteFolder();
  const plan = readFileSync(join(projectRoot, 'plans/ccb.yaml'), 'utf8');
  let server: RunningWinnow;
  beforeAll(async () => {
    writeFileSync(join(folder, 'plan.yaml'), plan);
    server = await startWinnow(['view', 'plan.yaml'], folder);
  });
  afterAll(() => server.stop());

  it('answers with one page, and headers that hold it in', async () => {
    const { status, headers, text } = await ask(server.url);
    expect(status).toBe(200);
    expect(text.includes('id="winnow-data"')).toBe(true);
    const [declared = ''] = /Content-Security-Policy" content="([^"]+)"/.exec(text)?.slice(1) ?? [];
    expect(headers).toMatchObject({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': `${declared.replaceAll('&#39;', "'")}; frame-ancestors 'none'`,
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  });

  it('answers HEAD with the same headers and nothing more', async () => {
    const { status, headers, text } = await ask(server.url, { method: 'HEAD' });
    expect({ status, text }).toEqual({ status: 200, text: '' });
    expect(Number(headers['content-length'])).toBeGreaterThan(100_000);
  });

  it.each([
    ['another name that leads here', 403, { headers: { host: 'evil.example' } }],
    ['another site', 403, { headers: { origin: 'http://evil.example' } }],
    ['what a browser asks for another site', 403, { headers: { 'sec-fetch-site': 'cross-site' } }],
    ['what a browser asks for another port', 403, { headers: { 'sec-fetch-site': 'same-site' } }],
    ['a sandboxed page', 403, { headers: { origin: 'null' } }],
    ['a preflight of another site', 403, { method: 'OPTIONS', headers: { origin: 'http://evil.example' } }],
    ['a form', 405, { method: 'POST' }],
    ['a path that climbs', 403, { path: '/../../../../etc/passwd' }],
    ['a path that climbs in disguise', 403, { path: '/%2e%2e/%2e%2e/etc/passwd' }],
    ['the plan', 403, { path: '/plan.yaml' }],
    ['whoever does not know the token', 403, { path: '/' }],
    ['a wrong token', 403, { path: `/${'0'.repeat(32)}/` }],
    ['new results without the token', 403, { path: '/results?since=x' }],
  ] as const)('refuses %s', async (_, status, options) => {
    const answer = await ask(server.url, options);
    expect(answer.status).toBe(status);
    expect(answer.text).not.toContain('winnow-data');
    expect(answer.headers['content-security-policy']).toContain("default-src 'none'");
  });

  it('has another token each time, and answers only below it', async () => {
    const { pathname } = new URL(server.url);
    expect(pathname).toMatch(/^\/[0-9a-f]{32}\/$/);
    const other = await startWinnow(['view', 'plan.yaml'], folder);
    onTestFinished(async () => void (await other.stop()));
    expect(new URL(other.url).pathname).not.toBe(pathname);
    expect((await ask(other.url, { path: pathname })).status).toBe(403);
    expect((await ask(server.url, { path: `${pathname}plan.yaml` })).status).toBe(404);
    expect((await ask(server.url, { path: `${pathname}results?since=x` })).status).toBe(204);
  });

  it('opens the browser with an address that works once', async () => {
    const { url, urlForOnce, close } = await serveExplorer({ plan: join(folder, 'plan.yaml') });
    onTestFinished(close);
    const first = await ask(urlForOnce);
    expect({ status: first.status, location: first.headers.location }).toEqual({
      status: 302,
      location: new URL(url).pathname,
    });
    expect(await ask(urlForOnce)).toMatchObject({ status: 403 });
    expect(await ask(url)).toMatchObject({ status: 200 });
  });

  it('refuses a request without a Host', async () => {
    const { port } = new URL(server.url);
    const answer = await new Promise<string>((resolve, reject) => {
      const socket = connect(Number(port), '127.0.0.1', () => socket.write('GET / HTTP/1.0\r\n\r\n'));
      let text = '';
      socket.setEncoding('utf8').on('data', (part) => {
        text += String(part);
      });
      socket.on('end', () => resolve(text)).on('error', reject);
    });
    expect(answer).toMatch(/^HTTP\/1\.1 403 /);
  });

  it.runIf(process.platform === 'linux')('listens on the loopback address alone', () => {
    const { port } = new URL(server.url);
    const hex = Number(port).toString(16).toUpperCase().padStart(4, '0');
    const listening = ['/proc/net/tcp', '/proc/net/tcp6'].flatMap((file) =>
      readFileSync(file, 'utf8')
        .split('\n')
        .filter((line) => new RegExp(`^\\s*\\d+: [0-9A-F]+:${hex} [0-9A-F]+:0000 0A`).test(line)),
    );
    expect(listening).toHaveLength(1);
    expect(listening[0]).toContain(` 0100007F:${hex} `);
  });

  it('shows an edited plan on the next load, and its faults in words', async () => {
    writeFileSync(join(folder, 'plan.yaml'), `${plan}\nnonsense: <img src=x onerror=alert(1)>\n`);
    const broken = await ask(server.url);
    expect(broken.status).toBe(422);
    expect(broken.text).toContain('1 error in plan.yaml');
    expect(broken.text).toContain('nonsense');
    expect(broken.text).not.toContain('<img');
    writeFileSync(join(folder, 'plan.yaml'), `${plan}# edited\n`);
    const mended = await ask(server.url);
    expect(mended.status).toBe(200);
    expect(inflated(mended.text).includes('# edited')).toBe(true);
  });

  it.each(['same-origin', 'none'])('answers what a browser calls "%s"', async (site) => {
    expect((await ask(server.url, { headers: { 'sec-fetch-site': site } })).status).toBe(200);
  });

  it('answers many loads at once, each with the same page', async () => {
    const answers = await Promise.all(Array.from({ length: 40 }, () => ask(server.url)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
  });

  it.each(['SIGINT', 'SIGTERM'] as const)('ends with 0 on %s', async (signal) => {
    const other = await startWinnow(['view', 'ccb']);
    expect(await other.stop(signal)).toEqual({ code: 0, stdout: other.printed, stderr: '' });
    await expect(ask(other.url)).rejects.toThrow(/ECONNREFUSED/);
  });

  it('says that a port is taken', () => {
    const { code, stderr } = runWinnow(['view', 'ccb', '--port', new URL(server.url).port]);
    expect(code).toBe(2);
    expect(stderr).toMatch(/cannot listen on port \d+: .*\n.*--port/);
    expect(runWinnow(['view', 'ccb', '--port', '70000']).stderr).toContain('from 0 to 65535');
  });
});

describe('winnow serve, while what it shows is wrong', () => {
  const task = (id: string) => `{"id":"${id}","files_changed":3}\n`;
  const plan = `name: small
phases: [Fix]
phase: Fix
score: { name: size, weights: { size: 1 }, components: { size: { ramp: files_changed, full: 20 } } }
benchmarks: { mine: { source: { path: pool.jsonl }, select: { take: 1 } } }
`;
  const results = 'task_id,configuration,reward\na,one,1\nb,one,0\n';
  const write = (folder: string, name: string, text: string) => writeFileSync(join(folder, name), text);

  it('shows every fault of plan, pool and results, and the tasks again once all is mended', async () => {
    const folder = temporaryFolder();
    write(folder, 'plan.yaml', plan);
    write(folder, 'pool.jsonl', task('a') + task('b'));
    write(folder, 'results.csv', results);
    const server = await startWinnow(['view', 'plan.yaml', '--results', 'results.csv'], folder);
    onTestFinished(async () => void (await server.stop()));
    expect((await ask(server.url)).status).toBe(200);

    write(folder, 'pool.jsonl', '{"benchmark":');
    const { status, text } = await ask(server.url);
    expect({ status, isTold: text.includes('pool.jsonl') }).toEqual({ status: 422, isTold: true });
    rmSync(join(folder, 'pool.jsonl'));
    expect((await ask(server.url)).status).toBe(422);
    write(folder, 'results.csv', 'nothing,of,this\n1,2,3\n');
    const both = await ask(server.url);
    expect(both.status).toBe(422);
    expect(both.text).toContain('pool.jsonl');
    expect(both.text).toContain('results.csv');
    rmSync(join(folder, 'plan.yaml'));
    mkdirSync(join(folder, 'plan.yaml'));
    expect((await ask(server.url)).text).toContain('in plan.yaml');

    rmSync(join(folder, 'plan.yaml'), { recursive: true });
    write(folder, 'plan.yaml', plan);
    write(folder, 'pool.jsonl', task('a') + task('c'));
    write(folder, 'results.csv', results);
    const mended = await ask(server.url);
    expect(mended.status).toBe(200);
    expect(inflated(mended.text)).toContain('"c"');
    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
  });

  it('starts with a plan that is wrong, says so, and shows the tasks when it is mended', async () => {
    const folder = temporaryFolder();
    write(folder, 'bad.yaml', `${plan}nonsense: 1\n`);
    write(folder, 'pool.jsonl', task('a'));
    const server = await startWinnow(['view', 'bad.yaml'], folder);
    onTestFinished(async () => void (await server.stop()));
    const broken = await ask(server.url);
    expect(broken.status).toBe(422);
    expect(broken.text).toContain('nonsense');
    write(folder, 'bad.yaml', plan);
    expect((await ask(server.url)).status).toBe(200);
    expect(await server.stop()).toMatchObject({ code: 0, stderr: '' });
  });

  it('tells a person what is wrong at the start, once', async () => {
    const folder = temporaryFolder();
    write(folder, 'bad.yaml', 'name: [');
    const child = spawn(process.execPath, [cliFile, 'view', 'bad.yaml', '--no-open'], { cwd: folder });
    const said = { stdout: '', stderr: '' };
    for (const name of ['stdout', 'stderr'] as const) {
      child[name].setEncoding('utf8').on('data', (text: string) => {
        said[name] += text;
      });
    }
    await expect.poll(() => said.stdout).toContain('shows the errors to fix.');
    child.kill('SIGTERM');
    expect(await once(child, 'close')).toEqual([0, null]);
    expect(said.stderr.match(/bad\.yaml:1/g)?.length).toBe(said.stderr.match(/^error: /gm)?.length);
    expect(said.stderr).toContain('once they are fixed');
  });

  it.each([
    [['view', 'none.yaml']],
    [['view', 'nosuchplan']],
    [['view', '--results', 'none.csv']],
    [['view', '--benchmarks', 'none']],
  ])('does not start when a path is not there: %j', (args) => {
    expect(runWinnow([...args, '--json'], { cwd: temporaryFolder() })).toMatchObject({ code: 2, stderr: '' });
  });
});

describe('winnow report', () => {
  it('writes the same bytes each time, and nothing of this machine', () => {
    const folder = temporaryFolder();
    for (const name of ['a.html', 'b.html']) {
      expect(runWinnow(['report', '--html', name], { cwd: folder }).stdout).toMatch(
        new RegExp(`^Plan: ccb .*\nWrote ${name} \\([\\d,]+ kB, 826 tasks\\)\n$`),
      );
    }
    const [a, b] = ['a.html', 'b.html'].map((name) => readFileSync(join(folder, name), 'utf8'));
    expect(a === b).toBe(true);
    expect(a?.includes(projectRoot)).toBe(false);
  });

  it('replaces a file, and nothing that is none', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'page.html'), '<!doctype html>old');
    expect(runWinnow(['report', '--html', 'page.html'], { cwd: folder }).code).toBe(0);
    expect(readFileSync(join(folder, 'page.html'), 'utf8')).toContain('<!doctype html>');
    mkdirSync(join(folder, 'folder'));
    symlinkSync('/etc/hostname', join(folder, 'link'));
    for (const name of oneIn(3, ['folder', 'link', 'folder/', ''])) {
      const { code, stderr } = runWinnow(['report', '--html', name], { cwd: folder });
      expect({ name, code }).toEqual({ name, code: 2 });
      expect(stderr).toContain('nothing was written');
    }
  });

  it('writes report.html unless another file is named, and tells the faults of the plan', () => {
    const cwd = temporaryFolder();
    expect(runWinnow(['report', 'ccb'], { cwd })).toMatchObject({ code: 0, stderr: '' });
    expect(existsSync(join(cwd, 'report.html'))).toBe(true);
    const { code, stderr } = runWinnow(['report', './missing.yaml', '--html', 'x.html'], { cwd });
    expect(code).toBe(2);
    expect(stderr).toContain('no such file');
  });
});
