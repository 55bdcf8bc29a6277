import { describe, expect, it } from 'vitest';
import { sameResults } from './covered-tier.js';

const results = (bits: string) => new Map([...bits].map((bit, i) => [`t${i}`, Number(bit)]));
const prior = (bits: string) => new Map([...bits].map((bit, i) => [`t${i}`, [Number(bit)]]));
const bits = '0110'.repeat(15);

describe('results of an earlier system under another name', () => {
  const earlier = new Map([
    ['a', prior('1'.repeat(60))],
    ['b', prior(bits)],
  ]);

  it('are found on forty tasks or more, a part of the pool or all of it', () => {
    expect(sameResults(new Map([['new', results(bits.slice(0, 40))]]), earlier)).toEqual([
      { system: 'new', earlier: 'b', tasks: 40 },
    ]);
  });

  it.each([
    ['fewer tasks', bits.slice(0, 39)],
    ['one other result', `1${bits.slice(1)}`],
    ['nothing but passes', '1'.repeat(60)],
    ['a task that the earlier system did not run', `${bits}1`],
  ])('are not found with %s', (_, own) => {
    expect(sameResults(new Map([['new', results(own)]]), earlier)).toEqual([]);
  });
});
