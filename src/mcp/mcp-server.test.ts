import { expect, it } from 'vitest';
import { shortenDocument } from './mcp-server.js';

const numbers = (length: number) => Array.from({ length }, (_, i) => i);

it('leaves a short document as it is', () => {
  const document = { a: [1, 2], b: 'x'.repeat(700) };
  expect(shortenDocument(document, 1000)).toEqual({ document, leftOut: [] });
});

it('cuts lists within lists before those that hold them, and says what is missing', () => {
  const document = { name: 'x', parts: numbers(8).map((part) => ({ part, rows: numbers(1000) })) };
  const short = shortenDocument(document, 300);
  expect(short.leftOut).toEqual(['7960 of parts[].rows']);
  expect(short.document).toEqual({ name: 'x', parts: numbers(8).map((part) => ({ part, rows: numbers(5) })) });
});

it('cuts long texts and objects whose keys are names, and keeps every other key', () => {
  const hashes = Object.fromEntries(numbers(700).map((i) => [`task-${i}`, 'abcdefabcdef']));
  const keys = Object.fromEntries(numbers(30).map((i) => [`key${i}`, 'y'.repeat(5000)]));
  const { document, leftOut } = shortenDocument({ keys, hashes }, 100) as {
    document: { keys: Record<string, string>; hashes: object };
    leftOut: readonly string[];
  };
  expect(Object.keys(document.keys)).toHaveLength(30);
  expect(document.keys['key1']).toHaveLength(601);
  expect(Object.keys(document.hashes)).toEqual(['task-0']);
  expect(leftOut).toEqual(['699 of hashes']);
});
