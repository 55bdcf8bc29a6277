import type { PythonValue } from '../../../src/sources/python-literal/read-python-literal.js';
import type { TaggedValue } from './tagged-value.js';

/** The value that the reader should give for a tagged one. For the tests only. */
export function untag(tagged: TaggedValue): PythonValue {
  if (tagged === null || typeof tagged !== 'object') return tagged;
  if ('int' in tagged) {
    const number = Number(tagged.int);
    return Number.isSafeInteger(number) ? number : BigInt(tagged.int);
  }
  if ('float' in tagged) return Number(tagged.float.replace('inf', 'Infinity'));
  if ('bytes' in tagged) return new Uint8Array(Buffer.from(tagged.bytes, 'latin1'));
  if ('list' in tagged) return tagged.list.map(untag);
  if ('tuple' in tagged) return Object.freeze(tagged.tuple.map(untag));
  if ('set' in tagged) return new Set(tagged.set.map(untag));
  return new Map(tagged.dict.map(([key, value]) => [untag(key), untag(value)]));
}
