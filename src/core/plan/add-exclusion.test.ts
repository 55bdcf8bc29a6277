import { describe, expect, it } from 'vitest';
import { samplePlan } from '../../../test/support/sample-plan.js';
import { addToPlan } from './add-exclusion.js';
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
});
