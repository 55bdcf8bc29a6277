import type { UnusedColumn } from '../core/contracts/inspect-document.js';
import { sumOf } from '../core/lists/lists.js';
import { isRecord, type UnknownRecord } from '../core/model/record.js';
import { alikeLabels } from '../core/text/nearest-name.js';
import { compareText, visibleText } from '../core/text/words.js';
import { cellList, cellNumber, groupedNumber, isBlank, saysUnknown, withDecimalPoint } from '../sources/facts/cells.js';
import type { TaskFacts } from '../sources/facts/task-facts.js';
import { idColumnsOf } from '../sources/formats/table.js';
import type { FolderFormat, Format, RecordFormat } from '../sources/formats/task-format.js';

const mostColumns = 500;
const deepest = 4;
/** Access is tracked for the first tasks of this number, and later only for tasks with a new column. */
const watchedTasks = 1000;

/** Whether a record should be described. */
type OwnRecords = (facts: TaskFacts, record: UnknownRecord) => boolean;

/** Records which columns a format uses, and describes all other columns. Every task is counted. */
export class ColumnSurvey {
  readonly #used = new Set<string>();
  readonly #columns = new Map<string, ColumnTally>();
  #records = 0;
  /** The id column of a table, according to its first row. */
  idColumn: string | undefined;

  /** The format with access tracking; only records of tasks that are `isOwn` are described. */
  watching(format: Format, isOwn: OwnRecords = () => true): Format {
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

  #watchingRecords(format: RecordFormat, isOwn: OwnRecords): RecordFormat {
    return {
      ...format,
      read: (record) => {
        const isWatched = this.#records < watchedTasks;
        const reading = format.read(isWatched ? this.#watched(record, '') : record);
        // The format may also read a column that first occurs late.
        if ('id' in reading && isOwn(reading, record) && this.#see(record) && !isWatched)
          format.read(this.#watched(record, ''));
        return reading;
      },
    };
  }

  /** The columns with values that no format read, in code-unit order. */
  unused(): readonly UnusedColumn[] {
    return [...this.#columns]
      .filter(([column]) => !this.#used.has(column))
      .sort(([a], [b]) => compareText(a, b))
      .map(([column, seen]) => ({ column, ...seen.result() }));
  }

  /** The record, with access tracking. */
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

  /** Counts a record's values; true if it has a column that no earlier record had. */
  #see(record: UnknownRecord, prefix = '', depth = 1): boolean {
    if (depth === 1) {
      if (this.#records === 0) [this.idColumn] = idColumnsOf(record);
      this.#records += 1;
    }
    let isNew = false;
    for (const key of Object.keys(record)) {
      const value = record[key];
      if (isBlank(value)) continue;
      // A dotted path cannot refer to it.
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

const mostValues = 1000;
const longestLabel = 100;
/** A column is numeric if at least this share of its values are. */
const fewestNumbers = 0.9;

/** A comma may be in any group ("1,234"), or only separate thousands ("1,234.5") or only decimals ("3,5"). */
type Commas = 'either' | 'thousands' | 'decimals';
type Form = 'number' | 'grouped' | Commas | 'code' | 'unknown' | 'text' | 'long' | 'list' | 'other';

/** Counts the values in one column; keeps a limited number of them. */
export class ColumnTally {
  readonly #forms: Record<Form, number> = {
    ...{ number: 0, grouped: 0, either: 0, thousands: 0, decimals: 0, code: 0, unknown: 0 },
    ...{ text: 0, long: 0, list: 0, other: 0 },
  };
  #negative = false;
  #hasItems = false;
  #most = 0;
  #example = '';
  #odd = '';
  /** Known values, so that repeated ones need not be examined again. */
  readonly #known = new Map<unknown, Form>();
  readonly #texts = new Map<number, string>();

  add(value: unknown): void {
    const known = this.#known.get(value);
    const form = known ?? this.#look(value);
    this.#forms[form] += 1;
  }

  #look(value: unknown): Form {
    const form = this.#formOf(value);
    if (this.#known.size < mostValues) {
      const key = typeof value === 'object' ? textOf(value) : value;
      if (typeof key !== 'string' || isBrief(key)) this.#known.set(key, form);
    }
    if (this.#example === '' && form !== 'unknown') this.#example = visibleText(textOf(value), 60);
    if (this.#odd === '' && (form === 'text' || form === 'long')) this.#odd = visibleText(textOf(value), 60);
    return form;
  }

  #formOf(value: unknown): Form {
    if (typeof value === 'number' || typeof value === 'bigint') {
      const number = Number(value);
      if (!Number.isFinite(number)) return 'unknown';
      return this.#number(number, 'number');
    }
    const items = cellList(value);
    if (items !== undefined) {
      if (items.length > 0) this.#hasItems = true;
      return items.every((item) => typeof item === 'string') ? 'list' : 'other';
    }
    if (typeof value !== 'string') return typeof value === 'object' ? 'other' : 'text';
    if (saysUnknown(value)) return 'unknown';
    const text = value.trim();
    const sign = /^-\d/.test(text) ? -1 : 1;
    const size = cellNumber(sign < 0 ? text.slice(1) : text);
    if (size !== undefined) return this.#isCode(text, sign * size) ? 'code' : this.#number(sign * size, 'number');
    const digits = sign < 0 ? text.slice(1) : text;
    const [parted, pointed] = [groupedNumber(digits), cellNumber(withDecimalPoint(digits))];
    const number = parted ?? pointed;
    if (number !== undefined) return this.#number(sign * number, separatorsIn(text, parted, pointed));
    return isBrief(value) ? 'text' : 'long';
  }

  #number(number: number, form: 'number' | 'grouped' | Commas): Form {
    if (number < 0) this.#negative = true;
    this.#most = Math.max(this.#most, number);
    return form;
  }

  /** Text that looks like a number may be a version or a code: both "1.1" and "1.10", or "007". */
  #isCode(text: string, number: number): boolean {
    const before = this.#texts.get(number) ?? text;
    if (this.#texts.size < mostValues) this.#texts.set(number, before);
    return before !== text || /^-?0\d/.test(text);
  }

  #kind(): UnusedColumn['kind'] {
    const { code, unknown, long, list, other } = this.#forms;
    const number = this.#numbers();
    const all = this.#all() - unknown;
    if (list > 0 && list === all + unknown && this.#hasItems) return 'list';
    if (code === 0 && number > 0 && number >= fewestNumbers * all && list + other === 0) return 'number';
    if (list + other > 0) return 'other';
    const values = this.#known.size;
    const repeats = long === 0 && values < mostValues && (values <= 2 || values * 2 <= all + unknown);
    return repeats ? 'label' : 'text';
  }

  /** Whether the column is read with decimal commas, as in the rows of a pool. */
  get #hasDecimalCommas(): boolean {
    return this.#forms.decimals > 0 && this.#forms.thousands === 0;
  }

  #all(): number {
    return sumOf(Object.values(this.#forms), (count) => count);
  }

  #numbers(): number {
    const { number, grouped, either, thousands, decimals } = this.#forms;
    return number + grouped + either + thousands + (this.#hasDecimalCommas ? decimals : 0);
  }

  result(): Omit<UnusedColumn, 'column'> {
    const kind = this.#kind();
    const { unknown, text, long, grouped, either, thousands, decimals } = this.#forms;
    const all = this.#all();
    const [withCommas, separated] = this.#hasDecimalCommas
      ? [decimals + either, grouped]
      : [0, grouped + either + thousands];
    const odd = text + long + (this.#hasDecimalCommas ? 0 : decimals);
    return {
      tasks: kind === 'number' ? all - unknown : all,
      kind,
      values: this.#known.size,
      negative: this.#negative,
      most: this.#most,
      notNumbers: kind === 'number' && odd > 0 ? { tasks: odd, example: this.#odd } : undefined,
      withSeparators: kind === 'number' && separated > 0 ? separated : undefined,
      withDecimalCommas: kind === 'number' && withCommas > 0 ? withCommas : undefined,
      alike: kind === 'label' ? alikeLabels([...this.#known.keys()].map(String)) : [],
      example: this.#example,
    };
  }
}

/** How a number with separators may be read, given its value with commas between thousands or with a decimal comma. */
function separatorsIn(text: string, parted: number | undefined, pointed: number | undefined): 'grouped' | Commas {
  if (parted === undefined) return 'decimals';
  if (!text.includes(',')) return 'grouped';
  return pointed === undefined ? 'thousands' : 'either';
}

function isBrief(text: string): boolean {
  return text.length <= longestLabel && !text.includes('\n');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? '');
}
