import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { CsvRecords } from './csv-records.js';
import { openEngine } from './duckdb.js';

const folder = mkdtempSync(join(tmpdir(), 'winnow-csv-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** The records of bytes that arrive in blocks of some size. */
function recordsOf(bytes: Buffer, blockBytes: number, delimiter = ',') {
  const records = new CsvRecords(delimiter, 10_000);
  const found = [];
  for (let at = 0; at < bytes.length; at += blockBytes)
    found.push(...records.push(bytes.subarray(at, at + blockBytes)));
  return [...found, ...records.end()];
}

const lineEnd = fc.constantFrom('\n', '\r\n', '\r');
const anyText = fc.string({
  unit: fc.constantFrom('a', 'é', '💡', ',', ',', '"', '"', '\n', '\r\n', '\r', ' ', ''),
  maxLength: 40,
});
const cell = fc.string({ unit: fc.constantFrom('a', 'é', '💡', ',', '"', '\n', '\r\n', ' '), maxLength: 6 });
const written = (text: string, isQuoted: boolean) =>
  isQuoted || /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
/** Tables with mixed line ends of every kind and known contents. */
const tables = fc
  .tuple(fc.integer({ min: 2, max: 4 }), fc.boolean(), fc.boolean())
  .chain(([columns, hasMark, isOpen]) =>
    fc
      .array(fc.tuple(fc.array(fc.tuple(cell, fc.boolean()), { minLength: columns, maxLength: columns }), lineEnd), {
        minLength: 1,
        maxLength: 8,
      })
      .map((rows) => {
        const lines = rows.map(
          ([cells, end]) => `${cells.map(([text, quoted]) => written(text, quoted)).join(',')}${end}`,
        );
        const text = lines.join('');
        return {
          cells: rows.map(([each]) => each.map(([value]) => value)),
          text: `${hasMark ? '\ufeff' : ''}${isOpen ? text.replace(/\r?\n$|\r$/, '') : text}`,
        };
      }),
  );

it('reads every table that was written, with line ends mixed, in blocks of any size', () => {
  fc.assert(
    fc.property(tables, fc.integer({ min: 1, max: 30 }), ({ cells, text }, blockBytes) => {
      const records = recordsOf(Buffer.from(text), blockBytes);
      expect(records.map((record) => record.cells)).toEqual(cells);
      expect(records.every(({ error }) => error === undefined)).toBe(true);
    }),
    { numRuns: 500 },
  );
});

it('gives the same records for any text, however it is cut into blocks', () => {
  fc.assert(
    fc.property(anyText, fc.integer({ min: 1, max: 10 }), (text, blockBytes) => {
      const bytes = Buffer.from(text);
      expect(recordsOf(bytes, blockBytes)).toEqual(recordsOf(bytes, bytes.length + 1));
    }),
    { numRuns: 500 },
  );
});

const hasPython = spawnSync('python3', ['-c', 'import csv']).status === 0;
const script = `
import csv, io, json, sys
for text in json.load(sys.stdin):
    lines = io.TextIOWrapper(io.BytesIO(text.encode()), encoding="utf-8-sig", newline="")
    reader = csv.reader(lines)
    print(json.dumps([row for row in reader if row != []]))
`;

it.runIf(hasPython)('reads any text that it accepts as the csv module of Python does', () => {
  const texts = [...fc.sample(anyText, 2000), ...fc.sample(tables, 500).map(({ text }) => text)];
  const { stdout } = spawnSync('python3', ['-c', script], { input: JSON.stringify(texts), encoding: 'utf8' });
  const answers = stdout.trim().split('\n');
  expect(answers).toHaveLength(texts.length);
  let compared = 0;
  for (const [i, text] of texts.entries()) {
    const records = recordsOf(Buffer.from(text), 7);
    if (records.some(({ error }) => error !== undefined)) continue;
    compared += 1;
    expect([text, records.map(({ cells }) => cells)]).toEqual([text, JSON.parse(answers[i] ?? '')]);
  }
  expect(compared).toBeGreaterThan(1000);
});

it('reads tables of one kind of line end as DuckDB does', async () => {
  const file = join(folder, 'table.csv');
  writeFileSync(file, '');
  const db = await openEngine(file, 'read');
  let compared = 0;
  try {
    for (const end of ['\n', '\r\n'])
      for (const { cells } of fc.sample(tables, 60)) {
        const body = cells.map((row) => row.map((value) => written(value.replaceAll('\r', ''), false)).join(','));
        const names = cells[0]?.map((_, i) => `c${i}`) ?? [];
        writeFileSync(file, `${[names.join(','), ...body].join(end)}${end}`);
        const columns = names.map((name) => `'${name}': 'VARCHAR'`).join(', ');
        const sql = `select * from read_csv(${db.file}, auto_detect = false, header = true, delim = ',', quote = '"', escape = '"', nullstr = '', columns = {${columns}})`;
        const rows = (await db.connection.runAndReadAll(sql)).getRowsJS();
        const read = recordsOf(Buffer.from(`${[names.join(','), ...body].join(end)}${end}`), 100).slice(1);
        compared += 1;
        expect(read.map((record) => record.cells)).toEqual(rows.map((row) => row.map((value) => value ?? '')));
      }
  } finally {
    db.close();
  }
  expect(compared).toBe(120);
});
