/** A document that cannot be read in its format; the message has the place and the reason. */
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

/** Whether a name contains a placeholder: "{{ id }}", "{id}", "${id}"; or is one as a whole: "<id>". */
export function holdsPlaceholder(name: string): boolean {
  return namePlaceholder.test(name);
}

/** Whether the line at which a document becomes unreadable contains a placeholder. */
export function isTemplateLine(text: string, line: number): boolean {
  const found = (text.split('\n', line)[line - 1] ?? '').slice(0, longestLine);
  return templateMark.test(found) || anyPlaceholder.test(found.replace(quoted, ''));
}

/** The reason to refuse a template of task files. */
export const templateReason = 'a template with placeholders, not a task';

/** An id as text; undefined if the value is not an id. */
export function idText(value: unknown): string | undefined {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'bigint') return undefined;
  const text = String(value).trim();
  return text === '' ? undefined : text;
}
