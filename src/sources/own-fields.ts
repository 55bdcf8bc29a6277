import { numericDays } from '../core/model/date.js';
import { isRecord, type UnknownRecord } from '../core/model/record.js';
import { dayFirstExample, plainOrQuoted } from '../core/model/select-rule.js';
import { derivedFields, type Field, isNamedAfter, sourceFields } from '../core/model/task.js';
import { visibleText } from '../core/text/words.js';
import {
  type Cells,
  cellDay,
  cellNumber,
  groupedNumber,
  isBlank,
  mayHaveThousands,
  saysUnknown,
  textCells,
  withDecimalPoint,
} from './facts/cells.js';
import {
  type ColumnReading,
  type LabelFact,
  type ListFact,
  list,
  type NumberFact,
  type OddValue,
  type TaskFacts,
} from './facts/task-facts.js';
import { noIdIn, rowId } from './formats/table.js';
import type { Format, RecordFormat } from './formats/task-format.js';

/** The columns that a plan reads from a table or a task's own file. */
export interface ColumnRules {
  /** The fields of the plan, by name. */
  readonly fields: ReadonlyMap<string, Field>;
  /** The column of each field, or of the id, if its name differs; dots lead into nested records. */
  readonly columns: ReadonlyMap<string, string>;
  /** The fields whose values were counted. */
  readonly measured: readonly string[];
}

/** The values of a plan's fields in a record. */
export interface OwnFacts {
  readonly labels: readonly LabelFact[];
  readonly numbers: readonly NumberFact[];
  readonly lists: readonly ListFact[];
  /** Reasons why values were ignored because they don't fit their fields. */
  readonly remarks: readonly string[];
  /** The values that remarks are about. */
  readonly odd: readonly OddValue[];
}

const derived: ReadonlySet<string> = new Set(derivedFields.map(({ name }) => name));
const standard: ReadonlySet<string> = new Set(sourceFields.map(({ name }) => name));

/** Reads the fields of a plan from records: by the columns it names, or by equal names. */
export class OwnFields {
  /** The id column, if the plan names one. */
  readonly idColumn: string | undefined;
  /** Whether semicolons separate cells. This is usual in locales with decimal commas, where a dot may separate thousands. */
  hasSemicolons = false;
  /** A note if the text of a file may have been read in the wrong encoding, which garbles the names of columns. */
  encodingNote: string | undefined;
  readonly #cells: Cells;
  readonly #named: readonly Wanted[];
  readonly #own: readonly Wanted[];
  readonly #standard: readonly Wanted[];
  readonly #unseen: Set<string>;
  #first: UnknownRecord | undefined;

  constructor({ fields, columns, measured }: ColumnRules, cells: Cells = textCells) {
    this.#cells = cells;
    this.idColumn = columns.get('id');
    this.#unseen = new Set(columns.values());
    const wanted = [...fields.values()]
      .filter(({ name }) => !derived.has(name))
      .map((field) => {
        const column = columns.get(field.name);
        return {
          field,
          column: column ?? field.name,
          isNamed: column !== undefined,
          measured: measured.includes(field.name),
        };
      });
    this.#named = wanted.filter(({ isNamed }) => isNamed);
    this.#own = wanted.filter(({ field, isNamed }) => !isNamed && !standard.has(field.name));
    this.#standard = wanted.filter(({ field, isNamed }) => !isNamed && standard.has(field.name));
  }

  /** Whether any field is read from the record of a task, besides those that its format reads. */
  get takesAny(): boolean {
    return this.idColumn !== undefined || this.#named.length + this.#own.length > 0;
  }

  /** Whether the plan names a column that no record has had so far. */
  get lacksColumns(): boolean {
    return this.#unseen.size > 0;
  }

  /** Remembers which of the plan's columns a record has. */
  see(record: UnknownRecord): void {
    if (this.#unseen.size === 0) return;
    this.#first ??= record;
    for (const column of this.#unseen)
      if (valueAt(record, column, this.#cells) !== undefined) this.#unseen.delete(column);
  }

  /** The value in the plan's id column. */
  idOf(record: UnknownRecord): unknown {
    return this.idColumn === undefined ? undefined : valueAt(record, this.idColumn, this.#cells);
  }

  /** The columns that the plan names and no record has, and the columns of the first record. */
  missing(): { readonly missing: readonly string[]; readonly known: readonly string[] } {
    return { missing: [...this.#unseen], known: dottedKeys(this.#first ?? {}) };
  }

  /**
   * The plan's fields in a record. `origin` is the place that labels come from; `every` also reads the standard fields by
   * their names, for records that no format has read.
   */
  read(record: UnknownRecord, origin: string, every: boolean): OwnFacts {
    const reading = new Readings(origin, this.#cells, this.hasSemicolons);
    for (const wanted of this.#named) reading.add(wanted, valueAt(record, wanted.column, this.#cells));
    if (every) for (const wanted of this.#standard) reading.add(wanted, ownValue(record, wanted.column));
    if (this.#own.length === 0) return reading;
    const insides = places.map((place) => this.#cells.record(ownValue(record, place)));
    for (const wanted of this.#own) reading.add(wanted, valueByName(record, wanted.column, insides));
    return reading;
  }
}

interface Wanted {
  readonly field: Field;
  readonly column: string;
  readonly measured: boolean;
}

class Readings implements OwnFacts {
  readonly labels: LabelFact[] = [];
  readonly numbers: NumberFact[] = [];
  readonly lists: ListFact[] = [];
  readonly remarks: string[] = [];
  readonly #odd: OddValue[] = [];
  readonly #origin: string;
  readonly #cells: Cells;
  readonly #hasSemicolons: boolean;

  constructor(origin: string, cells: Cells, hasSemicolons: boolean) {
    this.#origin = origin;
    this.#cells = cells;
    this.#hasSemicolons = hasSemicolons;
  }

  // Not part of the data, so that hashes of joined rows don't change.
  get odd(): readonly OddValue[] {
    return this.#odd;
  }

  add({ field, column, measured }: Wanted, given: unknown): void {
    // If no list is wanted, a list of one value is that value.
    const value =
      Array.isArray(given) && given.length === 1 && field.kind !== 'list' && !field.counts ? given[0] : given;
    if (isBlank(value)) return;
    if (field.kind === 'number') this.#addNumber(field, column, value, measured);
    else if (field.kind === 'list') {
      // A list without words is known to have none.
      const [reading = { field: field.name, values: [] }] = list(field.name, wordsIn(value, this.#cells));
      this.lists.push(reading);
    } else if (field.kind === 'date') this.#addDate(field, column, value);
    else {
      const text = textOf(value);
      if (text !== undefined) this.labels.push({ field: field.name, value: text, origin: this.#origin });
      else if (Array.isArray(value))
        this.#remark(
          `"${column}" has several values and is ignored; to test for one of them, write { has: VALUE } or declare fields: { ${plainOrQuoted(isNamedAfter(field.name, column) ? column : field.name)}: list }`,
          field,
          value,
        );
      else this.remarks.push(`"${column}" is not text and is ignored`);
    }
  }

  #addDate(field: Field, column: string, value: unknown): void {
    if (saysUnknown(value)) return;
    const days: ReturnType<typeof numericDays> = typeof value === 'string' ? numericDays(value) : {};
    const declared = field.dayFirst === undefined ? undefined : days[field.dayFirst ? 'day' : 'month'];
    const day = cellDay(value) ?? declared;
    if (day !== undefined) this.labels.push({ field: field.name, value: day, origin: this.#origin });
    else if (field.dayFirst === undefined && Object.keys(days).length > 0)
      this.#remark(
        `"${column}" may have the day or the month first and is ignored; declare which: ${dayFirstExample(isNamedAfter(field.name, column) ? column : field.name)}`,
        field,
        value,
        {
          readings: (['day', 'month'] as const).flatMap((first): ColumnReading[] => {
            const remark = `"${column}" is read with the ${first} first, like the rest of the column`;
            const fact = { field: field.name, value: days[first] ?? '', origin: this.#origin, remark };
            return days[first] === undefined
              ? []
              : [{ way: `${first} first`, column, isSure: Object.keys(days).length === 1, fact }];
          }),
        },
      );
    else
      this.#remark(
        `"${column}" is not a date (such as 2025-01-31, 2025/1/31 or 31 Jan 2025, with or without a time) and is ignored`,
        field,
        value,
      );
  }

  #addNumber(field: Field, column: string, value: unknown, measured: boolean): void {
    const items = this.#cells.list(value);
    if (items !== undefined && !field.counts) {
      this.remarks.push(`"${column}" is a list, not a number, and is ignored`);
      return;
    }
    const number = items?.length ?? numberOf(value, field.negative === true);
    if (number === 'none') return;
    const readings = commaReadings(value, field, column, measured);
    if (number !== undefined) {
      this.numbers.push({ field: field.name, value: number, measured });
      if (field.isCompared === true && typeof value === 'string' && value.trim() !== String(number))
        this.#remark(
          `"${column}" is treated as a number, because the plan compares it with one; to compare it as text, quote the value in the plan`,
          field,
          value,
        );
      if (this.#hasSemicolons && mayHaveThousands(value))
        this.#remark(
          `"${column}" is read with a decimal point, but the dot may separate thousands; if so, remove the dots from the column`,
          field,
          value,
          { doubt: 'dots', readings },
        );
      // Only text has digits and signs between them.
      if (typeof value !== 'string' || cellNumber(value.replace('-', '')) !== undefined) return;
      this.#remark(`"${column}" is read with thousands separators; write decimals with a point`, field, value, {
        readings,
      });
    } else {
      const isNegative = field.negative !== true && numberOf(value, true) !== undefined;
      const remark = isNegative
        ? `"${column}" is negative and is ignored${standard.has(field.name) ? '' : '; to allow negative values, declare the field with negative: true'}`
        : `"${column}" is not a number and is ignored`;
      const isDigits = !isNegative && /\d/.test(textOf(value) ?? '');
      this.#remark(remark, field, value, { readings, ...(isDigits ? { doubt: 'digits' } : {}) });
    }
  }

  /** The remark does not contain the value, so that a thousand of them can be combined. */
  #remark(
    remark: string,
    { name }: Field,
    value: unknown,
    { doubt, readings = [] }: Pick<OddValue, 'doubt' | 'readings'> = {},
  ): void {
    this.remarks.push(remark);
    this.#odd.push({
      remark,
      field: name,
      value: visibleText(textOf(value) ?? JSON.stringify(value) ?? '', 40),
      ...(Array.isArray(value) ? { isList: true } : {}),
      ...(doubt === undefined ? {} : { doubt }),
      ...(readings.length === 0 ? {} : { readings }),
    });
  }
}

/** Sections of a task's own file in which fields are looked for by name. */
const places = ['metadata', 'task'];

function valueByName(record: UnknownRecord, name: string, insides: readonly (UnknownRecord | undefined)[]): unknown {
  const direct = ownValue(record, name);
  if (direct !== undefined) return direct;
  for (const inside of insides) {
    const value = inside === undefined ? undefined : ownValue(inside, name);
    if (value !== undefined) return value;
  }
  return undefined;
}

/** The value of a column. If no column has the name, dots in it lead into nested records. */
function valueAt(record: UnknownRecord, path: string, cells: Cells): unknown {
  let at: UnknownRecord = record;
  for (let rest = path; ; ) {
    if (Object.hasOwn(at, rest)) return at[rest];
    const dot = rest.indexOf('.');
    if (dot < 0) return undefined;
    const inside = cells.record(ownValue(at, rest.slice(0, dot)));
    if (inside === undefined) return undefined;
    at = inside;
    rest = rest.slice(dot + 1);
  }
}

function ownValue(record: UnknownRecord, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The keys of a record and of records nested in it, as in a plan. */
function dottedKeys(record: UnknownRecord, depth = 3): string[] {
  return Object.entries(record).flatMap(([key, value]) =>
    depth > 1 && isRecord(value) && Object.keys(value).length > 0
      ? dottedKeys(value, depth - 1).map((inside) => `${key}.${inside}`)
      : [key],
  );
}

/** A number; from a table of text, its digits. */
function numberOf(value: unknown, negative: boolean): number | 'none' | undefined {
  if (saysUnknown(value)) return 'none';
  const sign = negative && typeof value === 'string' && /^\s*-/.test(value) ? -1 : 1;
  const digits = sign < 0 ? String(value).replace('-', '') : value;
  const size = cellNumber(digits) ?? groupedNumber(digits);
  if (size !== undefined) return size === 0 ? 0 : sign * size;
  return negative && typeof value === 'number' && Number.isFinite(value) ? value : undefined;
}

/** Ways to read a number with a comma or with dots between thousands. */
function commaReadings(value: unknown, field: Field, column: string, measured: boolean): readonly ColumnReading[] {
  if (typeof value !== 'string' || !/[.,]/.test(value)) return [];
  const hasComma = value.includes(',');
  const isGrouped = groupedNumber(value.replace('-', '')) !== undefined;
  const text = withDecimalPoint(value);
  if (text === undefined) return hasComma && isGrouped ? [{ way: 'thousands', column, isSure: true }] : [];
  const number = numberOf(text, field.negative === true);
  if (typeof number !== 'number') return [];
  const form = hasComma ? 'a decimal comma' : 'dots between thousands';
  // Of several dots, none can be a decimal point.
  const isSure = hasComma ? !isGrouped : value.split('.').length > 2;
  const remark = `"${column}" is read with ${form}, because some numbers in the column can only be read that way`;
  const fact = { field: field.name, value: number, measured, remark };
  return [{ way: 'decimal comma', column, isSure, fact }];
}

/** The words of a list. Text may contain JSON, Python's repr(), or words separated by commas, semicolons or bars. */
function wordsIn(value: unknown, cells: Cells): readonly unknown[] {
  const items = cells.list(value);
  if (items !== undefined) return items;
  const text = textOf(value);
  return text === undefined ? [] : text.split(/[,;|]/).map((word) => word.trim());
}

function textOf(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' || typeof value === 'bigint'
    ? String(value)
    : undefined;
}

/** The formats; record formats also read the plan's fields. For folder formats, `discover` does that. */
export function allWithOwnFields(formats: readonly Format[], own: OwnFields): readonly Format[] {
  return formats.map((format) =>
    format.kind === 'record' && format.whole !== true ? withOwnFields(format, own) : format,
  );
}

/** A format that also reads the plan's fields from the records of its tasks. */
export function withOwnFields(format: RecordFormat, own: OwnFields): RecordFormat {
  const every = format.everyField === true;
  if (!every && !own.takesAny) return format;
  return {
    ...format,
    read: (record, wants) => {
      const reading = format.read(record, wants);
      return 'id' in reading ? addOwnFields(reading, record, own, every) : reading;
    },
  };
}

const origins = { table: 'table', other: 'column' };

/**
 * The facts about a task with the plan's fields from its record, which take precedence over those of the format.
 * @param every Whether standard fields are also read by their names.
 */
export function addOwnFields(
  facts: TaskFacts,
  record: UnknownRecord,
  own: OwnFields,
  every = false,
): TaskFacts | { readonly broken: string } {
  own.see(record);
  const { labels, numbers, lists, remarks, odd } = own.read(record, every ? origins.table : origins.other, every);
  const id = own.idColumn === undefined ? facts.id : rowId(own.idOf(record));
  if (id === undefined) return { broken: noIdIn(own.idColumn ?? 'id', own.idOf(record)) };
  const taken = {
    id,
    aliases: id === facts.id || facts.id === '' ? facts.aliases : [facts.id, ...facts.aliases],
    labels: facts.labels.length === 0 ? labels : [...labels, ...facts.labels],
    numbers: facts.numbers.length === 0 ? numbers : [...numbers, ...facts.numbers],
    remarks: remarks.length === 0 ? facts.remarks : [...facts.remarks, ...remarks],
    ...(odd.length === 0 ? {} : { odd }),
  };
  // Not by a spread, which gives every row its own hidden class.
  const all: TaskFacts = Object.assign({}, facts, taken);
  return lists.length === 0 ? all : { ...all, lists: [...lists, ...(facts.lists ?? [])] };
}
