import type { FieldValue } from '../model/field.js';
import type { Plan } from '../model/plan.js';
import type { BenchmarkSelection, Choice } from '../model/selection.js';
import type { Cell } from '../text/csv-text.js';

/** The kinds of values that a task's entry holds. The manifest's schema has one for each. */
export interface ColumnKinds {
  readonly text: string;
  readonly textOrNull: string | null;
  /** Undefined: the key is missing. */
  readonly maybeText: string | undefined;
  readonly texts: readonly string[];
  readonly number: number;
  readonly numberByName: Readonly<Record<string, number>>;
  readonly label: FieldValue | null;
  readonly labelByName: Readonly<Record<string, FieldValue | null>>;
  /** Undefined where the plan declares none: the key is then missing. */
  readonly declaredLabels: Readonly<Record<string, FieldValue | null>> | undefined;
  readonly textByName: Readonly<Record<string, string>>;
  readonly group: { readonly by: string | null; readonly value: string | null; readonly size: number };
  readonly design: DesignEntry | null;
}

/** The chance a task had and what it represents. */
export interface DesignEntry {
  readonly inclusion_probability: number;
  readonly design_weight: number;
  readonly stratum: string;
  readonly stratum_size: number;
  readonly stratum_sampled: number;
  readonly random_number: number | null;
  readonly balance: Readonly<Record<string, number>> | null;
  /** In log odds; there where the benchmark has a purpose and an earlier system ran the task. */
  readonly ease?: number;
}

/** What a task is chosen from: the plan, and its benchmark's part of the selection. */
export interface ChoiceContext {
  readonly plan: Plan;
  readonly benchmark: BenchmarkSelection | undefined;
}

/** What a manifest tells of a task and its benchmark, for the columns that only the table has. */
export interface ManifestRow {
  readonly benchmark: string;
  readonly selected_by: string;
  readonly group: ColumnKinds['group'];
  /** Those of its benchmark. */
  readonly shortfalls: readonly { readonly wanted: number; readonly found: number }[];
}

/** How a column stands in the table: under one heading or several. */
export interface TableCells<Value> {
  readonly headings: readonly string[] | ((plan: Plan) => readonly string[]);
  /** As many as there are headings. */
  cells(value: Value, plan: Plan): readonly Cell[];
  /** The key of the column that it stands behind; undefined: it stands where the list has it. */
  readonly follows?: string;
}

/** Something that is told of every selected task: in `selection.json`, in `selection.csv`, or in both. */
export interface TaskColumn<
  Key extends string = string,
  Kind extends keyof ColumnKinds = keyof ColumnKinds,
  InManifest extends boolean = boolean,
> {
  /** Its key in an entry of `tasks`, where it is in the manifest. */
  readonly key: Key;
  readonly kind: Kind;
  /** What it means, in a sentence; the JSON Schema and `docs/outputs.md` say it too. */
  readonly meaning: string;
  readonly inManifest: InManifest;
  value(choice: Choice, context: ChoiceContext): ColumnKinds[Kind];
  /** The value as a manifest gives it; undefined where the manifest has the column itself. */
  readBack?(row: ManifestRow): ColumnKinds[Kind];
  /** Undefined: it is not in the table. */
  readonly table?: TableCells<ColumnKinds[Kind]>;
}

/** A column of the manifest, and of the table where `table` says how. */
export function column<Key extends string, Kind extends keyof ColumnKinds>(
  key: Key,
  kind: Kind,
  meaning: string,
  value: TaskColumn<Key, Kind>['value'],
  table?: TableCells<ColumnKinds[Kind]>,
): TaskColumn<Key, Kind, true> {
  return { key, kind, meaning, inManifest: true, value, ...(table === undefined ? {} : { table }) };
}

/** A column of the table alone; `readBack` gives its value from a manifest. */
export function tableColumn<Key extends string, Kind extends keyof ColumnKinds>(
  key: Key,
  kind: Kind,
  meaning: string,
  value: TaskColumn<Key, Kind>['value'],
  readBack: (row: ManifestRow) => ColumnKinds[Kind],
  table: TableCells<ColumnKinds[Kind]>,
): TaskColumn<Key, Kind, false> {
  return { key, kind, meaning, inManifest: false, value, readBack, table };
}

/** One cell under a heading, with the value as it is. */
export function cellOf(heading: string, follows?: string): TableCells<Cell> {
  return { headings: [heading], cells: (value) => [value], ...(follows === undefined ? {} : { follows }) };
}
