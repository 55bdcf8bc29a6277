const written = /^\+?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
// No number is longer; a text of megabytes is not even looked at.
const mostCharacters = 40;

/** The number in a cell, zero or more, also when it is written as text, as all cells of a CSV file are. */
export function cellNumber(value: unknown): number | undefined {
  if (typeof value === 'string') {
    if (value.length > mostCharacters) return undefined;
    const text = value.trim();
    return written.test(text) ? finite(Number(text)) : undefined;
  }
  return typeof value === 'number' || typeof value === 'bigint' ? finite(Number(value)) : undefined;
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
