/** "1 task", "2 tasks", "0 tasks"; an irregular plural is given. */
export function countOf(count: number, noun: string, plural = `${noun}s`): string {
  return `${formatCount(count)} ${count === 1 ? noun : plural}`;
}

/** A whole number with thousands separated by commas, in every locale: 4026 → "4,026". */
export function formatCount(count: number): string {
  const text = String(count);
  if (text.includes('e')) return text;
  const point = text.indexOf('.');
  const end = point === -1 ? text.length : point;
  const start = text.startsWith('-') ? 1 : 0;
  // By hand: a pattern that looks ahead costs more to compile than a short run has to spare.
  let grouped = text.slice(end);
  for (let at = end; at > start; at -= 3) {
    const from = Math.max(start, at - 3);
    grouped = `${from > start ? ',' : ''}${text.slice(from, at)}${grouped}`;
  }
  return `${text.slice(0, start)}${grouped}`;
}
