import { type Dispatch, useEffect, useRef, useState } from 'preact/hooks';
import { fingerprint } from '../../../core/fingerprint/fingerprint.js';
import { isRecord } from '../../../core/model/record.js';
import type { ExplorerData } from '../../explorer-data.js';
import { useWindowEvent } from '../parts/hooks.js';
import { changeHash, hashWith, readHash } from '../route/route.js';
import type { HistoryStep } from './edits.js';
import { type Edits, isUnedited } from './edits.js';
import { editsFromJson, editsJson, packEdits, unpackEdits } from './edits-json.js';

type PlanNamed = Pick<ExplorerData, 'planText' | 'planFile'>;

export interface FoundEdits {
  readonly edits: Edits | undefined;
  readonly from: 'address' | 'browser' | 'nowhere';
  /** Saved in this browser but not shown, because the address has different edits or the plan text has changed. */
  readonly others: Edits | undefined;
}

/** The plan as loaded. */
export const noneFound: FoundEdits = { edits: undefined, from: 'nowhere', others: undefined };

/** Finds the edits in the address, or those saved in the browser. */
export async function findEdits(plan: PlanNamed): Promise<FoundEdits> {
  const kept = readKept(plan);
  const linked = await editsOfHash(window.location.hash);
  if (linked === undefined) return { ...kept, from: kept.edits === undefined ? 'nowhere' : 'browser' };
  const isOther = kept.edits !== undefined && editsJson(kept.edits) !== editsJson(linked);
  return {
    edits: linked,
    from: isOther || kept.edits === undefined ? 'address' : 'browser',
    others: isOther ? kept.edits : kept.others,
  };
}

async function editsOfHash(hash: string): Promise<Edits | undefined> {
  const { edits: packed } = readHash(hash);
  const edits = packed === undefined ? undefined : await unpackEdits(packed);
  return edits === undefined || isUnedited(edits) ? undefined : edits;
}

const prefix = 'winnow-edits ';
/** The number of plans to keep edits for; the least recently used is dropped first. */
const mostPlans = 50;

type KeptEdits = Pick<FoundEdits, 'edits' | 'others'>;

/** The edits saved for a plan. Edits of an earlier plan text count as others. */
function readKept({ planText, planFile }: PlanNamed): KeptEdits {
  const entries = storedEntries();
  const own = entries.find(({ key }) => key === keyOf(planText));
  if (own !== undefined) return { edits: own.edits, others: own.others };
  return { edits: undefined, others: entries.find(({ file }) => file === planFile)?.edits };
}

function keep({ planText, planFile }: PlanNamed, { edits, others }: KeptEdits): boolean {
  try {
    const key = keyOf(planText);
    const isNone = edits === undefined || isUnedited(edits);
    const parts = { edits: isNone ? undefined : editsJson(edits), others: others && editsJson(others) };
    if (isNone && others === undefined) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify({ file: planFile, at: Date.now(), ...parts }));
    for (const { key: old } of storedEntries().slice(mostPlans)) window.localStorage.removeItem(old);
    return true;
  } catch {
    // A page opened from a file may have no storage, or the storage may be full.
    return false;
  }
}

function keyOf(planText: string): string {
  return `${prefix}${fingerprint(planText).slice(0, 24)}`;
}

function storedEntries() {
  try {
    const keys = Array.from({ length: window.localStorage.length }, (_, at) => window.localStorage.key(at) ?? '');
    return keys
      .filter((key) => key.startsWith(prefix))
      .flatMap((key) => {
        const value: unknown = JSON.parse(window.localStorage.getItem(key) ?? 'null');
        if (!isRecord(value)) return [];
        const { file, at, edits, others } = value;
        const read = (text: unknown) => (typeof text === 'string' ? editsFromJson(text) : undefined);
        return [{ key, file, at: Number(at), edits: read(edits), others: read(others) }];
      })
      .sort((a, b) => b.at - a.at);
  } catch {
    return [];
  }
}

/** Edits are saved after this pause, because a slider makes dozens per second. */
const restMs = 250;
/** Some programs truncate longer addresses. */
const longestPacked = 30_000;

export type Keeping = ReturnType<typeof useKeptEdits>;

/** Saves edits in the browser and in the address, and reads them from an address that is opened. */
export function useKeptEdits(plan: PlanNamed, found: FoundEdits, edits: Edits, step: Dispatch<HistoryStep>) {
  const [others, setOthers] = useState(found.others);
  /** Whether the edits could be saved neither in the browser nor in the address. */
  const [isAtRisk, setAtRisk] = useState(false);
  const packed = useRef<string>(undefined);
  useEffect(() => {
    let isOver = false;
    const timer = window.setTimeout(async () => {
      const isKept = keep(plan, { edits, others });
      const text = isUnedited(edits) ? undefined : await packEdits(edits);
      if (isOver) return;
      packed.current = text !== undefined && text.length <= longestPacked ? text : undefined;
      writeHash(packed.current);
      setAtRisk(text !== undefined && !isKept && packed.current === undefined);
    }, restMs);
    return () => {
      isOver = true;
      clearTimeout(timer);
    };
  }, [plan, edits, others]);
  useWindowEvent('hashchange', async () => {
    // History entries written by this page have a state; a pasted address has none.
    const { edits: linkedText } = readHash(window.location.hash);
    const isOther = linkedText !== undefined && linkedText !== packed.current;
    const isPasted = isOther && window.history.state === null;
    const linked = isPasted ? await editsOfHash(window.location.hash) : undefined;
    if (linked === undefined) writeHash(packed.current);
    else step({ kind: 'edit', change: () => linked });
  });
  useWindowEvent('beforeunload', isAtRisk ? (event) => event.preventDefault() : undefined);
  /** Shows the other edits, or discards them. */
  const decide = (use: boolean) => {
    if (use && others !== undefined) step({ kind: 'edit', change: () => others });
    for (const { key, file } of storedEntries()) {
      if (file === plan.planFile && key !== keyOf(plan.planText)) window.localStorage.removeItem(key);
    }
    setOthers(undefined);
  };
  return { from: found.from, others, decide, isAtRisk };
}

function writeHash(edits: string | undefined): void {
  const now = readHash(window.location.hash);
  if (now.edits !== edits || (edits !== undefined && window.history.state === null))
    changeHash(hashWith({ place: now.place, edits }), 'replace');
}
