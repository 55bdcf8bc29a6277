import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { deflateRawSync, gzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { zstdOf } from '../../../test/results/zip-of.js';
import { copyBySql } from '../../../test/support/copy-by-sql.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { contentKind, tableKind } from '../tables/content-kind.js';
import { readTable } from '../tables/read-table.js';
import { unpackedStream, unpackedText } from './unpacked.js';

const lines = Array.from({ length: 5000 }, (_, i) => `${JSON.stringify({ id: `é-${i}`, body: 'x'.repeat(i % 50) })}\n`);
const text = lines.join('');
const csv = `id,body\n${Array.from({ length: 5000 }, (_, i) => `é-${i},"a, b"\n`).join('')}`;

const packers: readonly [string, 'gzip' | 'zstd', (content: string) => Buffer][] = [
  ['gzip', 'gzip', (content) => gzipSync(content)],
  [
    'gzip in two parts',
    'gzip',
    (content) => Buffer.concat([gzipSync(content.slice(0, 70)), gzipSync(content.slice(70))]),
  ],
  ['Zstandard', 'zstd', (content) => zstdOf(Buffer.from(content), 100_000)],
  ['Zstandard in many frames', 'zstd', (content) => zstdOf(Buffer.from(content), 1000)],
];

function fileOf(content: Buffer): string {
  const file = join(temporaryFolder(), 'content');
  writeFileSync(file, content);
  return file;
}

async function rowsOf(file: string): Promise<unknown[]> {
  const kind = tableKind(file);
  if (kind === undefined) throw new Error('no table');
  const rows: unknown[] = [];
  for await (const { data } of readTable(file, kind, () => undefined)) rows.push(data);
  return rows;
}

async function bytesIn(file: string, packing: 'gzip' | 'zstd'): Promise<number> {
  let bytes = 0;
  for await (const part of unpackedStream(file, packing) as AsyncIterable<Buffer>) bytes += part.length;
  return bytes;
}

describe.each(packers)('a text packed with %s', (_, packing, pack) => {
  it('is known by its bytes, and read as the text is', async () => {
    expect(contentKind(fileOf(pack(text)))).toEqual({ kind: 'json-lines', packing });
    expect(contentKind(fileOf(pack(csv)))).toEqual({ kind: 'csv', delimiter: ',', packing });
    expect(contentKind(fileOf(pack('[{"id": 1}]')))).toEqual({ kind: 'json', packing });
    expect(contentKind(fileOf(pack('')))).toEqual({ kind: 'empty' });
    expect(contentKind(fileOf(pack('No table.')))).toEqual({ kind: 'other' });
    expect(await rowsOf(fileOf(pack(text)))).toEqual(lines.map((line) => JSON.parse(line)));
    expect(await rowsOf(fileOf(pack(csv)))).toHaveLength(5000);
    expect(await rowsOf(fileOf(pack('[{"id": 1}]')))).toEqual([{ id: 1 }]);
    expect(await unpackedText(fileOf(pack(`\ufeff${text}`)), packing)).toBe(text);
  });

  it('is refused when it is cut off, wherever', async () => {
    const packed = pack(text.slice(0, 3000));
    for (let length = 20; length < packed.length; length += 37) {
      const cut = fileOf(packed.subarray(0, length));
      // Input that ends with a complete part looks whole.
      await bytesIn(cut, packing).then(
        (bytes) => expect(bytes).toBeLessThan(3000),
        (error: Error) => expect(error.message).toMatch(/cut off|damaged/),
      );
    }
  });

  it('is refused when it is too long to be read whole', async () => {
    await expect(unpackedText(fileOf(pack(text)), packing, 1000)).rejects.toThrow(
      'the file unpacks to more than 1000 bytes',
    );
  });

  it('is refused when it holds what is packed itself', () => {
    expect(() => contentKind(fileOf(pack('PAR1....')))).toThrow(
      `the file is compressed twice; decompress it once (${packing})`,
    );
  });
});

it('reads what a real packer of Zstandard makes', async () => {
  const file = join(temporaryFolder(), 'rows');
  await copyBySql(
    file,
    `select 'id-' || n as id, repeat('text ' || n % 9, 20) as body from range(20000) t(n)`,
    'format csv, compression zstd',
  );
  expect(contentKind(file)).toEqual({ kind: 'csv', delimiter: ',', packing: 'zstd' });
  const rows = await rowsOf(file);
  expect(rows).toHaveLength(20_000);
  expect(rows.at(-1)).toEqual({ id: 'id-19999', body: 'text 1'.repeat(20) });
});

describe('a bomb', () => {
  const block = Buffer.alloc(4);
  // One byte, 128 KiB of it.
  block.writeUIntLE((131_072 << 3) | 2, 0, 3);
  block.writeUInt8(0x20, 3);
  const start = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x48]);
  const last = Buffer.from([1, 0, 0]);
  const swelling = (blocks: number) => Buffer.concat([start, ...Array.from({ length: blocks }, () => block), last]);

  it('is stopped at a thousand times its size and 64 MiB', async () => {
    expect(await bytesIn(fileOf(swelling(400)), 'zstd')).toBe(400 * 131_072);
    await expect(bytesIn(fileOf(swelling(4000)), 'zstd')).rejects.toThrow(/unpacks to more than \d+ bytes: 1000 times/);
  });

  it('is stopped at two lines for each of its bytes and a million more', async () => {
    const rows = (count: number) => fileOf(gzipSync('a,1\n'.repeat(count)));
    expect(await bytesIn(rows(1_000_000), 'gzip')).toBe(4_000_000);
    await expect(bytesIn(rows(1_100_000), 'gzip')).rejects.toThrow(/the file claims to have more than 10\d{5} rows/);
  });

  it('is not unpacked to tell what it holds', () => {
    const before = process.memoryUsage().rss;
    expect(contentKind(fileOf(swelling(16_000)))).toEqual({ kind: 'other' });
    expect(process.memoryUsage().rss - before).toBeLessThan(200 * 2 ** 20);
    expect(contentKind(fileOf(gzipSync(Buffer.alloc(2 ** 26, ' '))))).toEqual({ kind: 'other' });
  });

  it('is one line too long where it has no lines', async () => {
    const object = Buffer.from('{"id":"a"}\n{"id":"b');
    const raw = Buffer.alloc(3);
    raw.writeUIntLE(object.length << 3, 0, 3);
    const file = fileOf(Buffer.concat([start, raw, object, ...Array.from({ length: 520 }, () => block), last]));
    await expect(rowsOf(file)).rejects.toThrow('line 2 is longer than 67108864 bytes');
  });
});

describe('what only begins as if it were packed', () => {
  it.each<[string, Buffer]>([
    ['gzip', Buffer.concat([Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 3]), Buffer.alloc(100, 0xff)])],
    ['gzip of another kind', Buffer.concat([Buffer.from([0x1f, 0x8b, 7]), deflateRawSync('x')])],
    ['Zstandard', Buffer.concat([Buffer.from([0x28, 0xb5, 0x2f, 0xfd]), Buffer.alloc(100, 0xff)])],
  ])('is refused: %s', (_, content) => {
    expect(() => contentKind(fileOf(content))).toThrow(/is damaged/);
  });
});
