const mostNames = 10;
const longestValue = 200;

/** A value as a sentence quotes it: JSON, cut when it is long. */
export function shown(value: unknown): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length <= longestValue ? text : `${text.slice(0, longestValue - 1)}…`;
}

/** Names in a sentence, at most ten of them: `a, b and 3 more`. */
export function namesOf(names: readonly string[]): string {
  const listed = names.slice(0, mostNames);
  if (names.length > mostNames) return `${listed.join(', ')} and ${names.length - mostNames} more`;
  return listed.join(', ');
}
