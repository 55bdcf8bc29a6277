import fc from 'fast-check';

/** Every character that means something to a glob, a regular expression, a shell, a list, YAML, JSON or CSV, and some that do not. */
const characters = Array.from('abzAB019_-.,:;*?[]!^$|(){}+\\/\'"`#&~=@%<> é😀ß\u00a0');

const text = fc.string({ unit: fc.constantFrom(...characters), minLength: 1, maxLength: 8 });

/** Ids of one pool: no two alike with letter case and space at the ends left aside, which a pool forbids. */
export const specialIds = fc
  .uniqueArray(
    text.filter((id) => id.trim() === id && id !== '.' && id !== '..'),
    { minLength: 1, maxLength: 12, selector: (id) => id.normalize('NFC').toLowerCase() },
  )
  .map((ids) => ids.filter((id) => id !== ''));

/** Ids near to those given that a runner might take for them. */
export function decoysOf(ids: readonly string[]): readonly string[] {
  const near = ids.flatMap((id) => [
    `${id}2`,
    `${id}\n`,
    `x${id}`,
    id.slice(1),
    id.slice(0, -1),
    ...[...id].map((_, i) => `${id.slice(0, i)}q${id.slice(i + 1)}`),
    ...id.split(','),
    ...id.split(':'),
    ...id.split('|'),
  ]);
  const own = new Set(ids);
  return [...new Set(near)].filter((id) => id !== '' && !own.has(id) && !/\p{Cs}/u.test(id));
}
