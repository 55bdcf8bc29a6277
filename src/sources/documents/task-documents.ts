import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { visibleText } from '../../core/text/words.js';
import { DocumentError, holdsPlaceholder, idText, templateReason } from '../../files/documents/document-error.js';
import { parseYaml } from '../../files/documents/parse-yaml.js';
import { type TaskFolder, UnreadableFile } from '../../files/task-folder.js';
import { notMine } from '../facts/task-facts.js';

/** Longer files don't describe a task, and YAML parsers need seconds per million characters. */
const longest = 1_000_000;

/** The contents of a task's own file: data, another format, or an error. `record` is the data without access tracking. */
type TaskDocument =
  | { readonly data: UnknownRecord; readonly record: UnknownRecord }
  | typeof notMine
  | { readonly broken: string };

/** Reads the file that makes a folder a task. */
export function readDocument(folder: TaskFolder, file: string, parse: (text: string) => unknown): TaskDocument {
  try {
    const text = folder.text(file);
    if (text === undefined) return notMine;
    if (text.length > longest)
      throw new DocumentError(`the file has ${text.length} characters; Winnow reads at most ${longest}`);
    const data = parse(text);
    return isRecord(data) ? { data: folder.onRecord?.(data) ?? data, record: data } : notMine;
  } catch (cause) {
    if (cause instanceof UnreadableFile) return { broken: cause.message };
    if (cause instanceof DocumentError) return { broken: `${file}: ${cause.message}` };
    throw cause;
  }
}

/** The kinds of task.yaml, distinguished by their keys. */
export type TaskYamlKind = 'terminal-bench' | 'swe-bench-tasks' | 'package-docs' | 'ten-figure';

/** Reads a task.yaml of the requested kind. If there is a task.toml next to it, it belongs to a Harbor task. */
export function readTaskYaml(folder: TaskFolder, kind: TaskYamlKind): ReturnType<typeof readDocument> {
  if (folder.has('task.toml')) return notMine;
  const document = folder.once('task.yaml', () => readDocument(folder, 'task.yaml', parseYaml));
  if (!('data' in document)) return document;
  const { record } = document;
  return kindOf(record) === kind ? { data: folder.onRecord?.(record) ?? record, record } : notMine;
}

/** More specific keys decide, because any kind may have an `instruction`. */
function kindOf(data: UnknownRecord): TaskYamlKind | undefined {
  const has = (key: string) => data[key] !== undefined && data[key] !== null;
  if (has('instance_id')) return has('log_parser') ? 'swe-bench-tasks' : undefined;
  if (has('task_prompt')) return has('target_path') ? 'package-docs' : undefined;
  if (has('task_id') && has('type')) return 'ten-figure';
  return typeof data['instruction'] === 'string' ? 'terminal-bench' : undefined;
}

/** Reads the files next to a task's own file; an unusable one only adds a remark. */
export class Sidecars {
  readonly remarks: string[] = [];
  readonly #folder: TaskFolder;

  constructor(folder: TaskFolder) {
    this.#folder = folder;
  }

  /** The text of a file; undefined if it is unusable. */
  text(file: string): string | undefined {
    try {
      return this.#folder.text(file);
    } catch (cause) {
      if (!(cause instanceof UnreadableFile)) throw cause;
      this.remarks.push(cause.message);
      return undefined;
    }
  }

  /** The record in a JSON file; empty if it is missing or unusable. */
  record(file: string): UnknownRecord {
    const text = this.text(file);
    if (text === undefined) return {};
    try {
      const data: unknown = JSON.parse(text);
      if (isRecord(data)) return data;
      this.remarks.push(`${file}: JSON, but not an object`);
    } catch {
      this.remarks.push(`${file}: not valid JSON`);
    }
    return {};
  }

  /** The joined text of all files in a folder whose names match. */
  texts(below: string, fits: (name: string) => boolean): string {
    const files = this.#folder.list(below).filter(fits);
    return files.map((name) => this.text(`${below}/${name}`) ?? '').join('\n');
  }
}

/** The id under a key of a task.yaml, or the reason why it has none. */
export function yamlId(key: string, value: unknown): { readonly id: string } | { readonly broken: string } {
  const id = idText(value);
  // YAML reads an unquoted placeholder as a mapping.
  if (id === undefined) return { broken: `task.yaml: "${key}" is not text; the file may be a template` };
  if (!holdsPlaceholder(id)) return { id };
  return { broken: `task.yaml: ${templateReason}: "${key}" is "${visibleText(id, 60)}"` };
}
