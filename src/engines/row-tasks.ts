import type { BenchmarkPlan, Plan, TableRules } from '../core/model/plan.js';
import type { FieldValue, LabelConflict, Provenance, Task } from '../core/model/task.js';
import { textCells } from '../sources/facts/cells.js';
import { OwnFields } from '../sources/own-fields.js';
import type { EngineTable, Place } from './engine.js';
import { id, type PlanSql } from './plan-sql.js';
import { column, type Sql } from './sql.js';

/** Makes tasks from rows that have only the plan's fields. */
export class RowTasks {
  readonly columns: readonly Sql[];
  readonly #benchmark: string;
  readonly #fields: readonly { readonly name: string; readonly isNumber: boolean }[];
  readonly #lists: readonly { readonly name: string; readonly read: (value: unknown) => readonly string[] }[];
  readonly #sources: readonly { readonly name: string; readonly from: Provenance }[];
  readonly #further: readonly string[];
  readonly #dirAt: ((place: Place) => string) | undefined;
  /** Of a large pool nearly all labels, and all lists of measured fields, are the same few. */
  readonly #labels = new Map<unknown, string>();
  readonly #provenances = new Map<string, Readonly<Record<string, Provenance>>>();

  constructor(plan: Plan, { name: benchmark }: BenchmarkPlan, reading: TableRules, view: PlanSql, table: EngineTable) {
    this.#benchmark = benchmark;
    this.#dirAt = table.dirAt;
    const names = [...view.given.keys()].filter((name) => name !== 'id');
    const numbers = names.filter((name) => view.numbers.has(name));
    // As a row is read: numbers first, and last what is worked out from others.
    this.#fields = [...numbers, ...names.filter((name) => !view.numbers.has(name))].map((name) => ({
      name,
      isNumber: plan.fields.get(name)?.kind === 'number',
    }));
    this.#lists = [...view.lists].map(([name, { form }]) => ({
      name,
      read: form === 'read' ? (value) => value as readonly string[] : listReader(plan, reading, name),
    }));
    const from = (origin: Provenance, marks: ReadonlyMap<string, Sql>) =>
      [...marks.keys()].map((name) => ({ name, from: origin }));
    this.#sources = [...from('measured', view.measured), ...from('derived', view.derived)];
    this.#further = [...view.further.keys()];
    const given = this.#fields.map(({ name }) => view.given.get(name) ?? column(name));
    const lists = [...view.lists.values()].map(({ value }) => value);
    const marks = [...view.measured.values(), ...view.derived.values()];
    this.columns = [id, view.place, ...given, ...lists, ...marks, ...view.further.values()];
  }

  taskOf(row: readonly unknown[]): Task {
    let at = 2;
    const fields: Record<string, FieldValue> = {};
    for (const { name, isNumber } of this.#fields) {
      const value = row[at++];
      if (value !== null && value !== undefined) fields[name] = isNumber ? Number(value) : this.#label(value);
    }
    let lists: Record<string, readonly string[]> | undefined;
    for (const { name, read } of this.#lists) {
      const value = row[at++];
      if (value === null || value === undefined) continue;
      lists ??= {};
      lists[name] = read(value);
    }
    const provenance = this.#provenance(row, at);
    at += this.#sources.length;
    const further = new Map(this.#further.map((name) => [name, row[at++] ?? undefined]));
    const dir = further.get('dir');
    return {
      benchmark: this.#benchmark,
      id: String(row[0]),
      aliases: (further.get('aliases') as readonly string[] | undefined) ?? none,
      fields,
      lists,
      provenance,
      conflicts: conflictsIn(further.get('conflicts')),
      taskDir: dir === undefined ? this.#dirAt?.(placeOf(row[1])) : String(dir),
      contents: undefined,
    };
  }

  #label(value: unknown): string {
    const known = this.#labels.get(value);
    if (known !== undefined) return known;
    const label = String(value);
    if (this.#labels.size < mostLabels) this.#labels.set(value, label);
    return label;
  }

  #provenance(row: readonly unknown[], at: number): Task['provenance'] {
    const found = this.#sources.filter((_, i) => row[at + i] === true);
    const key = found.map(({ name, from }) => `${name} ${from}`).join('\0');
    const known = this.#provenances.get(key);
    if (known !== undefined) return known;
    const provenance = Object.fromEntries(found.map(({ name, from }) => [name, from]));
    this.#provenances.set(key, provenance);
    return provenance;
  }
}

const none: readonly never[] = [];

function conflictsIn(text: unknown): readonly LabelConflict[] {
  return text === undefined ? none : (JSON.parse(String(text)) as readonly LabelConflict[]);
}

/** Reads a cell as a list of words, as it is read in a row. */
function listReader(plan: Plan, { measured }: TableRules, name: string): (value: unknown) => readonly string[] {
  const field = plan.fields.get(name);
  const fields = new Map(field === undefined ? [] : [[name, field]]);
  const own = new OwnFields({ fields, columns: new Map(), measured }, textCells);
  return (value) => own.read({ [name]: value }, '', true).lists[0]?.values ?? none;
}

const mostLabels = 10_000;

/** The identifier of a row, as a database returns it. */
export function placeOf(value: unknown): Place {
  return typeof value === 'string' ? value : Number(value);
}
