import { isRecord, ownValue } from '../is-record.js';
import { rewardOf } from '../reward-of.js';

const letters: ReadonlyMap<string, number> = new Map([
  ['C', 1],
  ['P', 0.5],
  ['I', 0],
  ['N', 0],
  ['yes', 1],
  ['no', 0],
]);

/** What a score of Inspect says: a reward (its range not checked), nothing, or a value that is no reward. */
export type InspectValue =
  | { readonly reward: number; readonly chosen?: { readonly key: string; readonly of: readonly string[] } }
  | 'none'
  | { readonly odd: unknown };

/**
 * Reads the value of a score: a letter, true or false, a number; of several values under keys, the one asked for, else
 * `reward` or `score`, else the first.
 */
export function inspectValue(value: unknown, key: string | undefined): InspectValue {
  // A score that is not a number is how Inspect marks a sample that was not scored.
  if (value === null || value === undefined) return 'none';
  if (Array.isArray(value)) return value.length === 1 ? inspectValue(value[0], key) : { odd: value };
  if (isRecord(value)) return amongKeys(value, key);
  const reward = typeof value === 'string' ? (letters.get(value) ?? rewardOf(value)) : rewardOf(value);
  return reward === undefined ? { odd: value } : { reward };
}

function amongKeys(values: Readonly<Record<string, unknown>>, wanted: string | undefined): InspectValue {
  const keys = Object.keys(values);
  const chosen = [wanted, 'reward', 'score', keys[0]].find((key) => key !== undefined && keys.includes(key));
  if (chosen === undefined) return 'none';
  const value = ownValue(values, chosen);
  if (typeof value === 'object' && value !== null) return { odd: values };
  const read = inspectValue(value, undefined);
  return typeof read === 'object' && 'reward' in read && keys.length > 1 && chosen !== wanted
    ? { reward: read.reward, chosen: { key: chosen, of: keys } }
    : read;
}
