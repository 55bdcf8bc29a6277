import { parseToml } from '../../files/documents/parse-toml.js';
import { packingOfFile } from '../../files/tables/content-kind.js';
import type { TableRow } from '../../files/tables/table-row.js';
import { readSafely } from '../../files/task-folder.js';

/** Files that list tasks and hold none; they are read only where a person names them. */
export const taskListName = /\.(?:txt|toml)$/i;

/**
 * The tasks that a list names: a dataset.toml gives what `unfold` finds in it, a text one id a line; undefined when it is
 * neither. Empty lines and those that begin with "# " are skipped.
 *
 * @throws Error when it cannot be read.
 */
export function readTaskList(
  file: string,
  unfold: (document: unknown) => Iterable<unknown> | undefined,
): readonly TableRow[] | undefined {
  // A packed file that isn't a table holds no list either.
  if (packingOfFile(file) !== undefined) return undefined;
  const text = readSafely(file).replace(/^\ufeff/, '');
  if (/\.toml$/i.test(file)) {
    const records = unfold(parseToml(text));
    return records === undefined ? undefined : [...records].map((data, i) => ({ number: i + 1, data }));
  }
  const lines = text.split(/\r?\n/).map((line, i) => ({ number: i + 1, text: line.trim() }));
  const ids = lines.filter((line) => line.text !== '' && !line.text.startsWith('# '));
  return ids.length > 0 && ids.every((line) => isId(line.text))
    ? ids.map(({ number, text: id }) => ({ number, data: { id } }))
    : undefined;
}

/** No prose: an id has no spaces. */
function isId(text: string): boolean {
  return text.length <= 500 && /^[^\s\p{Cc}]+$/u.test(text);
}
