import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { planTextOf, samplePlan } from '../../../test/support/sample-plan.js';
import { addToExclusions, addToPlan } from './edit-plan.js';
import { readPlan } from './read-plan.js';

describe('an exclusion added to the text of a plan', () => {
  it.each([
    'a plain sentence.',
    '*x: "y" # - {\n& <img onerror=1>',
    "it's",
    'two\r\nlines',
    '\u0000\u0085\u2028\ufeff\u001b[31m',
    'yes',
    '42',
  ])('reads back as it was given: %j', (words) => {
    const said = { reason: 'other', date: undefined, who: undefined, replacement: undefined } as const;
    const text = addToPlan(samplePlan({ take: 3 }), [{ benchmark: 'mine', id: words, evidence: words, ...said }]);
    const [exclusion] = readPlan(text).benchmarks[0]?.exclusions ?? [];
    expect(exclusion?.id).toBe(words);
    expect(exclusion?.evidence).toBe(words.replace(/\s*\n\s*/g, ' '));
  });

  it('stands with others, each in its benchmark, whatever the style of the list', () => {
    const said = {
      reason: 'flaky',
      evidence: undefined,
      date: undefined,
      who: undefined,
      replacement: undefined,
    } as const;
    const plan = planTextOf({ benchmarks: { one: { select: { take: 1 } }, two: { exclude: [] }, three: {} } });
    const added = ['one', 'two', 'one', 'three'].map((benchmark, i) => ({ benchmark, id: `t${i}`, ...said }));
    const ids = (text: string) =>
      readPlan(text, 'plan.yaml').benchmarks.map(({ exclusions }) => exclusions.map(({ id }) => id));
    expect(ids(addToPlan(plan, added))).toEqual([['t0', 't2'], ['t1'], ['t3']]);
    expect(addToPlan(plan, [])).toBe(plan);
  });

  it('stands with others in a file of exclusions, after what is there', () => {
    const said = { reason: 'trivial', evidence: 'x', date: undefined, who: 'me', replacement: undefined } as const;
    const added = ['a', 'b'].map((id) => ({ benchmark: 'one', id, ...said }));
    const entry = (id: string) => `- benchmark: one\n  id: ${id}\n  reason: trivial\n  evidence: x\n  who: me\n`;
    expect(addToExclusions('# Ours.\n', added)).toBe(`# Ours.\n${entry('a')}${entry('b')}`);
    expect(addToExclusions(entry('z'), added)).toBe(`${entry('z')}${entry('a')}${entry('b')}`);
    const flow = addToExclusions('[{ benchmark: one, id: z, reason: trivial }]\n', added);
    expect((parse(flow) as { id: string }[]).map(({ id }) => id)).toEqual(['z', 'a', 'b']);
    expect(addToExclusions('# Ours.\n', [])).toBe('# Ours.\n');
  });
});
