import { isRecord, type UnknownRecord } from '../core/model/record.js';
import { compareText } from '../core/text/compare-text.js';
import { visibleText } from '../core/text/visible-text.js';
import { cellNumber } from '../sources/facts/cell-number.js';
import { cellList } from '../sources/facts/cells.js';
import type { FolderFormat, Format, RecordFormat } from '../sources/formats/task-format.js';

/** A column, or a place in the tasks' own files, that no field is read from. */
export interface UnusedColumn {
  /** As a plan writes it: dots lead into records. */
  readonly column: string;
  /** How many tasks have a value there. */
  readonly tasks: number;
  /** What a field would be that takes it; "text" where hardly a value comes twice. */
  readonly kind: 'number' | 'label' | 'list' | 'text' | 'other';
  /** Different values, up to a thousand. */
  readonly values: number;
  readonly negative: boolean;
  /** The largest number. */
  readonly most: number;
  readonly example: string;
}

const mostColumns = 500;
const mostValues = 1000;
const deepest = 4;

/** Watches which columns of the tasks a format looks at, and describes the others. */
export class ColumnSurvey {
  readonly #mostRecords: number;
  readonly #used = new Set<string>();
  readonly #columns = new Map<string, Column>();
  #records = 0;

  /** Only the first `mostRecords` tasks are watched. */
  constructor(mostRecords = Number.POSITIVE_INFINITY) {
    this.#mostRecords = mostRecords;
  }

  /** The format, watched as it reads. */
  watching(format: Format): Format {
    return format.kind === 'folder' ? this.#watchingFolders(format) : this.#watchingRecords(format);
  }

  #watchingFolders(format: FolderFormat): FolderFormat {
    return {
      ...format,
      read: (folder) => {
        if (this.#records < this.#mostRecords) folder.onRecord = (record) => this.#watched(record, '');
        const reading = format.read(folder);
        if ('id' in reading && reading.record !== undefined) this.#see(reading.record);
        return reading;
      },
    };
  }

  #watchingRecords(format: RecordFormat): RecordFormat {
    return {
      ...format,
      read: (record) => {
        if (this.#records >= this.#mostRecords) return format.read(record);
        const reading = format.read(this.#watched(record, ''));
        if ('id' in reading) this.#see(record);
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

  #see(record: UnknownRecord): void {
    this.#records += 1;
    if (this.#records > this.#mostRecords) return;
    const open = [{ record, prefix: '', depth: 1 }];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      for (const [key, value] of Object.entries(next.record)) {
        const path = `${next.prefix}${key}`;
        if (value === null || value === undefined || value === '') continue;
        // A path could not name it.
        if (next.depth > 1 && key.includes('.')) continue;
        if (isPlain(value) && next.depth < deepest)
          open.push({ record: value, prefix: `${path}.`, depth: next.depth + 1 });
        else this.#column(path)?.add(value);
      }
    }
  }

  #column(path: string): Column | undefined {
    const known = this.#columns.get(path);
    if (known !== undefined || this.#columns.size >= mostColumns) return known;
    const column = new Column();
    this.#columns.set(path, column);
    return column;
  }
}

/** What the tasks have in one column. */
class Column {
  #tasks = 0;
  #numbers = 0;
  #lists = 0;
  #others = 0;
  #long = 0;
  #negative = false;
  #hasItems = false;
  #most = 0;
  #example = '';
  readonly #values = new Set<string>();
  readonly #texts = new Map<number, string>();

  add(value: unknown): void {
    this.#tasks += 1;
    const items = cellList(value);
    const number = signed(value);
    if (items !== undefined) {
      if (items.length > 0) this.#hasItems = true;
      if (items.every((item) => typeof item === 'string')) this.#lists += 1;
      else this.#others += 1;
    } else if (number !== undefined && this.#isNumber(value, number)) {
      this.#numbers += 1;
      if (number < 0) this.#negative = true;
      this.#most = Math.max(this.#most, number);
    } else if (typeof value === 'object') this.#others += 1;
    const shown = textOf(value);
    if (shown.length > longestLabel || shown.includes('\n')) this.#long += 1;
    else if (this.#values.size < mostValues) this.#values.add(shown);
    if (this.#example === '') this.#example = visibleText(shown, 60);
  }

  /** Text is a number unless it is a version or a code: "1.1" beside "1.10", "007". */
  #isNumber(value: unknown, number: number): boolean {
    if (typeof value !== 'string') return true;
    const text = value.trim();
    const before = this.#texts.get(number) ?? text;
    if (this.#texts.size < mostValues) this.#texts.set(number, before);
    return before === text && !/^-?0\d/.test(text);
  }

  #kind(): UnusedColumn['kind'] {
    if (this.#lists === this.#tasks && this.#hasItems) return 'list';
    if (this.#numbers === this.#tasks) return 'number';
    if (this.#lists + this.#others > 0) return 'other';
    const repeats =
      this.#long === 0 &&
      this.#values.size < mostValues &&
      (this.#values.size <= 2 || this.#values.size * 2 <= this.#tasks);
    return repeats ? 'label' : 'text';
  }

  result(): Omit<UnusedColumn, 'column'> {
    return {
      tasks: this.#tasks,
      kind: this.#kind(),
      values: this.#values.size,
      negative: this.#negative,
      most: this.#most,
      example: this.#example,
    };
  }
}

const longestLabel = 100;

function signed(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  const isNegative = typeof value === 'string' && /^\s*-\d/.test(value);
  const size = cellNumber(isNegative ? value.replace('-', '') : value);
  return size === undefined ? undefined : isNegative ? -size : size;
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? '');
}

/** Dates and bytes are values, not records. */
function isPlain(value: unknown): value is UnknownRecord {
  return isRecord(value) && [Object.prototype, null].includes(Object.getPrototypeOf(value));
}
