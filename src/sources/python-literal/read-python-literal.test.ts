import { describe, expect, it } from 'vitest';
import { PythonLiteralError, readPythonLiteral } from './read-python-literal.js';

describe('readPythonLiteral', () => {
  it.each([
    ['None', null],
    ['True', true],
    ['False', false],
    ['0', 0],
    ['-0', 0],
    ['-0.0', -0],
    ['9007199254740991', 9007199254740991],
    ['9007199254740993', 9007199254740993n],
    ['-9007199254740993', -9007199254740993n],
    ['01.5', 1.5],
    ['1e5', 100000],
    ['1e999', Number.POSITIVE_INFINITY],
  ])('reads the constant %s', (text, value) => {
    expect(readPythonLiteral(text)).toStrictEqual(value);
  });

  it.each([
    [`'it\\'s "x"'`, `it's "x"`],
    [`"it's \\"x\\""`, `it's "x"`],
    ["''", ''],
    [`'a' "b"'c'`, 'abc'],
    ["('a'\n 'b')", 'ab'],
    ["u'a'", 'a'],
    ["'\\a\\b\\f\\n\\r\\t\\v\\\\'", '\x07\b\f\n\r\t\v\\'],
    ["'\\x41\\u00e9\\U0001f600'", 'Aé😀'],
    ["'\\ud800'", '\ud800'],
    ["'\ud800'", '\ud800'],
    ["'\\q\\d\\é'", '\\q\\d\\é'],
    ["'é\u2028'", 'é\u2028'],
  ])('reads the text %j', (text, value) => {
    expect(readPythonLiteral(text)).toBe(value);
  });

  it.each([
    ["b'a\\xff\\n'", [0x61, 0xff, 0x0a]],
    ["b''", []],
    ["b'\\u0041\\N'", [...Buffer.from('\\u0041\\N')]],
  ])('reads the bytes %s', (text, bytes) => {
    expect(readPythonLiteral(text)).toStrictEqual(Uint8Array.from(bytes));
  });

  it.each([
    ['[]', []],
    ['[1, 2,]', [1, 2]],
    ['[[], [[None]]]', [[], [[null]]]],
    ['()', []],
    ['(1)', 1],
    ['(1,)', [1]],
    ['((1), 2)', [1, 2]],
    ['(None)', null],
    ['{}', new Map()],
    [
      "{'a': [1], 2: {},}",
      new Map<unknown, unknown>([
        ['a', [1]],
        [2, new Map()],
      ]),
    ],
    ["{(1, 'a'): 2}", new Map([[[1, 'a'], 2]])],
    ['{1, 2,}', new Set([1, 2])],
    ['{()}', new Set([[]])],
    ['set()', new Set()],
    ['\n  [1]\n  ', [1]],
  ])('reads the container %j', (text, value) => {
    expect(readPythonLiteral(text)).toStrictEqual(value);
  });

  it('tells a tuple from a list', () => {
    expect(Object.isFrozen(readPythonLiteral('(1,)'))).toBe(true);
    expect(Object.isFrozen(readPythonLiteral('[1]'))).toBe(false);
  });

  it.each(["{1: 0, '1': 0}", "{'a': 0, b'a': 0}", "{None: 0, 'None': 0}", "{('a', 'b'): 0, (\"a'b\",): 0}"])(
    'keeps different keys apart: %s',
    (text) => {
      expect(readPythonLiteral(text)).toHaveProperty('size', 2);
    },
  );

  it('takes `__proto__` for a key like any other', () => {
    const value = readPythonLiteral("{'__proto__': {'polluted': True}, 'constructor': 1}");
    expect(value).toStrictEqual(
      new Map<unknown, unknown>([
        ['__proto__', new Map([['polluted', true]])],
        ['constructor', 1],
      ]),
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it.each([
    ['', 1, 'expected a literal, found the end of the text'],
    [' \n', 3, 'expected a literal, found the end of the text'],
    ['# one', 1, 'expected a literal, found `#`'],
    ['null', 1, 'expected a literal, found `null`'],
    ['inf', 1, 'expected a literal, found `inf`'],
    ['[nan]', 2, 'expected a literal, found `nan`'],
    ["f'a'", 1, 'expected a literal, found `f`'],
    ["ur'a'", 1, 'expected a literal, found `ur`'],
    ['__import__("os")', 1, 'expected a literal, found `__import__`'],
    ['True1', 1, 'expected a literal, found `True1`'],
    ['set([1])', 1, 'expected a literal, found `set`'],
    ['[1', 3, 'expected `,` or `]`, found the end of the text'],
    ['[1 2]', 4, 'expected `,` or `]`, found `2`'],
    ['[1)', 3, 'expected `,` or `]`, found `)`'],
    ['[,]', 2, 'expected a literal, found `,`'],
    ['[1,,2]', 4, 'expected a literal, found `,`'],
    ['(1,,)', 4, 'expected a literal, found `,`'],
    ['{1: 2, 3}', 9, 'expected `:`, found `}`'],
    ['{1, 2: 3}', 6, 'expected `,` or `}`, found `:`'],
    ['{1:}', 4, 'expected a literal, found `}`'],
    ['{**{}}', 2, 'expected a literal, found `*`'],
    ['{1: 2, [3]: 4}', 8, 'a list, dict or set cannot be a key or a set member'],
    ['{(1, [])}', 2, 'a list, dict or set cannot be a key or a set member'],
    ['{{}}', 2, 'a list, dict or set cannot be a key or a set member'],
    ['1 2', 3, 'expected the end of the text, found `2`'],
    ['1\n2', 3, 'expected the end of the text, found `2`'],
    ["'a'\n'b'", 5, "expected the end of the text, found `'`"],
    ['[1]]', 4, 'expected the end of the text, found `]`'],
    ['1;', 2, 'expected the end of the text, found `;`'],
    ['1 + 2j', 3, 'expected the end of the text, found `+`'],
    ['[\u00a01]', 2, 'expected a literal, found U+00A0'],
    ['\ufeff1', 1, 'expected a literal, found U+FEFF'],
    ['\u001b[2J', 1, 'expected a literal, found U+001B'],
    ['1 \\', 3, 'expected the end of the text, found `\\`'],
    ["'\0'", 2, 'Python source cannot contain NUL'],
    ['0777', 1, '`0777` is not a number'],
    ['1__0', 1, '`1__0` is not a number'],
    ['1_', 1, '`1_` is not a number'],
    ['0x', 1, '`0x` is not a number'],
    ['0b2', 1, '`0b2` is not a number'],
    ['1e', 1, '`1e` is not a number'],
    ['1L', 1, '`1L` is not a number'],
    ['...', 1, 'expected a literal, found `.`'],
    ['2j', 1, '`2j` is not a number'],
    ['--1', 1, 'expected a literal, found `-`'],
    ['0x1f', 1, '`0x1f` is not a number'],
    ["-'a'", 1, 'expected a literal, found `-`'],
    ["['a", 2, "the string that starts here has no closing '"],
    ["r'a'", 1, 'expected a literal, found `r`'],
    ["'''a'''", 1, 'strings in triple quotes are not supported'],
    ["'a\nb'", 3, "expected a closing ', found U+000A"],
    ["b'é'", 3, "expected an ASCII character or a closing ', found `é`"],
    ["'a' b'b'", 5, 'bytes and text cannot be joined'],
    ["'\\N{BULLET}'", 2, 'the escape \\N is not supported'],
    ["'\\0'", 2, 'the escape \\0 is not supported'],
    ["'\\x4'", 2, 'expected 2 hex digits after \\x'],
    ["'\\u12g4'", 2, 'expected 4 hex digits after \\u'],
    ["'\\U0011000", 2, 'expected 8 hex digits after \\U'],
    ["'\\U00110000'", 2, '\\U00110000 is beyond the last Unicode character'],
  ])('refuses %j', (text, position, problem) => {
    const refusal = refusalOf(text);
    expect(refusal.message).toBe(`character ${position}: ${problem}`);
    expect(refusal.position).toBe(position);
  });

  it('reads 100 nested brackets, not 101', () => {
    expect(readPythonLiteral('['.repeat(100) + ']'.repeat(100))).toHaveLength(1);
    for (const [open, close] of ['[]', '()', '{}']) {
      expect(refusalOf(`${open}`.repeat(101) + `${close}`.repeat(101)).message).toBe(
        'character 101: more than 100 nested brackets',
      );
    }
  });

  it('reads numbers of 4300 characters, not of 4301', () => {
    expect(readPythonLiteral('9'.repeat(4300))).toBe(10n ** 4300n - 1n);
    expect(refusalOf('9'.repeat(4301)).message).toBe('character 1: a number of more than 4300 characters');
  });
});

function refusalOf(text: string): PythonLiteralError {
  try {
    readPythonLiteral(text);
  } catch (error) {
    if (error instanceof PythonLiteralError) return error;
    throw error;
  }
  throw new Error(`${JSON.stringify(text)} was read`);
}
