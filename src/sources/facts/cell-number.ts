const written = /^\+?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;
// One sign throughout parts the thousands. "0,123" may well be a fraction.
const grouped = /^\+?[1-9]\d{0,2}(?:(?:,\d{3})+|(?: \d{3})+|(?:\u00a0\d{3})+|(?:\u202f\d{3})+|(?:_\d{3})+)(?:\.\d+)?$/;
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

/** The number in a text whose thousands are parted: "2,792", "1 234 567", "2_792"; undefined for every other cell. */
export function groupedNumber(value: unknown): number | undefined {
  if (typeof value !== 'string' || value.length > mostCharacters) return undefined;
  const text = value.trim();
  return grouped.test(text) ? finite(Number(text.replace(/[,_\s]/g, ''))) : undefined;
}

const unknownWord = /^\s*(n\/?a|nan|none|null|unknown|undefined|-)\s*$/i;

/** Whether a cell says that its value is not known: "n/a", "none", "-". */
export function saysUnknown(value: unknown): boolean {
  return typeof value === 'string' && unknownWord.test(value.slice(0, 20));
}

function finite(number: number): number | undefined {
  return Number.isFinite(number) && number >= 0 ? number : undefined;
}
