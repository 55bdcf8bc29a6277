import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { fixtureRecords, recordFormats } from '../../../test/support/fixture-records.js';
import { isRecord, type UnknownRecord } from '../../core/model/record.js';

const fixtures = await fixtureRecords();
const keys = [...new Set(fixtures.flatMap(({ record }) => Object.keys(record)))];

const hostileText = fc.constantFrom(
  '__proto__',
  '[',
  "{'a': [",
  `${'['.repeat(5000)}`,
  '{"__proto__": {"name": [1]}}',
  "{'__proto__': {'title': ['x']}}",
  '1e999',
  '-1',
  'NaN',
  `"${'\\'.repeat(1001)}`,
  'diff --git a/x b/x\n@@ -1,9999999 +1,9999999 @@\n+',
  `x${' '.repeat(10_000)}`,
);
const hostile = fc.oneof(
  hostileText,
  fc.anything({ withBigInt: true, withDate: true, withMap: true, withSet: true, withTypedArray: true, maxDepth: 10 }),
  fc.jsonValue({ maxDepth: 10 }),
  fc.array(fc.anything({ withNullPrototype: true })),
);

describe('formats of records', () => {
  it('take any object without a stumble', () => {
    fc.assert(fc.property(fc.object({ maxDepth: 10, withNullPrototype: true }), check), { numRuns: 300 });
  });

  it('take any object with their own keys without a stumble', () => {
    fc.assert(fc.property(fc.dictionary(fc.constantFrom(...keys), hostile, { maxKeys: 30 }), check), { numRuns: 400 });
  });

  it('take their records with keys deleted and changed, and stay at odds about none', () => {
    const change = fc.record({ key: fc.constantFrom(...keys), value: fc.option(hostile, { nil: undefined }) });
    fc.assert(
      fc.property(fc.constantFrom(...fixtures), fc.array(change, { maxLength: 12 }), ({ record }, changes) => {
        const changed: Record<string, unknown> = { ...record };
        for (const { key, value } of changes) {
          if (!Object.hasOwn(changed, key)) continue;
          if (value === undefined) delete changed[key];
          else changed[key] = value;
        }
        check(changed);
        expect(recordFormats.filter((format) => format.matches(changed)).length).toBeLessThan(2);
      }),
      { numRuns: 800 },
    );
  });

  it('take any document to unfold', () => {
    const repository = fc.record(
      { repo: hostile, needles: fc.oneof(fc.array(hostile), hostile) },
      { requiredKeys: [] },
    );
    const document = fc.oneof(hostile, fc.dictionary(fc.string(), fc.array(fc.oneof(repository, hostile))));
    fc.assert(
      fc.property(document, (value) => {
        for (const format of recordFormats) {
          for (const record of format.unfold?.(value) ?? []) if (isRecord(record)) check(record);
        }
      }),
      { numRuns: 500 },
    );
  });
});

/** A format reads every match as a task with valid facts, or as broken. */
function check(record: UnknownRecord): void {
  for (const format of recordFormats) {
    if (!format.matches(record)) continue;
    const reading = format.read(record);
    expect(reading).not.toHaveProperty('notMine');
    if (!('id' in reading)) continue;
    expect(reading.id.trim()).not.toBe('');
    for (const { value } of reading.labels) expect(value.trim()).not.toBe('');
    for (const { value } of reading.numbers) expect(Number.isFinite(value) && value >= 0).toBe(true);
    for (const remark of reading.remarks) expect(typeof remark).toBe('string');
  }
}
