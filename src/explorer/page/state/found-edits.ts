import type { ExplorerData } from '../../explorer-data.js';
import { readHash } from '../route/packed-hash.js';
import { type Edits, isUnedited } from './edits.js';
import { editsFromJson, editsJson } from './edits-json.js';
import { readKept } from './kept-edits.js';
import { unpackText } from './packed-text.js';

/** The edits that a page begins with. */
export interface FoundEdits {
  readonly edits: Edits | undefined;
  readonly from: 'address' | 'browser' | 'nowhere';
  /** Kept in this browser and not shown: the address has others, or the text of the plan has changed since. */
  readonly others: Edits | undefined;
}

/** A page that begins with the plan as loaded. */
export const noneFound: FoundEdits = { edits: undefined, from: 'nowhere', others: undefined };

/** Finds the edits that the address carries, or else those that the browser kept. */
export async function findEdits(data: Pick<ExplorerData, 'planText' | 'planFile'>): Promise<FoundEdits> {
  const kept = readKept(data);
  const linked = await editsOfHash(window.location.hash);
  if (linked === undefined) return { ...kept, from: kept.edits === undefined ? 'nowhere' : 'browser' };
  const isOther = kept.edits !== undefined && editsJson(kept.edits) !== editsJson(linked);
  return {
    edits: linked,
    from: isOther || kept.edits === undefined ? 'address' : 'browser',
    others: isOther ? kept.edits : kept.others,
  };
}

/** The edits in an address; undefined where it has none that can be read. */
export async function editsOfHash(hash: string): Promise<Edits | undefined> {
  const { edits: packed } = readHash(hash);
  const text = packed === undefined ? undefined : await unpackText(packed);
  const edits = text === undefined ? undefined : editsFromJson(text);
  return edits === undefined || isUnedited(edits) ? undefined : edits;
}
