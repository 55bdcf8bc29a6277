import { copyFileSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { deepParquet } from '../../../test/hostile/deep-parquet.js';
import { parquetBySql } from '../../../test/support/copy-by-sql.js';
import { inDepth } from '../../../test/support/depth.js';
import { parquetOf } from '../../../test/support/parquet-of.js';
import { suiteFolder } from '../../../test/support/suite-folder.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { openEngine } from './duckdb.js';
import { readParquet } from './read-parquet.js';

async function rowsOf(file: string): Promise<unknown[]> {
  const rows: unknown[] = [];
  for await (const { number, data } of readParquet(file)) {
    expect(number).toBe(rows.length + 1);
    rows.push(data);
  }
  return rows;
}

async function valueIn(expression: string): Promise<unknown> {
  const file = await parquetBySql(join(temporaryFolder(), 'value.parquet'), `select ${expression} as value`);
  const [row] = await rowsOf(file);
  return (row as { value: unknown }).value;
}

describe('a value of a Parquet file', () => {
  const folder = suiteFolder();
  const values: readonly (readonly [string, unknown])[] = [
    [`'007'`, '007'],
    [`'2026-01-31'`, '2026-01-31'],
    [`'a' || chr(0) || 'é'`, 'a\0é'],
    ['chr(65279) || chr(128512)', '\ufeff😀'],
    [`''`, ''],
    [`repeat('x', 100000)`, 'x'.repeat(100_000)],
    ['42::tinyint', 42],
    ['-7::bigint', -7],
    ['9007199254740991::bigint', 9007199254740991],
    ['9007199254740993::bigint', '9007199254740993'],
    ['18446744073709551615::ubigint', '18446744073709551615'],
    ['1.10::decimal(9, 2)', 1.1],
    ['7::decimal(9, 2)', 7],
    ['0.1234567890123456789::decimal(38, 19)', '0.1234567890123456789'],
    ['0.1::double', 0.1],
    [`'nan'::double`, null],
    [`'-inf'::float`, null],
    ['null::varchar', null],
    ['true', true],
    [`date '2026-01-31'`, '2026-01-31'],
    [`timestamp '2026-01-31 12:30:00'`, '2026-01-31 12:30:00'],
    [`timestamp '2026-01-31 12:30:00.123456'`, '2026-01-31 12:30:00.123456'],
    [`time '12:30:00'`, '12:30:00'],
    [`['a', null, 'b']`, ['a', null, 'b']],
    [`{'org': 'acme', 'counts': [1, 2]}`, { org: 'acme', counts: [1, 2] }],
    [
      `map {'python': 3::bigint, '__proto__': 1::bigint}`,
      Object.fromEntries([
        ['python', 3],
        ['__proto__', 1],
      ]),
    ],
    [`'caf' || chr(233)`, 'café'],
    [`encode('text')`, 'text'],
    [`'\\xFF\\x00'::blob`, null],
    [`'00000000-0000-0000-0000-000000000007'::uuid`, '00000000-0000-0000-0000-000000000007'],
  ];
  let read: Record<string, unknown>;
  beforeAll(async () => {
    const columns = values.map(([expression], i) => `${expression} as v${i}`);
    const file = await parquetBySql(join(folder, 'values.parquet'), `select ${columns.join(', ')}`);
    [read = {}] = (await rowsOf(file)) as Record<string, unknown>[];
  });

  it.each(values)('is read as the table in the documentation says: %s', (expression, value) => {
    const place = values.findIndex((each) => each[0] === expression);
    expect(read[`v${place}`]).toEqual(value);
  });

  it('keeps the time of a moment, in UTC, wherever it is read', async () => {
    expect(await valueIn(`timestamptz '2026-01-31 12:30:00+00'`)).toBe('2026-01-31 12:30:00+00');
  });
});

describe('the columns of a Parquet file', () => {
  it('have the names that the file gives them, in its order, whatever they are', async () => {
    const names = ['b', 'B', '__proto__', 'a "quoted" one', 'filename'];
    const rows = [Object.fromEntries(names.map((name, i) => [name, `${i}`]))];
    const file = join(temporaryFolder(), 'names.parquet');
    // The engine rejects names that differ only in case, so the bytes of one are changed.
    const bytes = Buffer.from(
      await parquetOf([Object.fromEntries(names.map((name, i) => [name === 'B' ? 'Q' : name, `${i}`]))]),
    );
    for (let at = bytes.indexOf('\u0001Q'); at !== -1; at = bytes.indexOf('\u0001Q')) bytes.write('B', at + 1);
    writeFileSync(file, bytes);
    const [row] = await rowsOf(file);
    expect(Object.entries(row as object)).toEqual(Object.entries(rows[0] ?? {}));
  });

  it('are kept apart, texts and others, some of them empty', async () => {
    const query = `select * from (values ('a', 1, null, 'é'), (null, null, 'b', ''), ('', 3, 'c', 'd')) t(one, two, three, four)`;
    expect(await rowsOf(await parquetBySql(join(temporaryFolder(), 'rows.parquet'), query))).toEqual([
      { one: 'a', two: 1, three: null, four: 'é' },
      { one: null, two: null, three: 'b', four: '' },
      { one: '', two: 3, three: 'c', four: 'd' },
    ]);
  });

  it('are as many as the file has, and no rows are no rows', async () => {
    const file = await parquetBySql(join(temporaryFolder(), 'none.parquet'), 'select 1 as a where false');
    expect(await rowsOf(file)).toEqual([]);
  });
});

describe('the path of a Parquet file', () => {
  it.each([
    `it's "quoted"; drop.parquet`,
    'all*.parquet',
    'what?.parquet',
    '[ab].parquet',
    '{a,b}.parquet',
    'year=2026/rows.parquet',
    'hf://datasets/a/b.parquet',
    's3:/bucket/a.parquet',
    'a\\b.parquet',
    '%2e%2e.parquet',
    'no ending',
    'rows.csv',
  ])('means that file alone: %s', async (name) => {
    const folder = temporaryFolder();
    const file = join(folder, name);
    mkdirSync(join(file, '..'), { recursive: true });
    const other = await parquetBySql(join(folder, 'all-other.parquet'), `select 'other' as id`);
    for (const decoy of ['a.parquet', 'b.parquet', 'whatx.parquet']) copyFileSync(other, join(folder, decoy));
    await parquetBySql(join(folder, 'mine'), `select 'mine' as id`);
    copyFileSync(join(folder, 'mine'), file);
    expect(await rowsOf(file)).toEqual([{ id: 'mine' }]);
  });

  it.runIf(process.platform === 'linux')(
    'means the file that was opened: one that takes its name later is not read',
    async () => {
      const [path, other] = [join(temporaryFolder(), 'a[1]*.parquet'), join(temporaryFolder(), 'other.parquet')];
      writeFileSync(path, await parquetOf([{ id: 'first' }]));
      writeFileSync(other, await parquetOf([{ id: 'other' }]));
      const engine = await openEngine(path, 'read');
      rmSync(path);
      symlinkSync(other, path);
      await expect(engine.connection.runAndReadAll(`select id from read_parquet(${engine.file})`)).rejects.toThrow(
        /Cannot access file/,
      );
      engine.close();
    },
  );

  it('lets the engine reach nothing else', async () => {
    const folder = temporaryFolder();
    const file = await parquetBySql(join(folder, 'a.parquet'), `select 'a' as id`);
    const other = await parquetBySql(join(folder, 'b.parquet'), `select 'b' as id`);
    const { connection, close } = await openEngine(file, 'read');
    const queries = [
      `select * from read_parquet('${other}')`,
      `select * from read_parquet('${folder}/*.parquet')`,
      `select * from read_parquet('${folder}/x/../b.parquet')`,
      `select * from read_text('/etc/hostname')`,
      `select * from glob('${folder}/*')`,
      `copy (select 1) to '${folder}/c.parquet'`,
      `attach '${folder}/d.db'`,
      'install httpfs',
      'load httpfs',
      'set enable_external_access = true',
      `set memory_limit = '8GB'`,
    ];
    for (const query of queries) await expect(connection.run(query), query).rejects.toThrow();
    close();
  });
});

it.each([
  ['read', '667.5 MiB', 2],
  ['count', '953.6 MiB', 2],
  ['pick', '488.2 MiB', 1],
] as const)('gives DuckDB so much memory and no disk to %s', async (purpose, memory, threads) => {
  const file = await parquetBySql(join(temporaryFolder(), 'a.parquet'), `select 'a' as id`);
  const { connection, close } = await openEngine(file, purpose);
  const settings = `select current_setting('memory_limit'), current_setting('threads')::integer, current_setting('max_temp_directory_size')`;
  const rows = (await connection.runAndReadAll(settings)).getRowsJS();
  close();
  expect(rows).toEqual([[memory, threads, '0 bytes']]);
});

describe('a Parquet file beyond a limit', () => {
  const refused = async (query: string): Promise<unknown> =>
    rowsOf(await parquetBySql(join(temporaryFolder(), 'h.parquet'), query)).catch((error: unknown) => error);
  const list = (depth: number) => `select ${'['.repeat(depth)}'x'${']'.repeat(depth)} as value`;
  const columns = (count: number) => `select ${Array.from({ length: count }, (_, i) => `${i} as c${i}`).join(', ')}`;

  it.each([
    ['lists nested 11 deep', list(11), /lists are nested 11 deep; Winnow reads at most 10/],
    ['2,001 columns', columns(2001), /more than 2000 columns/],
    [
      'a row of 65 MiB',
      `select repeat('x', 65 * 1048576) as a, 1 as b`,
      /a row has 68157440 bytes; Winnow reads at most 67108864/,
    ],
    [
      'rows that share a text',
      `select repeat('x', 1000000) as a from range(200)`,
      /the file unpacks to more than 6\d{7} bytes/,
    ],
    [
      'lists that share a text',
      `select list_transform(range(30), lambda i: repeat('x', 1000000)) as a from range(10)`,
      /the file unpacks to more than 6\d{7} bytes/,
    ],
    [
      'a list of strings in one row',
      `select list_transform(range(70), lambda i: repeat('x', 1000000)) as a`,
      /a row has \d+ bytes/,
    ],
    [
      'two million rows of nothing',
      'select 1 as a from range(2000000)',
      /the file claims to have more than 1\d{6} rows/,
    ],
  ])('is refused: %s', async (_, query, message) => {
    const error = await refused(query);
    expect(error).toBeInstanceOf(Error);
    expect((error as Error).message).toMatch(message);
  });

  it('is read within the limits', async () => {
    expect(await refused(list(10))).toEqual([{ value: [[[[[[[[[['x']]]]]]]]]] }]);
    expect(await refused(columns(2000))).toMatchObject([{ c0: 0, c1999: 1999 }]);
  });

  it('is refused when its footer is too long', async () => {
    const file = join(temporaryFolder(), 'footer.parquet');
    const [length, bytes] = [Buffer.alloc(4), 33 * 2 ** 20];
    length.writeUInt32LE(bytes);
    writeFileSync(file, Buffer.concat([Buffer.from('PAR1'), Buffer.alloc(bytes), length, Buffer.from('PAR1')]));
    await expect(rowsOf(file)).rejects.toThrow(/the footer has 34603008 bytes; Winnow reads at most 33554432/);
  });

  it.each([100, 100_000])('is refused when groups are nested %i deep, which ends DuckDB', async (levels) => {
    const file = join(temporaryFolder(), 'deep.parquet');
    writeFileSync(file, deepParquet(levels));
    await expect(rowsOf(file)).rejects.toThrow(/nested more than 64 levels deep/);
  });
});

describe('long rows of a Parquet file', () => {
  it('are read as short ones are, in order, with every kind of value', async () => {
    const query = `select n as id, case when n % 3 = 0 then null else repeat('é', 40000 * (n % 4)) end as long,
      chr(65279) || repeat('y', 70000 * (n % 2)) as marked, [repeat('z', 50000 * (n % 3)), null] as list,
      {'a': repeat('w', n)} as record, 'short' as "__proto__", encode(repeat('v', 80000 * (n % 2))) as bytes,
      100 - n as file_row_number from range(60) t(n)`;
    const file = await parquetBySql(join(temporaryFolder(), 'long.parquet'), query);
    const rows = await rowsOf(file);
    expect(rows).toEqual(
      Array.from({ length: 60 }, (_, n) =>
        Object.fromEntries([
          ['id', n],
          ['long', n % 3 === 0 ? null : 'é'.repeat(40_000 * (n % 4))],
          ['marked', `\ufeff${'y'.repeat(70_000 * (n % 2))}`],
          ['list', ['z'.repeat(50_000 * (n % 3)), null]],
          ['record', { a: 'w'.repeat(n) }],
          ['__proto__', 'short'],
          ['bytes', 'v'.repeat(80_000 * (n % 2))],
          ['file_row_number', 100 - n],
        ]),
      ),
    );
  });
});

describe('a damaged Parquet file', () => {
  const plain = `select n as id, 'text ' || n as body, n / 3 as share from range(50) t(n)`;
  const nested = `select 'id-' || n as id, [n, n + 1] as list, {'a': n, 'b': 'x'} as record, date '2026-01-01' as day from range(40) t(n)`;

  it.each([
    ['plain, with snappy', plain, 'compression snappy'],
    ['nested, with zstd', nested, 'compression zstd'],
  ])('is read or refused, never worse: %s', async (_, query, options) => {
    const folder = temporaryFolder();
    const whole = readFileSync(await parquetBySql(join(folder, 'whole.parquet'), query, options));
    const file = join(folder, 'damaged.parquet');
    const count = inDepth(300, 50);
    const outcomes = { read: 0, refused: 0 };
    for (const damaged of damages(whole, count)) {
      writeFileSync(file, damaged);
      try {
        await rowsOf(file);
        outcomes.read += 1;
      } catch (error) {
        expect(error).toBeInstanceOf(Error);
        expect((error as Error).message).toMatch(/^[^\n]+$/);
        outcomes.refused += 1;
      }
    }
    expect(outcomes.read + outcomes.refused).toBe(count);
    expect(outcomes.refused).toBeGreaterThan(count / 2);
  });

  it('is refused when it claims more rows than it can hold', async () => {
    const whole = readFileSync(await parquetBySql(join(temporaryFolder(), 'a.parquet'), 'select 1 as a'));
    const file = join(temporaryFolder(), 'claims.parquet');
    // The footer's number of rows, as Thrift writes 1: the field's header, then twice the number.
    const at = whole.lastIndexOf(Buffer.from([0x16, 0x02, 0x19]));
    const many = Buffer.concat([
      whole.subarray(0, at + 1),
      Buffer.from([0xfe, 0xff, 0xff, 0xff, 0x7f]),
      whole.subarray(at + 2),
    ]);
    many.writeUInt32LE(whole.readUInt32LE(whole.length - 8) + 4, many.length - 8);
    writeFileSync(file, many);
    await expect(rowsOf(file)).rejects.toThrow(/the file claims to have more than \d+ rows, too many for its size/);
  });
});

/** The same every time: bytes that are changed, cut off, doubled or filled, by a small generator of numbers. */
function* damages(whole: Buffer, count: number): Generator<Buffer> {
  let state = 20_261_115;
  const below = (most: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state % most;
  };
  for (let i = 0; i < count; i++) {
    const bytes = Buffer.from(whole);
    const at = below(whole.length);
    // The footer locates everything else, so most reader bugs are found there.
    const inFooter = whole.length - 1 - below(Math.min(whole.length, 400));
    if (i % 5 === 0) yield bytes.subarray(0, at);
    else if (i % 5 === 1) yield Buffer.concat([bytes.subarray(0, at), bytes]);
    else if (i % 5 === 2) yield bytes.fill(below(256), at, Math.min(whole.length, at + 1 + below(16)));
    else {
      bytes[i % 5 === 3 ? at : inFooter] = below(256);
      yield bytes;
    }
  }
}
