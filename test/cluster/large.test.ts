import { mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { largePlan, writeLargeTable } from '../../bench/write-large-table.mjs';
import { EngineError } from '../../src/core/model/errors.js';
import { TrinoClient } from '../../src/engines/trino-client.js';
import { runWinnow } from '../support/run-winnow.js';
import { temporaryFolder } from '../support/temporary-folder.js';
import { clusterAddress } from './cluster-address.js';
import { ask } from './trino-cluster.mjs';

const lake = process.env['WINNOW_CLUSTER_LAKE'] ?? '';
const worker = Number(process.env['WINNOW_CLUSTER_WORKER']);
const rows = Number(process.env['WINNOW_CLUSTER_ROWS'] ?? 1_000_000);
const file = join(lake, 'pool', 'tasks.parquet');
const source = `{ trino: { server: '${clusterAddress}', catalog: lake, schema: w, table: tasks } }`;

beforeAll(async () => {
  mkdirSync(join(lake, 'pool'), { recursive: true });
  await writeLargeTable(file, rows);
  await ask(clusterAddress, `create schema if not exists lake.w with (location = 'local:///w')`);
  const columns =
    'instance_id varchar, repo varchar, language varchar, difficulty varchar, files_changed bigint, lines_changed bigint, statement varchar, fix varchar';
  await ask(
    clusterAddress,
    `create table if not exists lake.w.tasks (${columns}) with (external_location = 'local:///pool', format = 'PARQUET')`,
  );
});

/** The part of a manifest that is compared. */
interface Manifest {
  readonly benchmarks: readonly { readonly tasks_sha256: string }[];
  readonly tasks: readonly { readonly task_id: string; readonly score: number; readonly rank: number }[];
}

describe('a large table of a cluster', () => {
  it('gives the bytes that DuckDB gives on the same rows', async () => {
    const folder = temporaryFolder();
    const planFile = join(folder, 'plan.yaml');
    const text = largePlan(source);
    writeFileSync(planFile, text);
    const started = performance.now();
    const { code, stdout, stderr } = runWinnow(['select', 'plan.yaml', '--out', 'out', '--json'], { cwd: folder });
    console.log(`select of 1,000 from ${rows} rows by Trino: ${((performance.now() - started) / 1000).toFixed(1)} s`);
    // With --json an error is on standard output.
    expect({ code, stderr, error: code === 0 ? '' : stdout }).toEqual({ code: 0, stderr: '', error: '' });
    // The same rows in a file: all is the same but for the place of the tasks.
    const fileText = largePlan(`{ path: '${file}', format: table }`);
    writeFileSync(join(folder, 'file.yaml'), fileText);
    expect(runWinnow(['select', 'file.yaml', '--out', 'file', '--json'], { cwd: folder })).toMatchObject({ code: 0 });
    const idsIn = (name: string) => {
      const { benchmarks, tasks } = JSON.parse(readFileSync(join(folder, name, 'selection.json'), 'utf8')) as Manifest;
      return {
        hashes: benchmarks.map(({ tasks_sha256 }) => tasks_sha256),
        tasks: tasks.map(({ task_id, score, rank }) => ({ task_id, score, rank })),
      };
    };
    expect(idsIn('out')).toEqual(idsIn('file'));
    const timed = (args: readonly string[]) => {
      const start = performance.now();
      const run = runWinnow(args, { cwd: folder });
      console.log(`${args[0]} by Trino: ${((performance.now() - start) / 1000).toFixed(1)} s`);
      return run;
    };
    expect(timed(['check', 'out', '--plan', 'plan.yaml'])).toMatchObject({ code: 0, stderr: '' });
    const ids = [idsIn('out').tasks[0]?.task_id ?? '', 'owner0__repo0-0'];
    const why = timed(['explain', ...ids, '--plan', 'plan.yaml', '--json']);
    expect({ code: why.code, stderr: why.stderr }).toEqual({ code: 0, stderr: '' });
    const found = JSON.parse(why.stdout) as { readonly tasks: readonly { readonly verdict: string }[] };
    expect(found.tasks.map(({ verdict }) => verdict)).toEqual(['in', 'out']);
    // What is asked of every task is answered from columns, there as here.
    const balance = timed(['assess', 'balance', 'plan.yaml', '--json']);
    expect({ code: balance.code, stderr: balance.stderr }).toEqual({ code: 0, stderr: '' });
    expect(balance.stdout).toBe(runWinnow(['assess', 'balance', 'file.yaml', '--json'], { cwd: folder }).stdout);
  });

  it('names what is not there, and who may not ask', async () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'plan.yaml'), largePlan(source.replace('table: tasks', 'table: none')));
    const missing = runWinnow(['select', 'plan.yaml'], { cwd: folder });
    expect(missing.stderr).toMatch(/Table 'lake\.w\.none' does not exist/);
    writeFileSync(join(folder, 'plan.yaml'), largePlan(source.replace(/127\.0\.0\.1:\d+/, '127.0.0.1:9')));
    const away = runWinnow(['select', 'plan.yaml'], { cwd: folder });
    expect(away.stderr).toMatch(/the Trino cluster http:\/\/127\.0\.0\.1:9 cannot be reached/);
  });

  it('is shown as a page with its counts and the selected tasks', () => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, 'plan.yaml'), largePlan(source));
    const { code, stderr } = runWinnow(['report', 'plan.yaml', '--html', 'page.html'], { cwd: folder });
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(statSync(join(folder, 'page.html')).size).toBeLessThan(20_000_000);
  });

  it('is cancelled there when it is given up here', async () => {
    const controller = new AbortController();
    const onProgress = () => controller.abort();
    const client = new TrinoClient({ server: clusterAddress, environment: {}, signal: controller.signal, onProgress });
    const long = 'select count(*) from lake.w.tasks a cross join lake.w.tasks b where a.fix < b.fix -- given up';
    await expect(client.query(long)).rejects.toThrow();
    const running = `select count(*) from system.runtime.queries where query like '%-- given up' and state = 'RUNNING'`;
    await expect.poll(async () => (await ask(clusterAddress, running))[0]?.[0]).toBe(0);
  });

  it('says so when a worker dies during a query', async () => {
    let killed = false;
    const onProgress = ({ found }: { readonly found: number }) => {
      if (killed || found === 0) return;
      killed = true;
      process.kill(worker, 'SIGKILL');
    };
    const client = new TrinoClient({ server: clusterAddress, environment: {}, onProgress });
    const long = 'select count(*) from lake.w.tasks a cross join lake.w.tasks b where a.fix < b.fix';
    const error = await client.query(long).catch((each: unknown) => each);
    expect(killed).toBe(true);
    expect(error).toBeInstanceOf(EngineError);
    expect(String(error)).toMatch(/the Trino cluster .* could not answer: .*/);
  });
});
