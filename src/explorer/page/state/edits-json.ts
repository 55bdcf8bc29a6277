import { type Edits, readEdits } from './edits.js';
import { packText, unpackText } from './page-data.js';

/** Edits as JSON, with lists for maps and sets. */
export function editsJson(edits: Edits): string {
  return JSON.stringify(edits, (_, value: unknown) =>
    value instanceof Map || value instanceof Set ? [...value] : value,
  );
}

/** The edits in a JSON text; undefined if it has none. */
export function editsFromJson(text: string): Edits | undefined {
  try {
    return readEdits(JSON.parse(text));
  } catch {
    return undefined;
  }
}

/** The longest text to unpack from an address. */
const longestText = 4_000_000;

/** Compresses edits for an address. */
export function packEdits(edits: Edits): Promise<string> {
  return packText(editsJson(edits));
}

/** Reverses `packEdits`; undefined for anything invalid or longer than any plan. */
export async function unpackEdits(packed: string): Promise<Edits | undefined> {
  try {
    return editsFromJson(await unpackText(packed, longestText));
  } catch {
    return undefined;
  }
}
