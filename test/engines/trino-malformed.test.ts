import { execFile } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inDepth } from '../support/depth.js';
import { cliFile, type Run } from '../support/run-winnow.js';
import { suiteFolder } from '../support/suite-folder.js';

const folder = suiteFolder();
const tableColumns = [
  { name: 'id', type: 'varchar' },
  { name: 'repo', type: 'varchar' },
  { name: 'files_changed', type: 'bigint' },
];
const odd = [
  null,
  true,
  -1,
  0,
  0.5,
  1e300,
  7,
  '',
  'text',
  '12',
  '[',
  '{"a":1}',
  [],
  [null],
  {},
  { a: [1] },
  'x'.repeat(10_000),
];
const total = 5_000_000;
let state = 0;

function below(most: number): number {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * most);
}

/** A value for a term of a query: most often of the kind that it asks for. */
function valueFor(term: string): unknown {
  if (below(30) === 0) return odd[below(odd.length)];
  if (term.startsWith('count(distinct')) return total;
  if (/^(?:count|sum|min|max|approx)/.test(term)) return [0, 0, total, 3, `${below(9)}`][below(5)];
  if (term.startsWith('grouping')) return below(16);
  return [`t-${below(50)}`, below(9), null][below(3)];
}

/** A coordinator that describes a table as one should, and gives odd values for everything that is asked of it. */
const server = createServer((request, response) => {
  let sql = '';
  request.on('data', (part: Buffer) => {
    sql += part.toString();
  });
  request.on('end', () => {
    if (sql.endsWith('limit 0')) response.end(JSON.stringify({ columns: tableColumns, data: [] }));
    else if (/^select count\(\*\) from "lake"\."w"\."tasks"$/.test(sql))
      response.end(JSON.stringify({ columns: [{ name: 'n', type: 'bigint' }], data: [[total]] }));
    else {
      const terms = termsOf(sql);
      const columns = terms.map((_, i) => ({ name: `c${i}`, type: 'bigint' }));
      // The first count decides whether anything else is asked.
      const first = terms[0] === 'count(*)' && terms[1]?.startsWith('count("id") -') === true && below(10) > 0;
      if (first) {
        response.end(JSON.stringify({ columns, data: [[total, 0, total, ...terms.slice(3).map(() => 0)]] }));
        return;
      }
      response.end(JSON.stringify({ columns, data: Array.from({ length: 1 + below(3) }, () => terms.map(valueFor)) }));
    }
  });
});

/** The terms of the last `select` at the outermost level. */
function termsOf(sql: string): readonly string[] {
  let depth = 0;
  let quote = '';
  let terms: string[] = [];
  let inList = false;
  for (let at = 0; at < sql.length; at++) {
    const sign = sql.charAt(at);
    if (quote !== '') quote = sign === quote ? '' : quote;
    else if (sign === "'" || sign === '"') quote = sign;
    else if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (depth === 0 && /^select\s/i.test(sql.slice(at, at + 7))) {
      [terms, inList] = [[''], true];
      at += 'select'.length;
      continue;
    } else if (depth === 0 && /^from\s/i.test(sql.slice(at, at + 5))) inList = false;
    else if (depth === 0 && inList && sign === ',') {
      terms.push('');
      continue;
    }
    if (inList) terms[terms.length - 1] += sign;
  }
  return terms.map((term) => term.trim());
}

const plans = {
  'ranked.yaml': 'select: { take: 4, group: { by: repo, at_least: 1 }, prefer: [files_changed desc] }',
  'drawn.yaml': 'select: { take: 4, draw: { method: random } }',
  'plain.yaml': 'select: { take: 4 }',
};

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  for (const [name, select] of Object.entries(plans)) {
    writeFileSync(
      join(folder, name),
      `name: cluster
seed: 1
phases: [Fix]
score: { name: size, weights: { files: 1 }, components: { files: { ramp: files_changed, full: 10 } } }
benchmarks:
  one:
    source: { trino: { server: 'http://127.0.0.1:${port}', catalog: lake, schema: w, table: tasks } }
    phase: Fix
    ${select}
`,
    );
  }
});
afterAll(() => void server.close());

function run(args: readonly string[]): Promise<Run> {
  return new Promise((resolve) => {
    const options = { cwd: folder, env: { PATH: process.env['PATH'] ?? '' }, maxBuffer: 2 ** 28 };
    const child = execFile(process.execPath, [cliFile, ...args], options, (_, stdout, stderr) =>
      resolve({ code: child.exitCode, stdout, stderr }),
    );
  });
}

const cases = Array.from({ length: inDepth(200, 15) }, (_, seed) => ({
  seed,
  plan: Object.keys(plans)[seed % 3] ?? '',
}));

it.each(cases)('is an error of the cluster or a result, and no bug: $plan, $seed', async ({ seed, plan }) => {
  state = seed * 7919;
  const { code, stdout, stderr } = await run(['select', plan, '--dry-run', '--json']);
  const said = code === 3 ? stdout : '';
  expect({ code, said, stderr }).toEqual({ code: expect.toBeOneOf([0, 2]), said: '', stderr: '' });
});
