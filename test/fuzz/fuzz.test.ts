import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inDepth } from '../support/depth.js';
import { projectRoot } from '../support/run-winnow.js';
import { caseOf, failureOf, fuzzParser } from './fuzz-parser.js';
import { fuzzedParsers } from './parsers.js';

const parsers = fuzzedParsers(projectRoot);
const fresh = inDepth(300, 100);

describe.each(parsers.map((parser) => ({ parser, name: parser.name })))('the parser of $name', ({ parser, name }) => {
  it('reads every item that its cases are made from, or says why not', async () => {
    const corpus = parser.corpus();
    expect(corpus.length).toBeGreaterThan(0);
    for (const bytes of corpus) expect(await failureOf(parser, bytes)).toBeUndefined();
  });

  it('stands what it once did not', async () => {
    const folder = join(projectRoot, 'test/fuzz/corpus', name);
    for (const file of existsSync(folder) ? readdirSync(folder) : []) {
      expect(await failureOf(parser, readFileSync(join(folder, file))), file).toBeUndefined();
    }
  });

  it(`stands ${fresh} cases`, async () => {
    const { failures } = await fuzzParser(parser, { seed: 1, first: 0, cases: fresh });
    expect(failures.map(({ number, reason }) => `${number}: ${reason}`)).toEqual([]);
  });

  it('is given the same cases for the same seed, and others for another', () => {
    const cases = (seed: number) =>
      Array.from({ length: 20 }, (_, number) => caseOf(parser, parser.corpus(), seed, number).toString('hex'));
    expect(cases(7)).toEqual(cases(7));
    expect(cases(7)).not.toEqual(cases(8));
  });
});

it('every kept case is one of a parser', () => {
  const folders = readdirSync(join(projectRoot, 'test/fuzz/corpus'), { withFileTypes: true });
  const names = folders.filter((entry) => entry.isDirectory()).map(({ name }) => name);
  expect(names.filter((name) => !parsers.some((parser) => parser.name === name))).toEqual([]);
});
