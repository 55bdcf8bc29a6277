import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { expectLinearSteps } from '../../../test/support/count-steps.js';
import { inDepth } from '../../../test/support/depth.js';
import { askPython } from '../../../test/support/python/ask-python.js';
import type { TaggedValue } from '../../../test/support/python/tagged-value.js';
import { untag } from '../../../test/support/python/untag.js';
import { readTestList } from '../facts/sizes.js';
import { PythonLiteralError, type PythonValue, readPythonLiteral } from './read-python-literal.js';

interface Row {
  readonly value: TaggedValue;
  readonly texts: readonly string[];
}

const TABLE: readonly Row[] = JSON.parse(readFileSync(new URL('python-reprs.json', import.meta.url), 'utf8'));
const SEED = 20_250_101;
const PIECES = [
  ...'\'"\\()[]{},:;-+_.#0189abefjnorux \t\f\n\r',
  ...[
    "'''",
    '"""',
    'None',
    'True',
    'set()',
    '\\x41',
    '\\u00e9',
    '\\101',
    '\\\n',
    '\r\n',
    "b'a'",
    'é',
    '😀',
    '1.5',
    '0x1f',
  ],
];

const character = fc.oneof(
  fc.constantFrom(...'\'"\\[]{}(),:#-\n\r\t\0\x07\x7f\x85\xa0\xad\u2028\ufeff', '\ud800', '\udc80', '😀', '\u{e0001}'),
  fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
);
const text = fc.string({ unit: character, maxLength: 40 });
const whole = fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((int) => ({ int: String(int) }));
const bytes = fc.uint8Array({ maxLength: 30 }).map((codes) => ({ bytes: Buffer.from(codes).toString('latin1') }));
const fraction = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .map((float) => ({ float: Object.is(float, -0) ? '-0.0' : String(float) }));
// Neither floats nor booleans: as keys they may equal an int, and JSON would tell the merged keys apart.
const key = fc.oneof(
  text,
  whole,
  bytes,
  fc.array(fc.oneof(text, whole), { maxLength: 3 }).map((tuple) => ({ tuple })),
);
const keys = fc.uniqueArray(key, { selector: (tagged) => JSON.stringify(tagged), maxLength: 4 });

const { value: tagged } = fc.letrec<{ value: TaggedValue }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.oneof(fc.constantFrom(null, true, false), text, whole, fraction, bytes),
    fc.array(text, { maxLength: 5 }).map((list) => ({ list })),
    fc.array(tie('value'), { maxLength: 4 }).map((list) => ({ list })),
    fc.array(tie('value'), { maxLength: 4 }).map((tuple) => ({ tuple })),
    keys.map((set) => ({ set })),
    keys.chain((some) =>
      fc.tuple(...some.map((one) => fc.tuple(fc.constant(one), tie('value')))).map((dict) => ({ dict })),
    ),
  ),
}));

const edit = fc.tuple(fc.nat(), fc.nat(4), fc.constantFrom(...PIECES));
const mutated = fc
  .tuple(fc.constantFrom(...TABLE.flatMap((row) => row.texts)), fc.array(edit, { minLength: 1, maxLength: 3 }))
  .map(([original, edits]) => {
    // By whole characters, because Python can't be given half of one.
    const characters = [...original];
    for (const [place, removed, piece] of edits) {
      characters.splice(place % (characters.length + 1), Math.max(0, removed - 2), ...(removed === 1 ? [] : [piece]));
    }
    return characters.join('');
  });
const assembled = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(''));

const values = fc.sample(tagged, { numRuns: inDepth(500, 200), seed: SEED });
const texts = fc.sample(fc.oneof(mutated, mutated, assembled), { numRuns: inDepth(5000, 1500), seed: SEED });
const answer = askPython(values, texts);

describe('readPythonLiteral, on the committed table of what Python prints', () => {
  it.each(TABLE)('reads $texts.0', ({ value, texts: printed }) => {
    for (const one of printed) expectReading(one, value);
  });
});

describe.runIf(answer !== undefined)('readPythonLiteral, beside the Python of this machine', () => {
  it('reads back every value that Python prints', () => {
    expect(answer?.printed).toHaveLength(values.length);
    answer?.printed.forEach((printed, index) => {
      for (const one of printed) expectReading(one, values[index] ?? null);
    });
  });

  it('reads no text differently from `ast.literal_eval`, and none that it refuses', () => {
    let readCount = 0;
    answer?.read.forEach((reading, index) => {
      const one = texts[index] ?? '';
      if ('value' in reading) {
        if (!isRead(one)) return;
        readCount += 1;
        expectReading(one, reading.value);
      } else if (reading.refused !== 'IndentationError') expect(isRead(one), JSON.stringify(one)).toBe(false);
    });
    expect(readCount).toBeGreaterThan(texts.length / 20);
  });
});

describe('readPythonLiteral, on anything', () => {
  it('returns or throws a PythonLiteralError', () => {
    fc.assert(
      fc.property(fc.oneof(fc.string({ unit: 'binary', maxLength: 200 }), mutated, assembled), (one) => {
        isRead(one);
      }),
      { numRuns: 1500 },
    );
  });

  const pieces = [
    '[',
    '(',
    '{',
    "'",
    '"',
    "'a'",
    "b'a' ",
    '\\',
    '-',
    '-(',
    '#',
    '\n',
    ' ',
    '\\\n',
    '9',
    '1_',
    '1,',
    '[1],',
    'a',
  ];
  const manyOf = (piece: string, characters: number) => {
    const many = piece.repeat(characters / piece.length);
    return [many, `[${many}]`, `{${many}}`, `'${many}'`, `'''${many}'''`];
  };

  it.each(pieces)('takes a long text of %j', (piece) => {
    manyOf(piece, inDepth(2 ** 20, 2 ** 17)).forEach(isRead);
  });

  it.each(pieces)('reads many %j in a number of steps that grows with the text alone', async (piece) => {
    await expectLinearSteps((characters) => {
      const texts = manyOf(piece, characters);
      return () => texts.forEach(isRead);
    }, 1500);
  });
});

/** The text reads to the value, and as a list of tests if it is one. */
function expectReading(one: string, value: TaggedValue): void {
  const wanted = untag(value);
  const read = readPythonLiteral(one);
  expect(read, JSON.stringify(one)).toStrictEqual(wanted);
  expect(Object.isFrozen(read)).toBe(Object.isFrozen(wanted));
  if (isNames(wanted)) expect(readTestList(one).tests).toStrictEqual(wanted);
}

function isNames(value: PythonValue): value is readonly string[] {
  return Array.isArray(value) && value.every((item) => typeof item === 'string');
}

function isRead(one: string): boolean {
  try {
    readPythonLiteral(one);
    return true;
  } catch (error) {
    if (!(error instanceof PythonLiteralError)) throw error;
    return false;
  }
}
