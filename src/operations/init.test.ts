import { describe, expect, it } from 'vitest';
import { WinnowError } from '../core/model/errors.js';
import { purposeAim } from './init.js';

function faultsOf(flags: Parameters<typeof purposeAim>[0]): readonly string[] {
  try {
    purposeAim(flags);
    return [];
  } catch (error) {
    if (error instanceof WinnowError) return error.faults.map(({ message }) => message);
    throw error;
  }
}

describe('the purpose that is typed', () => {
  it('has results to learn from, and at most one size', () => {
    expect(purposeAim({ purpose: 'level', prior: ['a.csv'], precision: '4 points' })).toEqual({
      name: 'level',
      prior: ['a.csv'],
      reading: {},
      size: { precision: '4 points' },
    });
    expect(purposeAim({ purpose: 'ranking', prior: ['a.csv'] })?.size).toEqual({});
    expect(purposeAim({ take: 5 })).toBeUndefined();
  });

  it('is refused with every fault at once', () => {
    expect(faultsOf({ purpose: 'lvel', take: 4, budget: '5' })).toEqual([
      'unknown purpose "lvel". Did you mean "level"?',
      '--purpose needs results of earlier systems.',
      '--take and --budget both set the number of tasks.',
      '--budget must have the form "$300" or "6 hours"; found "5".',
    ]);
    expect(faultsOf({ purpose: 'level', prior: ['a'], precision: '4', detect: 'x' })).toEqual([
      '--precision and --detect both set the number of tasks.',
      '--precision must have the form "4 points"; found "4".',
      '--detect must have the form "4 points"; found "x".',
    ]);
    expect(faultsOf({ prior: ['a'], precision: '4 points' })).toEqual([
      '--prior only works with --purpose.',
      '--precision only works with --purpose.',
    ]);
  });
});
