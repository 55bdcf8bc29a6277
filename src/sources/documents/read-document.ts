import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { DocumentError } from '../../files/documents/document-error.js';
import { type TaskFolder, UnreadableFile } from '../../files/task-folder.js';
import { notMine } from '../facts/task-facts.js';

/** Longer ones are no description of a task, and parsers of YAML take seconds for each million characters. */
const longest = 1_000_000;

/** What a task's own file holds: data, nothing a task could be made of, or a fault. `record` is the data as nobody watches it. */
type TaskDocument =
  | { readonly data: UnknownRecord; readonly record: UnknownRecord }
  | typeof notMine
  | { readonly broken: string };

/** Reads the file that makes a folder a task. */
export function readDocument(folder: TaskFolder, file: string, parse: (text: string) => unknown): TaskDocument {
  try {
    const text = folder.text(file);
    if (text === undefined) return notMine;
    if (text.length > longest) throw new DocumentError(`it has ${text.length} characters; at most ${longest} are read`);
    const data = parse(text);
    return isRecord(data) ? { data: folder.onRecord?.(data) ?? data, record: data } : notMine;
  } catch (cause) {
    if (cause instanceof UnreadableFile) return { broken: cause.message };
    if (cause instanceof DocumentError) return { broken: `${file}: ${cause.message}` };
    throw cause;
  }
}
