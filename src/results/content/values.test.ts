import { expect, it } from 'vitest';
import { timeBetween } from './values.js';

it.each([
  ['2025-01-01T00:00:00.250000', '2025-01-01T00:01:00.750000', 60_500],
  ['2025-01-01T00:00:00Z', '2025-01-01T02:00:00+02:00', 0],
  ['2025-01-01T00:00:00-01:30', '2025-01-01T01:30:01Z', 1000],
  ['2025-01-01 00:00:00', '2025-01-02 00:00', 86_400_000],
  ['2025-01-02T00:00:00Z', '2025-01-01T00:00:00Z', undefined],
  ['yesterday', '2025-01-01T00:00:00Z', undefined],
  [null, undefined, undefined],
])('from %s to %s are %s ms', (start, end, expected) => {
  expect(timeBetween(start, end)).toBe(expected);
});
