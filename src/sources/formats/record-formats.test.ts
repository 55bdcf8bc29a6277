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
      expect(recordFormats.find(({ name }) => name === format)?.read(record)).toHaveProperty('id');
    }
  });
});
