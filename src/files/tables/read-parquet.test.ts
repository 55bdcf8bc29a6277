import { gzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { boundedCompressors } from './read-parquet.js';

const compressors = boundedCompressors(1000);
const bomb = gzipSync(Buffer.alloc(1_000_000));

it('unpacks a page of an honest size', () => {
  const page = compressors.GZIP?.(gzipSync(Buffer.from('page')), 4);
  expect(Buffer.from(page ?? []).toString()).toBe('page');
});

it.each(Object.keys(compressors) as (keyof typeof compressors)[])('refuses a %s page that claims too much', (codec) => {
  expect(() => compressors[codec]?.(bomb, 1_000_000)).toThrow(/a page claims 1000000 bytes; at most 1000 are read/);
});

it('stops a page that unpacks to more than it claims', () => {
  expect(() => compressors.GZIP?.(bomb, 500)).toThrow();
});
