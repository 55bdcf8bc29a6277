import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { plainYaml } from './parse-yaml.js';

const scalars = [
  ...[
    'a',
    'django/django',
    '15 min - 1 hour',
    'img:latest',
    'a: b',
    'a:',
    'a #b',
    'a#b',
    '# c',
    'true',
    'True',
    'null',
  ],
  ...[
    '~',
    'yes',
    'No',
    '1',
    '01',
    '0',
    '-1',
    '+1',
    '1.5',
    '1.',
    '.5',
    '1e3',
    '12e4567',
    '0x1f',
    '0o17',
    '0b1',
    '1_000',
  ],
  ...['0368d63a78b07e794138a65216b91eadbb47fc2f', '3545e844885608932', '2016-08-31', '12:30', '.inf', '.nan', '1.11.2'],
  ...[
    "'x'",
    "'it''s'",
    '"x"',
    '"a\\n"',
    "'2016-08-31T04:07:17Z'",
    '""',
    "''",
    "'a",
    '"a" b',
    '[a]',
    '{a: b}',
    '{a}',
    '&a b',
    '*a',
  ],
  ...[
    '|',
    '|-',
    '>',
    '!!str 1',
    '- a',
    '? a',
    '%a',
    '@a',
    '`a',
    'a ',
    ' a',
    'é',
    'a\tb',
    '999999999999999999',
    '---',
    '...',
  ],
  ...[
    '<15 min fix',
    '<<',
    '(a)',
    '/a',
    '/',
    '<',
    '0df94ff',
    '1e3a',
    '1e+5',
    '0xzz',
    '1.5f',
    '1.10',
    '0.0',
    '360.0',
    '1,000',
    '1 2',
    '9a',
    '9e',
    '9e+',
    '1:2',
    'Infinity',
    'NaN',
    '-',
    '',
    'a  b',
    'a :b',
  ],
];
const keys = [
  'a',
  'b',
  'instance_id',
  'true',
  'null',
  '1',
  '"q"',
  '__proto__',
  'constructor',
  'a b',
  '<<',
  '- a',
  '?',
  'n',
];
const lineOf = fc.oneof(
  fc.nat(999).map((n) => `key${n}: ${scalars[n % scalars.length]}`),
  fc.nat(99).map((n) => `list${n}:\n- ${scalars[n % scalars.length]}`),
  fc.tuple(fc.constantFrom(...keys), fc.constantFrom(...scalars)).map(([key, value]) => `${key}: ${value}`),
  fc.constantFrom(...keys).map((key) => `${key}:`),
  fc
    .tuple(fc.constantFrom('', '', '  ', '    '), fc.constantFrom(...scalars))
    .map(([indent, value]) => `${indent}- ${value}`),
  fc.constantFrom('', '# note', ' # note', '  more', '---', '...', '\ttab', '%YAML 1.1'),
  fc.string({ maxLength: 12 }),
);

describe('plainYaml', () => {
  it('gives what the parser gives, or nothing', () => {
    let plain = 0;
    fc.assert(
      fc.property(fc.uniqueArray(lineOf, { maxLength: 4 }), fc.constantFrom('', '\n'), (lines, end) => {
        const text = lines.join('\n') + end;
        const data = plainYaml(text);
        if (data === undefined) return;
        plain += 1;
        // As JSON, because `expect` takes a key "constructor" for the class.
        expect(JSON.stringify(data), text).toBe(JSON.stringify(parse(text, { uniqueKeys: false, logLevel: 'silent' })));
      }),
      { numRuns: 5000 },
    );
    expect(plain).toBeGreaterThan(100);
  });

  it('gives what the parser gives for each scalar, as a value and in a list', () => {
    for (const scalar of scalars) {
      for (const text of [`k: ${scalar}\n`, `k:\n- ${scalar}\n`, `k:\n  - a\n  - ${scalar}\nl: 1`]) {
        const data = plainYaml(text);
        if (data !== undefined) expect(data, text).toStrictEqual(parse(text));
      }
    }
  });

  it('reads a task of SWE-bench without the parser', () => {
    const text = `base_commit: 0368d63a78b07e794138a65216b91eadbb47fc2f
created_at: '2016-08-31T04:07:17Z'
datasets:
- SWE-bench/SWE-bench
- SWE-bench/SWE-bench_Lite
difficulty: 15 min - 1 hour
image: swebench/sweb.eval.x86_64.django_1776_django-7188:latest
version: '1.11'
`;
    expect(plainYaml(text)).toStrictEqual(parse(text));
  });
});
