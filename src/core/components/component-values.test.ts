import { describe, expect, it } from 'vitest';
import type { ClassifiedTask } from '../model/task.js';
import { type ConditionsRule, componentKindOf, type LookupRule, type RampRule } from './component-kinds.js';

function value(rule: RampRule | LookupRule | ConditionsRule, fields: ClassifiedTask['fields']) {
  return componentKindOf(rule).value(rule, { benchmark: 'b', id: 'x', fields, phase: 'Fix', changes: [] });
}

describe('a ramp', () => {
  const rule = { kind: 'ramp', field: 'n', full: 500, from: 0, to: 1, floor: 0.2, unknown: 0.6 } as const;

  it.each([
    [0, 0.2],
    [50, 0.2],
    [250, 0.5],
    [500, 1],
    [4026, 1],
  ])('gives %d → %d', (n, expected) => {
    expect(value(rule, { n })).toEqual({ value: expected, defaulted: false });
  });

  it('can start above zero and can fall', () => {
    expect(value({ ...rule, from: 0.6, floor: 0 }, { n: 250 })?.value).toBeCloseTo(0.8, 12);
    expect(value({ ...rule, from: 1, to: 0, floor: 0 }, { n: 125 })?.value).toBe(0.75);
  });

  it('stands on `unknown` when the field is not there, and says so', () => {
    expect(value(rule, {})).toEqual({ value: 0.6, defaulted: true });
    expect(value({ ...rule, unknown: undefined }, {})).toBeUndefined();
  });
});

describe('a lookup', () => {
  const rule = { kind: 'lookup', field: 'k', values: new Map([['a', 1]]), otherwise: 0.5, unknown: undefined } as const;

  it('gives the listed value, or otherwise', () => {
    expect(value(rule, { k: 'a' })).toEqual({ value: 1, defaulted: false });
    expect(value(rule, { k: 'constructor' })).toEqual({ value: 0.5, defaulted: false });
    expect(value(rule, {})).toEqual({ value: 0.5, defaulted: true });
  });

  it('gives nothing for a label that is not listed when nothing is said for it', () => {
    expect(value({ ...rule, otherwise: undefined }, { k: 'z' })).toBeUndefined();
  });
});

describe('conditions', () => {
  const test = { oneOf: undefined, above: undefined, atLeast: undefined, below: undefined, atMost: undefined };
  const rule = {
    kind: 'conditions',
    cases: [
      { condition: [{ ...test, field: 'n', above: 500 }], value: 0.7 },
      {
        condition: [
          { ...test, field: 'n', atMost: 10 },
          { ...test, field: 'k', oneOf: ['a', 'b'] },
        ],
        value: 0.9,
      },
    ],
    otherwise: 0.4,
    unknown: undefined,
  } as const;

  it('give the value of the first case that holds', () => {
    expect(value(rule, { n: 501, k: 'a' })?.value).toBe(0.7);
    expect(value(rule, { n: 500, k: 'a' })?.value).toBe(0.4);
    expect(value(rule, { n: 10, k: 'b' })?.value).toBe(0.9);
    expect(value(rule, { n: 10, k: 'c' })?.value).toBe(0.4);
  });

  it('count as assumed when a field they ask for is not there', () => {
    expect(value(rule, { k: 'a' })).toEqual({ value: 0.4, defaulted: true });
    expect(value({ ...rule, unknown: 0.1 }, {})).toEqual({ value: 0.1, defaulted: true });
  });
});
