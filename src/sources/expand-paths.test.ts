import fc from 'fast-check';
import { expect, it } from 'vitest';
import { matchesPattern } from './expand-paths.js';

it('matches a name as a regular expression would', () => {
  const text = fc.string({ unit: fc.constantFrom('a', 'b', '.'), maxLength: 8 });
  const pattern = fc.string({ unit: fc.constantFrom('a', 'b', '.', '*'), maxLength: 8 });
  fc.assert(
    fc.property(text, pattern, (name, wanted) => {
      const parts = wanted.split('*').map((part) => part.replaceAll('.', '\\.'));
      expect(matchesPattern(name, wanted)).toBe(new RegExp(`^${parts.join('.*')}$`).test(name));
    }),
  );
});

it('takes linear time for a pattern of many stars', () => {
  expect(matchesPattern('a'.repeat(255), `${'*a'.repeat(100)}*b`)).toBe(false);
  expect(matchesPattern('a'.repeat(255), `${'*a'.repeat(100)}*`)).toBe(true);
});
