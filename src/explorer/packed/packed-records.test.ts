import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { packedJson, parsePacked } from './packed-json.js';
import { type PackedRecords, packRecords, unpackRecords } from './packed-records.js';

const through = (records: readonly Readonly<Record<string, unknown>>[]) =>
  unpackRecords(parsePacked(packedJson(packRecords(records))) as PackedRecords);

const name = fc.oneof(fc.constantFrom('repo', 'hours', '__proto__', '$', 'of'), fc.string({ maxLength: 6 }));
const record = fc.record(
  {
    id: fc.string(),
    aliases: fc.array(fc.string(), { maxLength: 2 }),
    fields: fc
      .array(fc.tuple(name, fc.oneof(fc.string(), fc.integer(), fc.double({ noNaN: true, noDefaultInfinity: true }))), {
        maxLength: 4,
      })
      .map((entries) => Object.fromEntries(entries.map(([key, value]) => [key, Object.is(value, -0) ? 0 : value]))),
    contents: fc.record({
      names: fc.nat(3),
      marks: fc.array(fc.string(), { minLength: 1 }).map((all) => all.join('\n')),
    }),
  },
  { requiredKeys: ['id', 'fields'] },
);

describe('records as columns', () => {
  it('come back as they were', () => {
    fc.assert(
      fc.property(fc.array(record, { maxLength: 8 }), (records) => {
        expect(JSON.stringify(through(records).map(sorted))).toBe(JSON.stringify(records.map(sorted)));
      }),
    );
  });

  it('take about a character for a value that many records share', () => {
    const records = Array.from({ length: 1000 }, (_, i) => ({
      id: `t${i}`,
      fields: { repo: `owner/repository-${i % 40}`, language: ['go', 'rust'][i % 2], hours: i % 9 },
      provenance: { hours: 'measured' },
    }));
    const text = packedJson(packRecords(records));
    expect(text.length).toBeLessThan(0.2 * JSON.stringify(records).length);
    expect(through(records)).toEqual(records);
  });
});

/** With its keys in order: the columns have one order for all records. */
function sorted(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.entries(value)
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([key, own]) => [key, sorted(own)]);
}
