import { describe, expect, it } from 'vitest';
import { parseJson } from './parse-json.js';

describe('parseJson', () => {
  it('reads bare NaN and Infinity as null, and leaves text alone', () => {
    expect(parseJson('{"a": NaN, "b": [-Infinity, Infinity, -1], "NaN": "NaN \\" NaN"}')).toEqual({
      a: null,
      b: [null, null, -1],
      NaN: 'NaN " NaN',
    });
  });

  it('reads long strings beside them', () => {
    const long = '\\"'.repeat(2_000_000);
    expect(parseJson(`["${long}", NaN]`)).toEqual(['"'.repeat(2_000_000), null]);
  });

  it('tells a document that is cut off from one that is wrong', () => {
    for (const text of ['{', '{"a', '{"a": [1, ', '[tru', '{"a": NaN, "b']) {
      expect(() => parseJson(text), text).toThrow(/cut off|not valid JSON/);
    }
    expect(() => parseJson('{"a": [1, ')).toThrow('the JSON is cut off');
    expect(() => parseJson('{\n  "a": x}')).toThrow('not valid JSON');
  });

  it('keeps a key that every object inherits', () => {
    expect(Object.keys(parseJson('{"__proto__": true}') as object)).toEqual(['__proto__']);
  });
});
