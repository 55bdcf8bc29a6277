import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zipOf, zstdFrame, zstdOf } from '../../../test/results/zip-of.js';
import { temporaryFolder } from '../../../test/support/temporary-folder.js';
import { inflateZstd } from '../packed/unpacked.js';
import { ZipArchive, type ZipLimits } from './zip-archive.js';

const limits = { entryBytes: 1000, totalBytes: 1500 };

function opened(content: Buffer, most?: ZipLimits): ZipArchive {
  const path = join(temporaryFolder(), 'archive');
  writeFileSync(path, content);
  return ZipArchive.open(path, most);
}

describe('a ZIP archive', () => {
  it.each(['stored', 'deflate', 'zstd'] as const)(
    'gives what was %s, and finds its end before a comment',
    async (packing) => {
      const text = 'some text, '.repeat(50);
      const archive = opened(
        zipOf(
          [
            { name: 'a', text: '', packing },
            { name: '../b', text, packing },
          ],
          'PK a comment',
        ),
      );
      expect(archive.names()).toEqual(['a', '../b']);
      expect(await archive.text('a')).toBe('');
      expect(await archive.text('../b')).toBe(text);
      await expect(archive.text('c')).rejects.toThrow('the archive has no c');
      archive.close();
    },
  );

  it('refuses an entry that unpacks to more than is allowed, or than it claims', async () => {
    const bomb = { name: 'a', text: 'x'.repeat(5000) };
    await expect(opened(zipOf([bomb]), limits).text('a')).rejects.toThrow('it claims to have 5000 bytes');
    for (const packing of ['deflate', 'zstd', 'stored'] as const) {
      const liar = opened(zipOf([{ ...bomb, packing, claims: 100 }]));
      await expect(liar.text('a'), packing).rejects.toThrow('the entry a cannot be read');
    }
  });

  it('refuses entries that together unpack to too much, the same one over and over', async () => {
    const archive = opened(zipOf([{ name: 'a', text: 'x'.repeat(900) }]), limits);
    await archive.text('a');
    await expect(archive.text('a')).rejects.toThrow('more than 1500 bytes');
  });

  it('refuses more entries than it can have, damage, unknown packing and what is not UTF-8', async () => {
    const many = zipOf([{ name: 'a', text: 'abc' }]);
    many.writeUInt16LE(2, many.length - 12);
    expect(() => opened(many)).toThrow('the directory of the archive is broken at entry 2 of 2');
    const damaged = zipOf([{ name: 'a', text: 'abc', packing: 'stored' }]);
    damaged.write('X', 31);
    await expect(opened(damaged).text('a')).rejects.toThrow('damaged');
    await expect(opened(zipOf([{ name: 'a', text: 'abc', method: 12 }])).text('a')).rejects.toThrow('method 12');
    const latin = zipOf([
      { name: 'a', text: '', packed: Buffer.from([0xff]), content: Buffer.from([0xff]), method: 0 },
    ]);
    await expect(opened(latin).text('a')).rejects.toThrow('the entry a cannot be read');
  });

  it('knows the wide form of the directory', async () => {
    const plain = zipOf([{ name: 'a', text: 'abc' }]);
    const end = plain.length - 22;
    const wide = Buffer.alloc(56 + 20);
    wide.write('PK\u0006\u0006', 0, 'latin1');
    wide.writeBigUInt64LE(1n, 32);
    wide.writeBigUInt64LE(BigInt(plain.readUInt32LE(end + 12)), 40);
    wide.writeBigUInt64LE(BigInt(plain.readUInt32LE(end + 16)), 48);
    wide.write('PK\u0006\u0007', 56, 'latin1');
    wide.writeBigUInt64LE(BigInt(end), 64);
    const tail = Buffer.from(plain.subarray(end));
    tail.writeUInt16LE(0xffff, 10);
    tail.writeUInt32LE(0xffffffff, 16);
    expect(await opened(Buffer.concat([plain.subarray(0, end), wide, tail])).text('a')).toBe('abc');
  });
});

describe('Zstandard', () => {
  const content = Buffer.from('some content '.repeat(30));

  it('is read over many frames, with or without a stated size', () => {
    expect(Buffer.from(inflateZstd(zstdOf(content, 7), content.length))).toEqual(content);
    const unsized = Buffer.concat([zstdFrame(content, 0), zstdFrame(content, 0x48)]);
    expect(Buffer.from(inflateZstd(unsized, content.length * 2))).toEqual(Buffer.concat([content, content]));
  });

  it('is refused when it asks for much memory, gives more than it should, or is cut off', () => {
    expect(() => inflateZstd(zstdFrame(content, 0xf8), content.length)).toThrow('too much memory');
    expect(() => inflateZstd(zstdFrame(content), 10)).toThrow('more than the 10 bytes');
    const claims = zstdFrame(content);
    claims.writeUInt32LE(0x7fffffff, 5);
    expect(() => inflateZstd(claims, content.length)).toThrow('too much');
    for (let length = 1; length < 60; length++) {
      expect(() => inflateZstd(zstdFrame(content).subarray(0, length), content.length)).toThrow();
    }
  });

  it('is refused when blocks of one byte would swell', () => {
    const header = Buffer.from([0x28, 0xb5, 0x2f, 0xfd, 0, 0x48]);
    const swelling = Buffer.alloc(4);
    swelling.writeUIntLE((0x1fffff << 3) | 2, 0, 3);
    const blocks = Array.from({ length: 200 }, () => swelling);
    expect(() => inflateZstd(Buffer.concat([header, ...blocks, Buffer.from([1, 0, 0])]), 100)).toThrow(
      'larger than Zstandard allows',
    );
  });
});
