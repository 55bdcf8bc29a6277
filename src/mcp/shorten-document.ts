/** A document, perhaps shortened so that it can be read at a glance. */
export interface ShortDocument {
  readonly document: unknown;
  /** What was left out, in words; empty where nothing was. */
  readonly leftOut: readonly string[];
}

const longestText = 600;
/** An object with more keys than this has names for keys, and may as well have fewer. */
const mostKeys = 40;
/** How long lists may be, those at the top and those within others: shorter at each try. */
const lengths = [
  { outer: 100, inner: 20 },
  { outer: 50, inner: 5 },
  { outer: 20, inner: 2 },
  { outer: 10, inner: 0 },
  { outer: 3, inner: 0 },
  { outer: 1, inner: 0 },
];

/**
 * Cuts lists, and texts that are long, until a document has at most so many characters as JSON or nothing is left to cut;
 * lists within lists first. What an object must have stays, so that it still is what its schema says.
 */
export function shortenDocument(document: unknown, mostCharacters: number): ShortDocument {
  let shortened: ShortDocument = { document, leftOut: [] };
  for (const { outer, inner } of lengths) {
    if (JSON.stringify(shortened.document).length <= mostCharacters) break;
    const leftOut = new Map<string, number>();
    const cut = shorten(document, '');
    shortened = { document: cut, leftOut: [...leftOut].map(([path, count]) => `${count} of ${path}`) };

    function shorten(value: unknown, path: string): unknown {
      if (typeof value === 'string') return value.length <= longestText ? value : `${value.slice(0, longestText)}…`;
      if (Array.isArray(value)) {
        const list: readonly unknown[] = value;
        return first(list, path.includes('[]') ? inner : outer, path).map((each) => shorten(each, `${path}[]`));
      }
      if (typeof value !== 'object' || value === null) return value;
      const entries = Object.entries(value);
      const kept = entries.length > mostKeys ? first(entries, outer, path) : entries;
      return Object.fromEntries(kept.map(([key, each]) => [key, shorten(each, path === '' ? key : `${path}.${key}`)]));
    }

    function first<Item>(items: readonly Item[], most: number, path: string): readonly Item[] {
      if (items.length > most) leftOut.set(path, (leftOut.get(path) ?? 0) + items.length - most);
      return items.slice(0, most);
    }
  }
  return shortened;
}
