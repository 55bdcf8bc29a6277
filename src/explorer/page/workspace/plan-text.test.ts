import { structuredPatch } from 'diff';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hunksOf } from './plan-text.js';

describe('the patch of a changed plan', () => {
  it('turns one text into the other, with as few lines as the usual library needs', () => {
    const text = fc
      .array(fc.constantFrom('a', 'b', 'c', '', 'd: 1'), { minLength: 1, maxLength: 30 })
      .chain((lines) => fc.constantFrom(`${lines.join('\n')}\n`, `${lines.join('\n')}x`));
    fc.assert(
      fc.property(text, text, (before, after) => {
        const found = hunksOf(before, after);
        const { hunks } = structuredPatch('', '', before, after, '', '', { context: 3 });
        const changes = (all: typeof found) => all.flatMap(({ lines }) => lines).filter((line) => /^[-+]/.test(line));
        expect(changes(found)).toHaveLength(changes(hunks).length);
        const old = before.match(/[^\n]*\n|[^\n]+$/g) ?? [];
        const made: string[] = [];
        let place = 0;
        for (const { oldStart, newStart, oldLines, newLines, lines } of found) {
          made.push(...old.slice(place, oldStart - 1));
          expect(made).toHaveLength(newStart - 1);
          const kept = lines.filter((line) => /^[ +]/.test(line));
          expect(kept).toHaveLength(newLines);
          expect(lines.filter((line) => /^[ -]/.test(line)).map((line) => line.slice(1))).toEqual(
            old.slice(oldStart - 1, oldStart - 1 + oldLines).map((line) => line.replace(/\n$/, '')),
          );
          const isCut = lines.at(-1)?.startsWith('\\') === true && after.endsWith('x');
          made.push(...kept.map((line, i) => `${line.slice(1)}${isCut && i === kept.length - 1 ? '' : '\n'}`));
          place = oldStart - 1 + oldLines;
        }
        expect([...made, ...old.slice(place)].join('')).toBe(after);
      }),
    );
  });
});
