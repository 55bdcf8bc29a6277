import { fingerprint } from '../../../core/fingerprint/fingerprint.js';
import { isRecord } from '../../../core/model/record.js';
import type { ExplorerData } from '../../explorer-data.js';
import { type Edits, isUnedited } from './edits.js';
import { editsFromJson, editsJson } from './edits-json.js';

/** Edits that a browser keeps for a plan: those made last, and others that nobody has decided on yet. */
export interface KeptEdits {
  readonly edits: Edits | undefined;
  readonly others: Edits | undefined;
}

type PlanNamed = Pick<ExplorerData, 'planText' | 'planFile'>;

const prefix = 'winnow-edits ';
/** Plans that edits are kept for; the longest unused goes first. */
const mostPlans = 50;

/** The edits kept for a plan. Where its text has changed since, those of the earlier text count as others. */
export function readKept({ planText, planFile }: PlanNamed): KeptEdits {
  const entries = storedEntries();
  const own = entries.find(({ key }) => key === keyOf(planText));
  if (own !== undefined) return { edits: own.edits, others: own.others };
  const earlier = entries.find(({ file }) => file === planFile);
  return { edits: undefined, others: earlier?.edits };
}

/** Keeps the edits of a plan; gives whether the browser could. */
export function keep({ planText, planFile }: PlanNamed, { edits, others }: KeptEdits): boolean {
  try {
    const key = keyOf(planText);
    const isNone = edits === undefined || isUnedited(edits);
    const parts = { edits: isNone ? undefined : editsJson(edits), others: others && editsJson(others) };
    if (isNone && others === undefined) window.localStorage.removeItem(key);
    else window.localStorage.setItem(key, JSON.stringify({ file: planFile, at: Date.now(), ...parts }));
    for (const { key: old } of storedEntries().slice(mostPlans)) window.localStorage.removeItem(old);
    return true;
  } catch {
    // A page from a file may have no storage, and a full one takes nothing more.
    return false;
  }
}

/** Forgets what is kept of earlier texts of a plan. */
export function forgetEarlier({ planText, planFile }: PlanNamed): void {
  for (const { key, file } of storedEntries()) {
    if (file === planFile && key !== keyOf(planText)) window.localStorage.removeItem(key);
  }
}

function keyOf(planText: string): string {
  return `${prefix}${fingerprint(planText).slice(0, 24)}`;
}

/** All that is kept, the newest first. */
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
