import { count, type NumberFact } from './task-facts.js';

// Lengths are bounded so that no text, however strange, takes more than one pass.
const number = String.raw`(?<![\d,.])(\d[\d,]{0,14})`;
const gap = String.raw`[\s*_]{1,6}`;
const files = new RegExp(`${number}${gap}files?${gap}modified`, 'i');
const lines = new RegExp(`${number}${gap}additions?[\\s*_,;]{1,8}(?:and${gap})?${number}${gap}deletions?`, 'i');

/** The sizes that an instruction states: "3 files modified", "1,200 additions, 7 deletions". */
export function declaredSizes(instruction: string): NumberFact[] {
  const [, changed] = files.exec(instruction) ?? [];
  const [, additions, deletions] = lines.exec(instruction) ?? [];
  return [
    ...count('files_changed', numberIn(changed), false),
    ...count('additions', numberIn(additions), false),
    ...count('deletions', numberIn(deletions), false),
  ];
}

function numberIn(digits: string | undefined): number | undefined {
  return digits === undefined ? undefined : Number(digits.replaceAll(',', ''));
}
