import { describe, expect, it } from 'vitest';
import { expectLinearSteps } from '../../../test/support/count-steps.js';
import { inDepth } from '../../../test/support/depth.js';
import { faultsOf, planTextOf, samplePlan } from '../../../test/support/sample-plan.js';
import { readPlan } from './read-plan.js';

const many = (count: number, line: (i: number) => string) =>
  Array.from({ length: count }, (_, i) => `${line(i)}\n`).join('');
// A square in a library that reads plans is as slow as one of our own.
const ownAndParsers = /\/src\/.*(?<!\.test)\.ts$|\/node_modules\/(yaml|zod)\//;
const base = samplePlan({ take: 1 });
const corrections = (count: number, value: string) =>
  `${base}    correct:\n      language:\n        by: id\n        values:\n${many(count, (i) => `          k${i}: ${value}`)}`;
const exclusions = (count: number, id: (i: number) => string) =>
  planTextOf({
    benchmarks: {
      mine: { exclude: Array.from({ length: count }, (_, i) => ({ id: id(i), reason: 'duplicate' })) },
    },
  });

describe('a plan of any size', () => {
  it.each([
    ['of many keys', (count: number) => corrections(count, 'go')],
    ['of many wrong values', (count: number) => corrections(count, '[]')],
    ['of many exclusions', (count: number) => exclusions(count, (i) => `k${i}`)],
    ['of many exclusions of one task', (count: number) => exclusions(count, () => 'k')],
    ['of many unknown keys', (count: number) => `${base}${many(count, (i) => `unknown${i}: 1`)}`],
    ['of many repeated keys', (count: number) => `${base}${many(count, () => 'again: 1')}`],
    ['of many phases', (count: number) => base.replace('- Fix', many(count, (i) => `  - P${i}`).trim())],
  ])('%s is read in steps that grow as it does', async (_, textOf) => {
    await expectLinearSteps(
      (size) => {
        const text = textOf(size);
        return () => faultsOf(() => readPlan(text));
      },
      inDepth(500, 200),
      ownAndParsers,
    );
  });

  it('tells each repeated key where it stands, as often as it is repeated', () => {
    const text = `${base}a: { b: 1, b: 2 }\nname: again\nname: once more\n`;
    const lines = text.split('\n').length;
    const said = faultsOf(() => readPlan(text, 'plan.yaml')).map(({ code, message, place }) => [
      code,
      message,
      place?.line,
      place?.column,
    ]);
    expect(said).toEqual([
      ['plan/syntax', 'Map keys must be unique', lines - 3, 12],
      ['plan/syntax', 'Map keys must be unique', lines - 2, 1],
      ['plan/syntax', 'Map keys must be unique', lines - 1, 1],
    ]);
  });

  it('tells a tag that it does not know, and more aliases than can be followed', () => {
    expect(faultsOf(() => readPlan(`${base}description: !mine text\n`))).toEqual([
      expect.objectContaining({ code: 'plan/syntax', message: 'Plans do not support the tag !mine' }),
    ]);
    const aliases = `${base}a: &a 1\nb: [${many(1001, () => '*a, ').replaceAll('\n', '')}]\n`;
    expect(faultsOf(() => readPlan(aliases))[0]?.message).toContain('more than 1000 aliases');
  });

  it.runIf(inDepth(true, false))('tells one fault where there are more than can be told', () => {
    expect(faultsOf(() => readPlan(corrections(130_000, '[]')))).toEqual([
      expect.objectContaining({
        code: 'plan/invalid',
        message: expect.stringContaining('too many errors to list'),
      }),
    ]);
  });

  it('says that the YAML is nested too deeply', () => {
    const deep = `${base}a: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`;
    expect(faultsOf(() => readPlan(deep))[0]?.message).toMatch(/nested too deeply/);
  });
});
