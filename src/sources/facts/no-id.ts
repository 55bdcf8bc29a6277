/** The answer to a record that lacks what its id is made of. */
export function noId(key: string, value: unknown, expected = 'text'): { readonly broken: string } {
  return { broken: `"${key}" must be ${expected}; found ${kindOf(value)}` };
}

function kindOf(value: unknown): string {
  if (value === undefined || value === null) return 'nothing';
  if (typeof value === 'string') return value.trim() === '' ? 'empty text' : 'text';
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`;
}
