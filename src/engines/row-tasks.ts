import type { BenchmarkPlan, Plan, TableRules } from '../core/model/plan.js';
import type { FieldValue, LabelConflict, Provenance, Task } from '../core/model/task.js';
import { textCells } from '../sources/facts/cells.js';
import { OwnFields } from '../sources/own-fields.js';
import type { Place } from './engine.js';
import { id, type PlanSql } from './plan-sql.js';
import type { Sql } from './sql.js';

/** The columns needed for a task with only the plan's fields, and a function that creates it from a row of them. */
export function rowTasks(
  plan: Plan,
  { name: benchmark }: BenchmarkPlan,
  reading: TableRules,
  view: PlanSql,
): { readonly columns: readonly Sql[]; readonly taskOf: (row: readonly unknown[]) => Task } {
  const { own } = view;
  const isNumber = (name: string) => plan.fields.get(name)?.kind === 'number';
  // In the row reader's order: numbers first, derived values last.
  const fields = [...own.values]
    .map(([name, value]) => ({ name, value, isNumber: isNumber(name) }))
    .sort((a, b) => Number(b.isNumber) - Number(a.isNumber));
  const lists = [...own.lists].map(([name, { value, form }]) => ({
    name,
    value,
    read: form === 'read' ? (words: unknown) => words as readonly string[] : listReader(plan, reading, name),
  }));
  const sources = (['measured', 'derived'] as const).flatMap((from) =>
    [...own[from]].map(([name, mark]) => ({ name, from, mark })),
  );
  // In a large pool, most labels and provenances repeat, so they are shared.
  const labels = new Map<unknown, string>();
  const provenances = new Map<string, Readonly<Record<string, Provenance>>>();
  const columns = [
    id,
    view.place,
    ...fields.map(({ value }) => value),
    ...lists.map(({ value }) => value),
    ...sources.map(({ mark }) => mark),
    ...own.further.values(),
  ];
  return { columns, taskOf };

  function taskOf(row: readonly unknown[]): Task {
    let at = 2;
    const values: Record<string, FieldValue> = {};
    for (const { name, isNumber } of fields) {
      const value = row[at++];
      if (value !== null && value !== undefined) values[name] = isNumber ? Number(value) : labelOf(value);
    }
    let words: Record<string, readonly string[]> | undefined;
    for (const { name, read } of lists) {
      const value = row[at++];
      if (value === null || value === undefined) continue;
      words ??= {};
      words[name] = read(value);
    }
    const provenance = provenanceOf(row, at);
    at += sources.length;
    const further = new Map([...own.further.keys()].map((name) => [name, row[at++] ?? undefined]));
    const dir = further.get('dir');
    return {
      benchmark,
      id: String(row[0]),
      aliases: (further.get('aliases') as readonly string[] | undefined) ?? none,
      fields: values,
      lists: words,
      provenance,
      conflicts: conflictsIn(further.get('conflicts')),
      taskDir: dir === undefined ? view.table.dirAt?.(placeOf(row[1])) : String(dir),
      contents: undefined,
    };
  }

  function labelOf(value: unknown): string {
    const known = labels.get(value);
    if (known !== undefined) return known;
    const label = String(value);
    if (labels.size < mostLabels) labels.set(value, label);
    return label;
  }

  function provenanceOf(row: readonly unknown[], at: number): Task['provenance'] {
    const found = sources.filter((_, i) => row[at + i] === true);
    const key = found.map(({ name, from }) => `${name} ${from}`).join('\0');
    const known = provenances.get(key) ?? Object.fromEntries(found.map(({ name, from }) => [name, from]));
    provenances.set(key, known);
    return known;
  }
}

const none: readonly never[] = [];

function conflictsIn(text: unknown): readonly LabelConflict[] {
  return text === undefined ? none : (JSON.parse(String(text)) as readonly LabelConflict[]);
}

/** Reads a cell as a list of words, like the row reader. */
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
