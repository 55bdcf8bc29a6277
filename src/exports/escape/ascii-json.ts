/**
 * JSON in ASCII alone: some readers split lines at every Unicode line break, or read in the encoding of the machine, and
 * would break or change what stands in a text.
 */
export function asciiJson(value: unknown, indent?: number): string {
  const text = JSON.stringify(value, plain, indent) ?? 'null';
  return text.replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);
}

/** Whole numbers of 64 bits, which tables hold and JSON has no kind of its own for. */
function plain(_key: string, value: unknown): unknown {
  if (typeof value !== 'bigint') return value;
  return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
}
