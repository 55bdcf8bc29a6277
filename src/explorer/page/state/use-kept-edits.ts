import { type Dispatch, useEffect, useRef, useState } from 'react';
import type { ExplorerData } from '../../explorer-data.js';
import { hashWith, readHash } from '../route/packed-hash.js';
import { replaceHash } from '../route/use-route.js';
import type { HistoryStep } from './edit-history.js';
import { type Edits, isUnedited } from './edits.js';
import { editsJson } from './edits-json.js';
import { editsOfHash, type FoundEdits } from './found-edits.js';
import { forgetEarlier, keep } from './kept-edits.js';
import { packText } from './packed-text.js';

/** Edits rest this long before they are written down: a slider gives dozens in a second. */
const restMs = 250;
/** A longer address is cut by what it is pasted into. */
const longestPacked = 30_000;

/** Where edits of this page are, besides in it. */
export interface Keeping {
  readonly from: FoundEdits['from'];
  readonly others: Edits | undefined;
  /** Decides on the others: they are shown, or forgotten. */
  readonly decide: (use: boolean) => void;
  /** Whether neither the browser nor the address could take the edits. */
  readonly isAtRisk: boolean;
}

/** Keeps edits in the browser and in the address, and takes them from an address that somebody goes to. */
export function useKeptEdits(
  data: Pick<ExplorerData, 'planText' | 'planFile'>,
  found: FoundEdits,
  edits: Edits,
  step: Dispatch<HistoryStep>,
): Keeping {
  const [others, setOthers] = useState(found.others);
  const [isAtRisk, setAtRisk] = useState(false);
  const packed = useRef<string>(undefined);
  useEffect(() => {
    let isOver = false;
    const timer = window.setTimeout(async () => {
      const isKept = keep(data, { edits, others });
      const text = isUnedited(edits) ? undefined : await packText(editsJson(edits));
      if (isOver) return;
      packed.current = text !== undefined && text.length <= longestPacked ? text : undefined;
      writeHash(packed.current);
      setAtRisk(text !== undefined && !isKept && packed.current === undefined);
    }, restMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [data, edits, others]);
  useEffect(() => {
    const follow = async () => {
      // Entries that this page wrote have a state; an address that somebody pasted has none.
      const { edits: linkedText } = readHash(window.location.hash);
      const isOther = linkedText !== undefined && linkedText !== packed.current;
      const isPasted = isOther && window.history.state === null;
      const linked = isPasted ? await editsOfHash(window.location.hash) : undefined;
      if (linked === undefined) writeHash(packed.current);
      else step({ kind: 'edit', change: () => linked });
    };
    window.addEventListener('hashchange', follow);
    return () => window.removeEventListener('hashchange', follow);
  }, [step]);
  useEffect(() => {
    if (!isAtRisk) return undefined;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isAtRisk]);
  const decide = (use: boolean) => {
    if (use && others !== undefined) step({ kind: 'edit', change: () => others });
    forgetEarlier(data);
    setOthers(undefined);
  };
  return { from: found.from, others, decide, isAtRisk };
}

/** Puts the edits into the address, if they are not there. */
function writeHash(edits: string | undefined): void {
  const now = readHash(window.location.hash);
  if (now.edits !== edits || (edits !== undefined && window.history.state === null)) {
    replaceHash(hashWith({ place: now.place, edits }));
  }
}
