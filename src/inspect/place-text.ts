import { sep } from 'node:path';

/** Where something was found: `folder/file.jsonl:12`. */
export function placeText({ path, row }: { readonly path: string; readonly row?: number }): string {
  return row === undefined ? withSlashes(path) : `${withSlashes(path)}:${row}`;
}

/** A path as it is the same on every machine. */
export function withSlashes(path: string): string {
  return path.split(sep).join('/');
}
