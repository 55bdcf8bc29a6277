/** A document that cannot be read as what it should be; the message says where and why. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';

  constructor(reason: string, place?: { readonly line: number; readonly column: number }) {
    super(place === undefined ? reason : `line ${place.line}, column ${place.column}: ${reason}`);
  }
}

const anyPlaceholder = /\{\{|\{%|\$\{|\{[\w .-]{1,80}\}|<[\w .-]{1,80}>/;
/** A stranger's id may hold angle brackets; only an id that is nothing else was left to be filled in. */
const namePlaceholder = /\{\{|\{%|\$\{|\{[\w .-]{1,80}\}|^<[\w .-]{1,80}>$/;
/** Marks that no TOML or YAML has on its own; the others do appear in text that merely speaks of them. */
const templateMark = /\{\{|\{%/;
const quoted = /"[^"]*"|'[^']*'/g;
const longestLine = 10_000;

/** Whether a name still holds a place to fill in: "{{ id }}", "{id}", "${id}"; or is one as a whole: "<id>". */
export function holdsPlaceholder(name: string): boolean {
  return namePlaceholder.test(name);
}

/** Whether the line at which a document stops being readable holds a place to fill in. */
export function isTemplateLine(text: string, line: number): boolean {
  const found = (text.split('\n', line)[line - 1] ?? '').slice(0, longestLine);
  return templateMark.test(found) || anyPlaceholder.test(found.replace(quoted, ''));
}

/** What is wrong with a file that others are to be made from. */
export const templateReason = 'it is a template with placeholders, not a task';

/** An id as text; undefined when a value is none. */
export function idText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const text = String(value).trim();
  return text === '' ? undefined : text;
}
