import { unquotePath } from './unquote-path.js';

/** A file name in a header line and the note after it, such as a timestamp. */
export interface HeaderName {
  readonly name: string;
  readonly note: string;
}

/** Reads a name that is quoted, or else runs to a tab or the end of the line. */
export function readName(text: string): HeaderName {
  const quoted = text.startsWith('"') ? unquotePath(text) : undefined;
  if (quoted !== undefined) return { name: quoted.path, note: quoted.rest.trim() };
  const tab = text.indexOf('\t');
  return tab === -1 ? { name: text, note: '' } : { name: text.slice(0, tab), note: text.slice(tab + 1) };
}
