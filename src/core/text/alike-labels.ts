import { compareText } from './compare-text.js';

/** Every label is folded: of more than these only a part would be shown anyway. */
const mostLabels = 100_000;

/** Labels that differ only in letter case or in spaces at their ends, in groups of two or more, in code-unit order. */
export function alikeLabels(labels: Iterable<string>): readonly (readonly string[])[] {
  const groups = new Map<string, string[]>();
  let count = 0;
  for (const label of new Set(labels)) {
    count += 1;
    if (count > mostLabels) break;
    const folded = label.trim().toLowerCase();
    const group = groups.get(folded);
    if (group === undefined) groups.set(folded, [label]);
    else group.push(label);
  }
  return [...groups.values()]
    .filter((group) => group.length > 1)
    .map((group) => group.sort(compareText))
    .sort(([a = ''], [b = '']) => compareText(a, b));
}
