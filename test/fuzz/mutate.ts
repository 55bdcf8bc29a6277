import type { RandomStream } from '../../src/core/statistics/random-numbers.js';

/** For tests: a number below `end`, which is above 0. */
const below = (random: RandomStream, end: number) => Math.floor(random.double() * end);

function pick<Item>(random: RandomStream, items: readonly Item[]): Item {
  const item = items[below(random, items.length)];
  if (item === undefined) throw new Error('there is nothing to pick from');
  return item;
}

type Mutation = (bytes: Buffer, random: RandomStream, corpus: readonly Buffer[]) => Buffer;

const extremes = [
  ...[
    '0',
    '-0',
    '-1',
    '1e999',
    '-1e-999',
    '9007199254740993',
    '18446744073709551616',
    '4294967295',
    '0.1',
    '00',
    '1_0',
  ],
  ...['NaN', 'Infinity', '0x10', '1e', '.5', '99999999999999999999999999999999999999'],
];
const strange = [
  ...['\u0000', '\ufeff', '\u2028', '\ud83d\ude00', '\u202e', '\u00a0', 'e\u0301', '\r', '\r\n', '\t', '\u0085', '\\'],
  ...['"', "'", '`', '#', ':', ',', '\\u0000', '\\ud800', '%', '%ff', '&a', '*a', '<<: *a', '---\n', '...\n', '|', '>'],
  ...[
    '__proto__',
    'constructor',
    'toString',
    'null',
    'true',
    '~',
    '!!js/function',
    '"__proto__": {"a": 1},',
    '{{ id }}',
  ],
];
const brackets = ['[', '{', '(', '{"a":', '[[', '- ', '"', '>', "b'", '[a', 'a.'];

/** Every way in which a case is made from another; the same random numbers give the same bytes. */
const mutations: readonly Mutation[] = [
  (bytes, random) => edited(bytes, random, (byte) => byte ^ (1 << below(random, 8))),
  (bytes, random) => edited(bytes, random, () => below(random, 256)),
  (bytes, random) => bytes.subarray(0, below(random, bytes.length + 1)),
  (bytes, random) => bytes.subarray(below(random, bytes.length + 1)),
  // Of two cases the beginning and the end.
  (bytes, random, corpus) => {
    const other = pick(random, corpus);
    return Buffer.concat([
      bytes.subarray(0, below(random, bytes.length + 1)),
      other.subarray(below(random, other.length + 1)),
    ]);
  },
  (bytes, random, corpus) => {
    const other = pick(random, corpus);
    const start = below(random, other.length + 1);
    return inserted(bytes, random, other.subarray(start, start + below(random, 200)));
  },
  // Once more, or not at all.
  (bytes, random) => {
    const start = below(random, bytes.length + 1);
    return inserted(bytes, random, bytes.subarray(start, start + below(random, 100)));
  },
  (bytes, random) => {
    const start = below(random, bytes.length + 1);
    return Buffer.concat([bytes.subarray(0, start), bytes.subarray(start + below(random, 50))]);
  },
  (bytes, random) => ofTokens(bytes, random, (token) => [token, token]),
  (bytes, random) => ofTokens(bytes, random, () => []),
  (bytes, random) => ofTokens(bytes, random, () => [pick(random, extremes)], /-?\d[\d.eE+_-]*/g),
  (bytes, random) => ofTokens(bytes, random, () => [pick(random, strange)]),
  (bytes, random) => ofTokens(bytes, random, (line) => [line, '\n', line], /[^\n]+/g),
  (bytes, random) => ofTokens(bytes, random, () => [], /[^\n]*\n/g),
  (bytes, random) => inserted(bytes, random, Buffer.from(pick(random, strange))),
  (bytes, random) => inserted(bytes, random, Buffer.from(pick(random, extremes))),
  (bytes, random) => inserted(bytes, random, Buffer.from(pick(random, brackets).repeat(1 + below(random, 300)))),
];

const largestBytes = 64 * 1024;

/** For tests: a case made from the corpus by one to four mutations. */
export function mutated(corpus: readonly Buffer[], random: RandomStream): Buffer {
  let bytes = pick(random, corpus);
  for (let times = 1 + below(random, 4); times > 0; times--) bytes = pick(random, mutations)(bytes, random, corpus);
  return bytes.subarray(0, largestBytes);
}

function edited(bytes: Buffer, random: RandomStream, change: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  const index = below(random, Math.max(1, copy.length));
  const byte = copy[index];
  if (byte !== undefined) copy[index] = change(byte);
  return copy;
}

function inserted(bytes: Buffer, random: RandomStream, piece: Buffer): Buffer {
  const at = below(random, bytes.length + 1);
  return Buffer.concat([bytes.subarray(0, at), piece, bytes.subarray(at)]);
}

/** With one token, near a place that is drawn, replaced. */
function ofTokens(
  bytes: Buffer,
  random: RandomStream,
  change: (token: string) => readonly string[],
  pattern = /\w+|\s+|[^\w\s]/g,
): Buffer {
  const text = bytes.toString('latin1');
  pattern.lastIndex = below(random, text.length + 1);
  const found = pattern.exec(text);
  if (found === null) return bytes;
  const after = found.index + found[0].length;
  return Buffer.concat([
    bytes.subarray(0, found.index),
    ...change(found[0]).map((part) => (part === found[0] ? bytes.subarray(found.index, after) : Buffer.from(part))),
    bytes.subarray(after),
  ]);
}
