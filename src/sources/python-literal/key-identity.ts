import type { PythonValue } from './python-value.js';

/**
 * A text that is the same for two values exactly if Python takes them for the same key (`1`, `1.0` and `True` are);
 * undefined for a value that cannot be a key.
 */
export function keyIdentity(value: PythonValue): string | undefined {
  if (value === null) return 'None';
  if (typeof value === 'string') return `'${value}`;
  if (typeof value === 'object') return objectIdentity(value);
  if (typeof value === 'number' && !Number.isInteger(value)) return String(value);
  return String(BigInt(value));
}

function objectIdentity(value: object & PythonValue): string | undefined {
  if (value instanceof Uint8Array) return `b${value.join()}`;
  if (!Array.isArray(value) || !Object.isFrozen(value)) return undefined;
  let identity = '(';
  for (const item of value) {
    const part = keyIdentity(item);
    if (part === undefined) return undefined;
    // With its length before it, no item can be taken for two.
    identity += `${part.length}:${part}`;
  }
  return identity;
}
