/** A document that is not valid in its format; the message contains the place and the reason. */
export class DocumentError extends Error {
  override readonly name = 'DocumentError';

  constructor(reason: string, place?: { readonly line: number; readonly column: number }) {
    super(place === undefined ? reason : `line ${place.line}, column ${place.column}: ${reason}`);
  }
}

const anyPlaceholder = /\{\{|\{%|\$\{|\{[\w .-]{1,80}\}|<[\w .-]{1,80}>/;
/** A real id may contain angle brackets, so only an id entirely in brackets is a placeholder. */
const namePlaceholder = /\{\{|\{%|\$\{|\{[\w .-]{1,80}\}|^<[\w .-]{1,80}>$/;
/** Never valid in plain TOML or YAML, while other placeholders may also occur in ordinary text. */
const templateMark = /\{\{|\{%/;
const quoted = /"[^"]*"|'[^']*'/g;
const longestLine = 10_000;

/** Whether a name contains a placeholder such as "{{ id }}", "{id}" or "${id}", or is one such as "<id>". */
export function holdsPlaceholder(name: string): boolean {
  return namePlaceholder.test(name);
}

/** Whether a line, at which parsing failed, contains a placeholder. */
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
