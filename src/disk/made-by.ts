import type { LongText } from '../core/text/text-pieces.js';

/** The plan that a manifest says it was made by, and the files that were written with it. */
export interface MadeBy {
  readonly name: string;
  readonly sha256: string | undefined;
  /** The SHA-256 of each of those files, by name; empty for a manifest of an earlier program. */
  readonly files: ReadonlyMap<string, string>;
}

/** Which plan made a selection, from the text of its manifest, of whatever form; undefined where that cannot be told. */
export function madeBy(text: LongText): MadeBy | undefined {
  // As Winnow writes it the metadata come first, and the thousands of lines after them need not be read.
  const [start = ''] = typeof text === 'string' ? [text] : text;
  const end = start.startsWith('{\n  "metadata": {') ? start.indexOf('\n  }') : -1;
  return (end < 0 ? undefined : planIn(`${start.slice(0, end)}}}`)) ?? planIn(text);
}

function planIn(json: LongText): MadeBy | undefined {
  let value: unknown;
  try {
    value = JSON.parse(String(json));
  } catch {
    return undefined;
  }
  interface Metadata {
    plan?: { name?: unknown; sha256?: unknown } | null;
    files?: unknown;
  }
  const { metadata } = (value ?? {}) as { metadata?: Metadata | null };
  const { name, sha256 } = metadata?.plan ?? {};
  if (typeof name !== 'string') return undefined;
  const files = Object.entries(metadata?.files ?? {}).filter((entry): entry is [string, string] =>
    entry.every((each) => typeof each === 'string'),
  );
  return { name, sha256: typeof sha256 === 'string' ? sha256 : undefined, files: new Map(files) };
}
