/** The types that Winnow requests from a database. */
export type SqlType = 'double' | 'varchar' | 'bigint';

/** An SQL expression as plain data; a printer of `print-sql.ts` writes it for a database. */
export type Sql =
  | { readonly kind: 'column'; readonly name: string; readonly of: string | undefined }
  | { readonly kind: 'star' }
  | { readonly kind: 'text'; readonly value: string }
  | { readonly kind: 'double'; readonly value: number }
  | { readonly kind: 'whole'; readonly value: number }
  | { readonly kind: 'truth'; readonly value: boolean }
  | { readonly kind: 'null' }
  | { readonly kind: 'cast'; readonly term: Sql; readonly type: SqlType; readonly orNull: boolean }
  | { readonly kind: 'call'; readonly name: string; readonly terms: readonly Sql[] }
  | { readonly kind: 'matches'; readonly term: Sql; readonly pattern: string }
  | { readonly kind: 'extract'; readonly term: Sql; readonly pattern: string; readonly part: number }
  | { readonly kind: 'infix'; readonly sign: string; readonly terms: readonly Sql[] }
  | { readonly kind: 'not'; readonly term: Sql }
  | { readonly kind: 'is-null'; readonly term: Sql }
  | { readonly kind: 'in'; readonly term: Sql; readonly values: readonly Sql[] }
  | { readonly kind: 'case'; readonly of: Sql | undefined; readonly cases: readonly Case[]; readonly otherwise: Sql };

/** A condition, or a value of the expression that a `case` looks at, and the result. */
export type Case = readonly [when: Sql, then: Sql];

/** An expression with the name of its column. */
export interface NamedSql {
  readonly term: Sql;
  readonly as?: string;
}

/** One key of an order. */
export interface Key {
  readonly term: Sql;
  /** Larger texts first; numbers are negated instead. */
  readonly descending: boolean;
}

/** A table, a query in brackets, or two relations joined; `sql` is text that an engine writes for itself. */
export type Relation =
  | { readonly kind: 'table'; readonly sql: string }
  | { readonly kind: 'query'; readonly query: Query; readonly as: string }
  | {
      readonly kind: 'join';
      readonly left: Relation;
      readonly right: Relation;
      readonly on: Sql;
      /** Whether every row of the left is kept, with nulls where the right has none. */
      readonly keepsLeft?: boolean;
    };

/** A query for rows. */
export interface Select {
  readonly kind: 'select';
  readonly columns: readonly NamedSql[];
  readonly from: Relation;
  readonly where?: Sql;
  /** Several sets are counted in one pass. */
  readonly groupBy?: readonly (readonly Sql[])[];
  readonly orderBy?: Sql;
  readonly limit?: number;
}

/** A query for the first rows of each group; keys are never null, and missing values form a group. */
export interface First {
  readonly kind: 'first';
  readonly count: number;
  readonly columns: readonly Required<NamedSql>[];
  readonly from: Relation;
  readonly where: Sql;
  readonly by: readonly Sql[];
  readonly keys: readonly Key[];
}

export type Query = Select | First;

export const star: Sql = { kind: 'star' };
export const nothing: Sql = { kind: 'null' };
export const column = (name: string, of?: string): Sql => ({ kind: 'column', name, of });
export const text = (value: string): Sql => ({ kind: 'text', value });
/** An exact 64-bit number. */
export const double = (value: number): Sql => ({ kind: 'double', value });
export const whole = (value: number): Sql => ({ kind: 'whole', value });
export const truth = (value: boolean): Sql => ({ kind: 'truth', value });
export const cast = (term: Sql, type: SqlType): Sql => ({ kind: 'cast', term, type, orNull: false });
/** Null if the value does not have that type. */
export const tryCast = (term: Sql, type: SqlType): Sql => ({ kind: 'cast', term, type, orNull: true });
/** A function that databases have in common, or one that `print-sql.ts` writes for each of them. */
export const call = (name: string, ...terms: readonly Sql[]): Sql => ({ kind: 'call', name, terms });
/** Whether a whole text matches a pattern of classes, counts and groups, which all databases read the same way. */
export const matches = (term: Sql, pattern: string): Sql => ({ kind: 'matches', term, pattern });
export const infix = (left: Sql, sign: string, right: Sql): Sql => ({ kind: 'infix', sign, terms: [left, right] });
export const not = (term: Sql): Sql => ({ kind: 'not', term });
export const isNull = (term: Sql): Sql => ({ kind: 'is-null', term });
export const isKnown = (term: Sql): Sql => not(isNull(term));
export const coalesce = (...terms: readonly Sql[]): Sql => call('coalesce', ...terms);
export const isIn = (term: Sql, values: readonly Sql[]): Sql => ({ kind: 'in', term, values });

export function and(...terms: readonly Sql[]): Sql {
  return joined('and', terms, true);
}

export function or(...terms: readonly Sql[]): Sql {
  return joined('or', terms, false);
}

function joined(sign: string, terms: readonly Sql[], none: boolean): Sql {
  const [only = truth(none), ...more] = terms;
  return more.length === 0 ? only : { kind: 'infix', sign, terms };
}

/** The result of the first case that holds; without cases, `otherwise`. */
export function choose(cases: readonly Case[], otherwise: Sql = nothing, of?: Sql): Sql {
  return cases.length === 0 ? otherwise : { kind: 'case', of, cases, otherwise };
}

/** One result if a condition holds, another if it does not. */
export function either(condition: Sql, then: Sql, otherwise: Sql = nothing): Sql {
  return choose([[condition, then]], otherwise);
}

/** The number of rows for which a condition holds. */
export function countWhere(condition: Sql): Sql {
  return coalesce(call('sum', either(condition, whole(1), whole(0))), whole(0));
}
