import { isRecord, type UnknownRecord } from '../../core/model/record.js';
import { type TaskFolder, UnreadableFile } from '../../files/task-folder.js';

/** Reads the files beside a task's own; one that cannot be used is remarked upon, and the task stays one. */
export class Sidecars {
  readonly remarks: string[] = [];
  readonly #folder: TaskFolder;

  constructor(folder: TaskFolder) {
    this.#folder = folder;
  }

  /** The text of a file; undefined when there is none to use. */
  text(file: string): string | undefined {
    try {
      return this.#folder.text(file);
    } catch (cause) {
      if (!(cause instanceof UnreadableFile)) throw cause;
      this.remarks.push(cause.message);
      return undefined;
    }
  }

  /** The record in a JSON file; an empty one when there is none to use. */
  record(file: string): UnknownRecord {
    const text = this.text(file);
    if (text === undefined) return {};
    try {
      const data: unknown = JSON.parse(text);
      if (isRecord(data)) return data;
      this.remarks.push(`${file}: it is JSON, but not an object`);
    } catch {
      this.remarks.push(`${file}: it is not valid JSON`);
    }
    return {};
  }

  /** The text of all files in a folder whose names fit, one after another. */
  texts(below: string, fits: (name: string) => boolean): string {
    const files = this.#folder.list(below).filter(fits);
    return files.map((name) => this.text(`${below}/${name}`) ?? '').join('\n');
  }
}
