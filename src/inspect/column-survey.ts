import { isRecord, type UnknownRecord } from '../core/model/record.js';
import { compareText } from '../core/text/compare-text.js';
import type { TaskFacts } from '../sources/facts/task-facts.js';
import type { FolderFormat, Format, RecordFormat } from '../sources/formats/task-format.js';
import { type ColumnContents, ColumnTally } from './column-tally.js';

/** A column, or a place in the tasks' own files, that no field is read from. */
export interface UnusedColumn extends ColumnContents {
  /** As a plan writes it: dots lead into records. */
  readonly column: string;
}

const mostColumns = 500;
const deepest = 4;
/** So many tasks show what a format looks at; after them only those with a column that was not met before are watched. */
const watchedTasks = 1000;

/** Watches which columns of the tasks a format looks at, and describes the others. Every task is counted. */
export class ColumnSurvey {
  readonly #used = new Set<string>();
  readonly #columns = new Map<string, ColumnTally>();
  #records = 0;

  /** The format, watched as it reads; of records, those of tasks that are `isOwn` are described. */
  watching(format: Format, isOwn: (facts: TaskFacts) => boolean = () => true): Format {
    return format.kind === 'folder' ? this.#watchingFolders(format) : this.#watchingRecords(format, isOwn);
  }

  #watchingFolders(format: FolderFormat): FolderFormat {
    return {
      ...format,
      read: (folder) => {
        folder.onRecord = (record) => this.#watched(record, '');
        const reading = format.read(folder);
        if ('id' in reading && reading.record !== undefined) this.#see(reading.record);
        return reading;
      },
    };
  }

  #watchingRecords(format: RecordFormat, isOwn: (facts: TaskFacts) => boolean): RecordFormat {
    return {
      ...format,
      read: (record) => {
        const isWatched = this.#records < watchedTasks;
        const reading = format.read(isWatched ? this.#watched(record, '') : record);
        // A column that comes late may be one that the format looks at.
        if ('id' in reading && isOwn(reading) && this.#see(record) && !isWatched)
          format.read(this.#watched(record, ''));
        return reading;
      },
    };
  }

  /** The columns that hold something and that nothing looked at, in code-unit order. */
  unused(): readonly UnusedColumn[] {
    return [...this.#columns]
      .filter(([column]) => !this.#used.has(column))
      .sort(([a], [b]) => compareText(a, b))
      .map(([column, seen]) => ({ column, ...seen.result() }));
  }

  /** The record as it is, noting what is asked of it. */
  #watched(record: UnknownRecord, prefix: string): UnknownRecord {
    return new Proxy(record, {
      get: (target, key) => {
        const value: unknown = Reflect.get(target, key);
        if (typeof key === 'symbol' || !Object.hasOwn(target, key)) return value;
        const path = `${prefix}${key}`;
        if (isPlain(value)) return this.#watched(value, `${path}.`);
        if (this.#used.size < mostColumns) this.#used.add(path);
        return value;
      },
    });
  }

  /** Counts what a record holds; true where it has a column that no record had before. */
  #see(record: UnknownRecord, prefix = '', depth = 1): boolean {
    if (depth === 1) this.#records += 1;
    let isNew = false;
    for (const key of Object.keys(record)) {
      const value = record[key];
      if (value === null || value === undefined || value === '') continue;
      // A path could not name it.
      if (depth > 1 && key.includes('.')) continue;
      const path = depth === 1 ? key : `${prefix}${key}`;
      if (depth < deepest && isPlain(value)) {
        if (this.#see(value, `${path}.`, depth + 1)) isNew = true;
      } else if (!this.#used.has(path)) {
        let column = this.#columns.get(path);
        if (column === undefined) {
          if (this.#columns.size >= mostColumns) continue;
          column = new ColumnTally();
          this.#columns.set(path, column);
          isNew = true;
        }
        column.add(value);
      }
    }
    return isNew;
  }
}

/** Dates and bytes are values, not records. */
function isPlain(value: unknown): value is UnknownRecord {
  return (
    typeof value === 'object' && isRecord(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value))
  );
}
