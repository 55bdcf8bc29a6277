import { describe, expect, it } from 'vitest';
import { fixtureRecords, recordFormats } from '../../../test/support/fixture-records.js';

const fixtures = await fixtureRecords();

describe('formats of records', () => {
  it.each(recordFormats.map(({ name }) => name))('have fixtures: %s', (name) => {
    expect(fixtures.filter((fixture) => fixture.format === name).length).toBeGreaterThan(1);
  });

  it('refuse each other’s records', () => {
    for (const { format, record } of fixtures) {
      const matching = recordFormats.filter((each) => each.matches(record)).map(({ name }) => name);
      expect(matching, JSON.stringify(record)).toEqual([format]);
      for (const other of recordFormats) {
        if (other.name === format) expect(other.read(record)).toHaveProperty('id');
        else expect(other.read(record)).toEqual({ notMine: true });
      }
    }
  });
});
