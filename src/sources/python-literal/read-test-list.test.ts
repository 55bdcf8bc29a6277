import { describe, expect, it } from 'vitest';
import { readTestList } from '../facts/sizes.js';

const NAMES = [
  `t/a.py::test[it's "x"]`,
  't/a.py::test[a, b]',
  `t/a.py::test['a'-"b"]`,
  't/a.py::test[line\nbreak]',
  't/a.py::test[ü-😀]',
  't/a.py::test[back\\slash]',
];
const PYTHON_NAMES =
  `['t/a.py::test[it\\'s "x"]', 't/a.py::test[a, b]', 't/a.py::test[\\'a\\'-"b"]', ` +
  `'t/a.py::test[line\\nbreak]', 't/a.py::test[ü-😀]', 't/a.py::test[back\\\\slash]']`;

describe('readTestList', () => {
  it('reads an array', () => {
    expect(readTestList(NAMES)).toStrictEqual({ tests: NAMES, form: 'array' });
    expect(readTestList([])).toStrictEqual({ tests: [], form: 'array' });
  });

  it('gives a list of its own', () => {
    const names = ['a'];
    const { tests } = readTestList(names);
    names.push('b');
    expect(tests).toStrictEqual(['a']);
  });

  it('reads JSON', () => {
    expect(readTestList(JSON.stringify(NAMES))).toStrictEqual({ tests: NAMES, form: 'json' });
    expect(readTestList(' [] ')).toStrictEqual({ tests: [], form: 'json' });
  });

  it('reads a Python literal', () => {
    expect(readTestList(PYTHON_NAMES)).toStrictEqual({ tests: NAMES, form: 'python' });
    expect(readTestList("('a', 'b',)")).toStrictEqual({ tests: ['a', 'b'], form: 'python' });
    expect(readTestList("['a',\n 'b'\n]\n")).toStrictEqual({ tests: ['a', 'b'], form: 'python' });
  });

  it('reads what changing the quotes would break or bend', () => {
    const requote = (text: string) => JSON.parse(text.replaceAll("'", '"'));
    expect(() => requote(PYTHON_NAMES)).toThrow(SyntaxError);
    const bent = `["it's", 'a']`;
    expect(() => requote(bent)).toThrow(SyntaxError);
    expect(readTestList(bent).tests).toStrictEqual(["it's", 'a']);
    const split = `['a", "b']`;
    expect(requote(split)).toStrictEqual(['a', 'b']);
    expect(readTestList(split).tests).toStrictEqual(['a", "b']);
  });

  it.each([[null], [undefined], [''], [' \n']])('reads nothing from %j', (value) => {
    expect(readTestList(value)).toStrictEqual({ tests: [], form: 'empty' });
  });

  it.each([
    [7, 'a number'],
    [true, 'a boolean'],
    [{ tests: [] }, 'an object'],
    [['a', 7], 'a number as item 2'],
    [new Array(1), 'undefined as item 1'],
    ['7', 'a number in JSON'],
    ['null', 'null in JSON'],
    ['"a"', 'a string in JSON'],
    ['{"a": 1}', 'an object in JSON'],
    ['[1, 2]', 'a number in JSON as item 1'],
    ['["a", null]', 'null in JSON as item 2'],
    ['[["a"]]', 'a list in JSON as item 1'],
    ['None', 'null in a Python literal'],
    ["'a'", 'a string in a Python literal'],
    ["{'a': 1}", 'a dict in a Python literal'],
    ["{'a'}", 'a set in a Python literal'],
    ["['a', b'b']", 'bytes in a Python literal as item 2'],
    ["['a', 99999999999999999999]", 'a bigint in a Python literal as item 2'],
    ['a, b', 'text that is neither JSON nor a Python literal (character 1: expected a literal, found `a`)'],
    [`['it's']`, 'text that is neither JSON nor a Python literal (character 6: expected `,` or `]`, found `s`)'],
  ])('refuses %j', (value, found) => {
    expect(() => readTestList(value)).toThrow(new Error(`expected a list of test names, found ${found}`));
  });
});
