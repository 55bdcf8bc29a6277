import { describe, expect, it } from 'vitest';
import { completePlan } from './complete-plan.js';
import { writtenPlanSchema } from './schema/plan-schema.js';

const schema = writtenPlanSchema();

/** The completions offered at `|` in a text. */
function offered(marked: string): readonly string[] {
  const at = marked.indexOf('|');
  const found = completePlan(marked.replace('|', ''), at, schema);
  return found?.options.map(({ label }) => label) ?? [];
}

describe('completing a plan', () => {
  it('offers the keys of the plan that are not there yet, with what they mean', () => {
    expect(offered('name: x\n|')).toContain('benchmarks');
    expect(offered('name: x\n|\nseed: 1')).not.toContain('seed');
    expect(offered('ph|')).toEqual(['phases', 'phase']);
    const [first] = completePlan('sco', 3, schema)?.options ?? [];
    expect(first).toMatchObject({ label: 'score', text: 'score: ' });
    const [take] = completePlan('benchmarks:\n  a:\n    select:\n      tak', 41, schema)?.options ?? [];
    expect(take?.label).toBe('take');
    expect(take?.description).toMatch(/^[A-Z].*\.$/);
  });

  it('follows indentation, lists and brackets', () => {
    const benchmark = 'benchmarks:\n  mine:\n    source: { path: tasks }\n    # a remark\n';
    expect(offered(`${benchmark}    sel|`)).toEqual(['select']);
    expect(offered(`${benchmark}    select: { take: 12, gr|`)).toEqual(['group']);
    expect(offered(`${benchmark}    select: { take: 12, group: { by: repo, at_l|`)).toEqual(['at_least']);
    expect(offered(`${benchmark}    select: { group: { by: repo }, tak|`)).toEqual(['take']);
    expect(offered(`${benchmark}    exclude:\n      - id: x\n        rea|`)).toEqual(['reason']);
    expect(offered(`${benchmark}    exclude:\n    - id: x\n      evi|`)).toEqual(['evidence']);
    expect(offered(`${benchmark}    exclude:\n      - { id: x, rea|`)).toEqual(['reason']);
  });

  it('offers the values that are named one by one', () => {
    const exclude = 'benchmarks:\n  mine:\n    exclude:\n      - id: x\n        reason: ';
    expect(offered(`${exclude}|`)).toContain('flaky');
    expect(offered(`${exclude}fl|`)).toEqual(['flaky', 'floor']);
    expect(offered('benchmarks:\n  a: { select: { draw: { method: cu|')).toEqual(['cube']);
  });

  it('offers nothing in a remark, for a word that is whole, and where it knows nothing', () => {
    expect(offered('# na|')).toEqual([]);
    expect(offered('name|')).toEqual([]);
    expect(offered('nothing:\n  of:\n    this: |')).toEqual([]);
    expect(offered('name: |')).toEqual([]);
  });

  it('says what is replaced: the whole word around the cursor', () => {
    const found = completePlan('name: x\nphses: [a]', 10, schema);
    expect(found).toMatchObject({ from: 8, to: 13 });
  });
});
