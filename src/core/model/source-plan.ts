import type { Condition } from './condition-holds.js';

/** Where a benchmark's tasks come from: a pool that ships with Winnow, paths, or a table of a Trino cluster. */
export type SourcePlan =
  | {
      readonly kind: 'embedded';
      readonly name: string;
      /** The name of each field in the original dataset. */
      readonly columns: ReadonlyMap<string, string>;
      readonly measured: readonly string[];
      readonly where: Condition | undefined;
    }
  | PathSource
  | TrinoSource;

/** How the rows of a table become tasks. */
export interface TableRules {
  /** The column of a field or of the id, if it has another name; dots lead into records. */
  readonly columns: ReadonlyMap<string, string>;
  /** The fields whose values were counted, not labelled. */
  readonly measured: readonly string[];
  /** The condition for belonging to the pool. */
  readonly where: Condition | undefined;
}

/** Tasks in a table of a Trino cluster. */
export interface TrinoSource extends TableRules {
  readonly kind: 'trino';
  readonly table: TrinoTable;
}

/** The place of a table in a Trino cluster. */
export interface TrinoTable {
  /** With its protocol and port: `https://trino.example:8443`. */
  readonly server: string;
  readonly catalog: string;
  readonly schema: string;
  readonly table: string;
}

/** A table as reports name it: `trino:catalog.schema.table`, without the server. */
export function trinoName({ catalog, schema, table }: TrinoTable): string {
  return `trino:${catalog}.${schema}.${table}`;
}

/** Tasks in files and folders, in any known format. */
export interface PathSource extends TableRules {
  readonly kind: 'path';
  readonly paths: readonly string[];
  /** The format to read; undefined means the one that is found. */
  readonly format: string | undefined;
  /** For a field, the place whose label is used if several disagree: `{ language: 'task file' }`. */
  readonly trust: ReadonlyMap<string, string>;
  /** Tables with more fields of the same tasks. */
  readonly joins: readonly JoinPlan[];
  /** Fields derived from others if the source lacks them. */
  readonly derivations: readonly DerivationRule[];
  /** For a git repository: the commits to compare, `BASE..HEAD`, each a task. */
  readonly ranges: readonly string[];
}

/** A table with more fields of tasks, matched by id. */
export interface JoinPlan {
  readonly path: string;
  /** The column that holds the id; undefined: `id`, `task_id` or `instance_id`. */
  readonly id: string | undefined;
  readonly columns: ReadonlyMap<string, string>;
  readonly measured: readonly string[];
}

/** A field that a pattern extracts from another. */
export interface DerivationRule {
  readonly field: string;
  /** The field to match, or `id`. */
  readonly from: string;
  /** Text and `{names}`; each name matches as many characters as possible, at least one. */
  readonly pattern: string;
  /** The value, built from the pattern's names. */
  readonly value: string;
}

/** The place of a benchmark below a folder of benchmarks. */
export interface FoldersPlan {
  /** Tried in order until one exists. A `*` matches any part of a name. */
  readonly anyOf: readonly string[];
  readonly source: PathSource;
}
