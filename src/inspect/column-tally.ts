import { alikeLabels } from '../core/text/nearest-name.js';
import { visibleText } from '../core/text/visible-text.js';
import { cellNumber, groupedNumber, saysUnknown } from '../sources/facts/cell-number.js';
import { cellList } from '../sources/facts/cells.js';

/** What the tasks have in one column. */
export interface ColumnContents {
  /** How many tasks have a value there; in a column of numbers, words for unknown such as "n/a" are none. */
  readonly tasks: number;
  /** What a field would be that takes it; "text" where hardly a value comes twice. */
  readonly kind: 'number' | 'label' | 'list' | 'text' | 'other';
  /** Different values, up to a thousand. */
  readonly values: number;
  readonly negative: boolean;
  /** The largest number. */
  readonly most: number;
  /** Of a column of numbers: texts that are none, with one of them. */
  readonly notNumbers: { readonly tasks: number; readonly example: string } | undefined;
  /** Of a column of numbers: how many have their thousands parted, as in "2,792". */
  readonly grouped: number;
  /** Of labels: those that differ only in letter case or in spaces at their ends. */
  readonly alike: readonly (readonly string[])[];
  readonly example: string;
}

const mostValues = 1000;
const longestLabel = 100;
/** A column is one of numbers where at least this share of its values are. */
const fewestNumbers = 0.9;

type Form = 'number' | 'grouped' | 'code' | 'unknown' | 'text' | 'long' | 'list' | 'other';

/** Counts what the tasks have in one column; a bounded number of values is kept. */
export class ColumnTally {
  readonly #forms: Record<Form, number> = {
    number: 0,
    grouped: 0,
    code: 0,
    unknown: 0,
    text: 0,
    long: 0,
    list: 0,
    other: 0,
  };
  #negative = false;
  #hasItems = false;
  #most = 0;
  #example = '';
  #odd = '';
  /** What was met, so that what comes again need not be looked at. */
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
    const parted = groupedNumber(sign < 0 ? text.slice(1) : text);
    if (parted !== undefined) return this.#number(sign * parted, 'grouped');
    return isBrief(value) ? 'text' : 'long';
  }

  #number(number: number, form: 'number' | 'grouped'): Form {
    if (number < 0) this.#negative = true;
    this.#most = Math.max(this.#most, number);
    return form;
  }

  /** Text is a number unless it is a version or a code: "1.1" beside "1.10", "007". */
  #isCode(text: string, number: number): boolean {
    const before = this.#texts.get(number) ?? text;
    if (this.#texts.size < mostValues) this.#texts.set(number, before);
    return before !== text || /^-?0\d/.test(text);
  }

  #kind(): ColumnContents['kind'] {
    const { number, grouped, code, unknown, text, long, list, other } = this.#forms;
    const all = number + grouped + code + text + long + list + other;
    if (list > 0 && list === all + unknown && this.#hasItems) return 'list';
    if (code === 0 && number + grouped > 0 && number + grouped >= fewestNumbers * all && list + other === 0)
      return 'number';
    if (list + other > 0) return 'other';
    const values = this.#known.size;
    const repeats = long === 0 && values < mostValues && (values <= 2 || values * 2 <= all + unknown);
    return repeats ? 'label' : 'text';
  }

  result(): ColumnContents {
    const kind = this.#kind();
    const { unknown, text, long, grouped } = this.#forms;
    const all = Object.values(this.#forms).reduce((sum, count) => sum + count, 0);
    const odd = text + long;
    return {
      tasks: kind === 'number' ? all - unknown : all,
      kind,
      values: this.#known.size,
      negative: this.#negative,
      most: this.#most,
      notNumbers: kind === 'number' && odd > 0 ? { tasks: odd, example: this.#odd } : undefined,
      grouped: kind === 'number' ? grouped : 0,
      alike: kind === 'label' ? alikeLabels([...this.#known.keys()].map(String)) : [],
      example: this.#example,
    };
  }
}

function isBrief(text: string): boolean {
  return text.length <= longestLabel && !text.includes('\n');
}

function textOf(value: unknown): string {
  if (typeof value === 'string') return value;
  return typeof value === 'bigint' ? String(value) : (JSON.stringify(value) ?? '');
}
