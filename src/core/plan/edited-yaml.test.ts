import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { EditedYaml } from './edited-yaml.js';
import { planYaml } from './plan-document.js';

const scalar = fc.oneof(
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.constantFrom(
    '',
    'a',
    'a: b',
    'a, b',
    '- a',
    '#',
    'a #b',
    'no',
    '1e3',
    '"',
    "it's",
    '{',
    'x-',
    'a:',
    'é',
    '*b',
    '&c',
  ),
);
const key = fc.constantFrom('a', 'b', 'c', 'd d', '7', 'true');
const { value } = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    scalar,
    fc.dictionary(key, tie('value'), { maxKeys: 4, noNullPrototype: true }),
    fc.array(tie('value'), { maxLength: 3 }),
  ),
}));
const whole = fc.dictionary(key, value, { minKeys: 1, maxKeys: 5, noNullPrototype: true });

/** The same data in several styles, some with comments. */
const styles: readonly ((data: unknown) => string)[] = [
  (data) => stringify(data),
  (data) => stringify(data, { indentSeq: false, lineWidth: 20 }),
  (data) => JSON.stringify(data, null, 2),
  (data) => JSON.stringify(data),
  (data) => stringify(data, { collectionStyle: 'flow' }),
  (data) => `# first\n${stringify(data, { indent: 4 }).replace(/^([^\n"'#|>]*): (\w+)$/gm, '$1:  $2 # why')}# last\n`,
  (data) => stringify(data).replaceAll('\n', '\r\n'),
];
const text = fc.tuple(whole, fc.nat(styles.length - 1)).map(([data, at]) => (styles[at] ?? JSON.stringify)(data));

type Plain = Record<string, unknown>;
const read = (yaml: string) => parse(yaml, planYaml) as Plain;
const isMap = (each: unknown): each is Plain => typeof each === 'object' && each !== null && !Array.isArray(each);

/** Does to plain data what an edit does to its text. */
function edited(data: Plain, [first = '', ...rest]: readonly string[], change: (map: Plain, key: string) => void) {
  if (rest.length === 0) change(data, first);
  else {
    const below = isMap(data[first]) ? data[first] : {};
    data[first] = below;
    edited(below, rest, change);
  }
}

const path = fc.array(key, { minLength: 1, maxLength: 3 });

describe('an edited text', () => {
  it('has the new value, and all others as they were', () => {
    fc.assert(
      fc.property(text, path, value, (yaml, at, wanted) => {
        const data = read(yaml);
        const yours = new EditedYaml(yaml);
        yours.set(at, wanted);
        edited(data, at, (map, name) => {
          map[name] = wanted;
        });
        expect(read(yours.toString())).toEqual(data);
        for (const comment of yaml.match(/^# (?:first|last)$/gm) ?? []) expect(yours.toString()).toContain(comment);
      }),
    );
  });

  it('loses a key, and nothing else', () => {
    fc.assert(
      fc.property(text, path, (yaml, at) => {
        const data = read(yaml);
        const yours = new EditedYaml(yaml);
        const above = at.slice(0, -1).reduce<unknown>((map, name) => (isMap(map) ? map[name] : undefined), data);
        yours.delete(at);
        if (!isMap(above)) expect(yours.toString()).toBe(yaml);
        else delete above[at.at(-1) ?? ''];
        expect(read(yours.toString())).toEqual(data);
      }),
    );
  });

  it('has more entries in a list, or fewer, and no list without entries', () => {
    fc.assert(
      fc.property(text, key, fc.array(value, { minLength: 1, maxLength: 3 }), fc.nat(3), (yaml, name, more, keep) => {
        const data = read(yaml);
        const yours = new EditedYaml(yaml);
        const before = data[name];
        yours.add([name], more);
        data[name] = [...(Array.isArray(before) ? before : isMap(before) ? [before] : []), ...more];
        expect(read(yours.toString())).toEqual(data);
        let at = 0;
        yours.remove([name], () => at++ % 4 !== keep);
        const left = (data[name] as unknown[]).filter((_, place) => place % 4 === keep);
        if (left.length > 0) data[name] = left;
        else delete data[name];
        expect(read(yours.toString())).toEqual(data);
      }),
    );
  });

  it('changes only one place when aliases share its content', () => {
    const yours = new EditedYaml('a: &x { take: 3, of: [1] } # here\nb: *x\nc: *x\n');
    yours.set(['b', 'take'], 4);
    expect(yours.toString()).toBe(
      'a: &x { take: 3, of: [1] } # here\nb: { take: 4, of: [1] }\nc: { take: 3, of: [1] }\n',
    );
  });

  it('keeps the style of every other line', () => {
    const yours = new EditedYaml('a:   1  # one\nb:\n    c: [x,y]   # two\n    d:\n    - z\n');
    yours.set(['b', 'e'], 'x, y');
    yours.add(['b', 'd'], ['w']);
    yours.add(['b', 'f'], [{ id: 'a, b', of: ['#'] }]);
    yours.set(['a'], [2]);
    yours.delete(['b', 'c']);
    expect(yours.toString()).toBe(
      'a:   [2]  # one\nb:\n    d:\n    - z\n    - w\n    e: "x, y"\n    f:\n      - id: a, b\n        of:\n          - "#"\n',
    );
  });
});
