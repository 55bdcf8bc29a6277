import type { FormatInspection, UnusedColumn } from '../core/contracts/inspect-document.js';
import { derivedFields, type FieldKind, priorFields, randomField, sourceFields } from '../core/model/task.js';
import { countOf, formatCount } from '../core/text/words.js';

/** By field of a benchmark, the column that it is read from. */
export type OwnColumns = ReadonlyMap<string, UnusedColumn>;

/** A field that a starter plan declares. */
export interface FieldDraft {
  readonly kind: FieldKind;
  readonly negative: boolean;
}

/** The columns of benchmarks as fields: what the plan declares, and for each benchmark, in order, where they come from. */
export interface FieldsDraft {
  readonly fields: ReadonlyMap<string, FieldDraft>;
  readonly benchmarks: readonly BenchmarkFields[];
}

/** The fields that one benchmark's columns make. */
export interface BenchmarkFields {
  /** By field, the column that it is read from. */
  readonly own: OwnColumns;
  /** The same where the plan must name the column, because the names differ. */
  readonly columns: ReadonlyMap<string, string>;
}

/** What people call columns that a standard field is made for. */
const otherNames = new Map([
  ['language', ['lang', 'programming_language', 'primary_language', 'main_language']],
  ['repo', ['repository', 'repo_name', 'repo_full_name', 'repository_name', 'owner_repo']],
  ['files_changed', ['n_files', 'num_files', 'changed_files', 'n_files_changed', 'num_files_changed']],
  ['lines_changed', ['n_lines', 'num_lines', 'changed_lines', 'n_lines_changed', 'num_lines_changed']],
]);

// A plan is read by a person.
const mostFields = 40;

/** A column that fewer tasks have separates them by whether they have it. */
const fewestHaving = 0.2;

const standard = new Map(sourceFields.map((field) => [field.name, field]));
const taken = new Set([...priorFields, ...derivedFields, randomField].map(({ name }) => name));

/** Makes a field of every column that holds numbers, labels or lists of words, and that no format reads. */
export function draftFields(benchmarks: readonly FormatInspection[]): FieldsDraft {
  const fields = new Map<string, FieldDraft>();
  const all = benchmarks.map((benchmark): BenchmarkFields => {
    const own = new Map<string, UnusedColumn>();
    for (const column of benchmark.unused.filter(isUsable)) {
      const name = fieldNameOf(column, benchmark, fields, own);
      if (name === undefined) continue;
      if (!standard.has(name)) {
        const negative = column.negative || fields.get(name)?.negative === true;
        fields.set(name, { kind: kindOf(column), negative });
      }
      own.set(name, column);
    }
    const named = [...own].map(([name, { column }]) => [name, column] as const);
    return { own, columns: new Map(named.filter(([name, column]) => !isByName(name, column))) };
  });
  return { fields, benchmarks: all };
}

/** A field is found without being told where: by its name, at the top or in `metadata` or `task`. */
function isByName(name: string, column: string): boolean {
  return !standard.has(name) && [name, `metadata.${name}`, `task.${name}`].includes(column);
}

function kindOf({ kind }: UnusedColumn): FieldKind {
  return kind === 'number' || kind === 'list' ? kind : 'label';
}

/** Whether a column holds what a field could: no index of a data frame, and no text that is the same or another in every task. */
function isUsable({ column, kind, values }: UnusedColumn): boolean {
  if (kind === 'text' || kind === 'other' || column === '__proto__' || /^Unnamed: \d+$/.test(column)) return false;
  return kind !== 'label' || values > 1;
}

function isRare(column: UnusedColumn, tasks: number): boolean {
  return column.tasks < tasks * fewestHaving;
}

/** What to call the field of a column; undefined when it makes none. */
function fieldNameOf(
  column: UnusedColumn,
  { features, tasks }: FormatInspection,
  fields: ReadonlyMap<string, FieldDraft>,
  own: ReadonlyMap<string, UnusedColumn>,
): string | undefined {
  if (isRare(column, tasks)) return undefined;
  const last = plainField(column.column.slice(column.column.lastIndexOf('.') + 1));
  const whole = plainField(column.column);
  const meant = [...otherNames].find(([, names]) => last !== undefined && names.includes(last))?.[0];
  return [meant, last, whole].find((name) => {
    if (name === undefined || taken.has(name) || own.has(name)) return false;
    const known = standard.get(name);
    // A standard field that the format does not find is this column; one that it finds stays as it is.
    if (known !== undefined) {
      const missing = features.get(name)?.missing ?? 0;
      return known.kind === kindOf(column) && missing === tasks && !column.negative;
    }
    return fields.get(name) === undefined ? fields.size < mostFields : fields.get(name)?.kind === kindOf(column);
  });
}

function plainField(name: string): string | undefined {
  const plain = name
    .slice(0, 1000)
    .normalize('NFKD')
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '_')
    .replace(/^_+|_+$/g, '')
    .slice(0, 60);
  return /^[a-z]/.test(plain) && !(plain in {}) ? plain : undefined;
}

/** What does not fit into fields that hold numbers. */
export function openNumbers(own: OwnColumns): readonly string[] {
  return [...own].flatMap(([name, { notNumbers, tasks }]) =>
    notNumbers === undefined
      ? []
      : [
          `${name} is a number, but not in ${countOf(notNumbers.tasks, 'task')} of ${formatCount(tasks)}, such as "${notNumbers.example}", which count as unknown. Should it be used as a number?`,
        ],
  );
}
