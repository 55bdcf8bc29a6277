import type { Condition } from './condition-holds.js';

/** Where a benchmark's tasks come from: a pool shipped with Winnow, paths as the plan gives them, or a table of a cluster. */
export type SourcePlan =
  | {
      readonly kind: 'embedded';
      readonly name: string;
      readonly measured: readonly string[];
      readonly where: Condition | undefined;
    }
  | PathSource
  | TrinoSource;

/** What a plan says of the rows of a table. */
export interface TableRules {
  /** The column that holds a field, or the id, where the two have different names; dots lead into records. */
  readonly columns: ReadonlyMap<string, string>;
  /** The fields whose values were counted and not labelled. */
  readonly measured: readonly string[];
  /** What a task must fulfil to belong to the pool. */
  readonly where: Condition | undefined;
}

/** Tasks in a table of a Trino cluster. */
export interface TrinoSource extends TableRules {
  readonly kind: 'trino';
  readonly table: TrinoTable;
}

/** Where a table of a Trino cluster is. */
export interface TrinoTable {
  /** With its protocol and port: `https://trino.example:8443`. */
  readonly server: string;
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
}

/** A table as reports name it: `trino:catalog.schema.table`, wherever the cluster is. */
export function trinoName({ catalog, schema, table }: TrinoTable): string {
  return `trino:${catalog}.${schema}.${table}`;
}

/** Tasks in files and folders, in whatever format they are found to have. */
export interface PathSource extends TableRules {
  readonly kind: 'path';
  /** All of them are read. */
  readonly paths: readonly string[];
  /** The format to read; undefined: the one that is found, if it is only one. */
  readonly format: string | undefined;
  /** For a field, the place whose label is believed when several disagree: `{ language: 'task file' }`. */
  readonly trust: ReadonlyMap<string, string>;
  /** Tables with more about the same tasks. */
  readonly joins: readonly JoinPlan[];
  /** Fields that are worked out from others where the source does not give them. */
  readonly derivations: readonly DerivationRule[];
  /** For a git repository: the commits to compare, `BASE..HEAD`, each a task. */
  readonly ranges: readonly string[];
}

/** A table with more about tasks that a source gives, found by their ids. */
export interface JoinPlan {
  /** Relative to the plan. */
  readonly path: string;
  /** The column that holds the id; undefined: `id`, `task_id` or `instance_id`. */
  readonly id: string | undefined;
  readonly columns: ReadonlyMap<string, string>;
  readonly measured: readonly string[];
}

/** A field that is cut out of another by a pattern. */
export interface DerivationRule {
  readonly field: string;
  /** The field that is looked at, or `id`. */
  readonly from: string;
  /** Text and `{names}`, each of which stands for as many characters as it can, at least one. */
  readonly pattern: string;
  /** The value, made of the pattern's names. */
  readonly value: string;
}

/** Where a benchmark lies below a folder of benchmarks. */
export interface FoldersPlan {
  /** Tried in order; the first that is there is read. A `*` stands for any run of characters within a name. */
  readonly anyOf: readonly string[];
  readonly source: PathSource;
}
