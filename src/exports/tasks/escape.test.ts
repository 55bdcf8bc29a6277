import { spawnSync } from 'node:child_process';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { shellWords } from '../../../test/support/shell-words.js';
import { decoysOf, specialIds } from '../../../test/support/special-ids.js';
import { inertText } from '../../core/text/csv-text.js';
import {
  asciiJson,
  asciiYaml,
  commandText,
  globLiteral,
  regexLiteral,
  regexOfTexts,
  shellWord,
  tooLong,
  unsayableLine,
  unsayableWord,
} from './escape.js';

const anyText = fc.string({ unit: 'binary', maxLength: 12 }).filter((text) => !/\p{Cs}/u.test(text));

const script = `
import fnmatch, json, re, shlex, sys
asked = json.load(sys.stdin)
json.dump([{
    "regex": [t for t in each["texts"] if re.match(each["regex"], t)],
    "globs": [t for t in each["texts"] if any(fnmatch.fnmatchcase(t, g) for g in each["globs"])],
    "words": shlex.split(each["words"]),
} for each in asked], sys.stdout)
`;

describe('what Python makes of it', () => {
  const cases = fc.sample(specialIds, { numRuns: 120, seed: 11 }).map((ids) => ({
    ids,
    texts: [...ids, ...decoysOf(ids)],
    regex: regexOfTexts(ids),
    globs: ids.map(globLiteral),
    words: commandText([ids]),
  }));
  const { error, status, stdout, stderr } = spawnSync('python3', ['-W', 'error', '-c', script], {
    input: JSON.stringify(cases),
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  });

  // A launcher with no Python behind it fails as well, but has no traceback to show.
  const isAbsent = error !== undefined || (status !== 0 && !stderr.includes('Traceback'));
  it.skipIf(isAbsent)('is the same texts and no others', () => {
    expect(stderr).toBe('');
    const answers = JSON.parse(stdout) as { regex: string[]; globs: string[]; words: string[] }[];
    cases.forEach(({ ids }, i) => {
      expect(answers[i]).toEqual({ regex: ids, globs: ids, words: ids });
    });
  });
});

describe('a word of a command', () => {
  it('comes back from a real shell as it was', () => {
    const words = fc.sample(anyText, { numRuns: 300, seed: 3 }).filter((text) => !text.includes('\0'));
    expect(shellWords(words.map(shellWord).join(' '))).toEqual(words);
  });

  it('is not quoted where there is no need', () => {
    expect(
      commandText([
        ['tool', '--to=x', 'a/b.c'],
        ['it’s', { raw: '"$MODEL"' }, ''],
      ]),
    ).toBe("tool --to=x a/b.c \\\n  'it’s' \"$MODEL\" ''");
    expect(['~', '=x', 'a~b', '-x', '$x', 'a b'].map(shellWord)).toEqual(["'~'", "'=x'", 'a~b', '-x', "'$x'", "'a b'"]);
  });

  it('has a limit, in bytes', () => {
    expect(tooLong([['a'.repeat(131_070)]])).toBeUndefined();
    expect(tooLong([['é'.repeat(65_536)]])).toContain('128 KiB');
    expect(tooLong([Array.from({ length: 100_000 }, () => 'a'.repeat(20))])).toContain('1.5 MB');
  });

  it('holds nothing that acts on whoever reads it', () => {
    expect(
      ['a\nb', 'a\u001b[31m', 'a\u0085', 'a\u2028', 'a\u202eb'].filter((text) => unsayableWord(text) === undefined),
    ).toEqual([]);
    expect(unsayableWord('é 😀 ünïcode 👩‍💻')).toBeUndefined();
    expect([' a', 'a\u00a0', '', 'a\r'].filter((text) => unsayableLine(text) === undefined)).toEqual([]);
  });
});

it('writes JSON and YAML in ASCII that read back as they were', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const [json, yaml] = [asciiJson([text]), asciiYaml([text])];
      expect(`${json}${yaml}`).toMatch(/^[\n -~]*$/);
      expect([JSON.parse(json), parse(yaml)]).toEqual([[text], [text]]);
    }),
  );
  expect(asciiJson({ large: 12345678901234567890n, small: 5n })).toBe('{"large":"12345678901234567890","small":5}');
  expect(asciiYaml('😀')).toBe('"\\U0001f600"');
});

it('writes what does not print as an escape within a regular expression', () => {
  expect(regexLiteral('a.b\n\u2028\u{e0001} \u00a0')).toBe('a\\.b\\x0a\\u2028\\U000e0001\\ \\xa0');
});

it('keeps formulas from spreadsheets, reversibly', () => {
  fc.assert(
    fc.property(anyText, (text) => {
      const cell = inertText(text);
      expect(cell).not.toMatch(/^[=+\-@\t\r]/);
      expect(cell.startsWith("'") ? cell.slice(1) : cell).toBe(text);
    }),
  );
});
