/** An expression, a relation or a query, in the SQL of each database. */
export interface Sql {
  readonly duckDb: string;
  readonly trino: string;
}

/** SQL from a template; a number is written as a whole number, and a list with commas. */
export function sql(texts: TemplateStringsArray, ...parts: readonly (Sql | number | readonly Sql[])[]): Sql {
  return written((database) => {
    const textOf = (part: (typeof parts)[number]) => {
      if (typeof part === 'number') return String(part);
      return 'duckDb' in part ? part[database] : part.map((each) => each[database]).join(', ');
    };
    return String.raw({ raw: texts }, ...parts.map(textOf));
  });
}

function written(textFor: (database: keyof Sql) => string): Sql {
  return { duckDb: textFor('duckDb'), trino: textFor('trino') };
}

/** Text that is the same in every database, or is used by only one. */
export const verbatim = (text: string): Sql => written(() => text);

/** A name in SQL. */
export function named(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text in SQL. */
export function quotedText(value: string): string {
  // In some databases, a NUL ends a literal.
  const parts = value.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? (parts[0] ?? "''") : `concat(${parts.join(', chr(0), ')})`;
}

export const nothing = sql`null`;
export const column = (name: string): Sql => verbatim(named(name));
export const sqlText = (value: string): Sql => verbatim(quotedText(value));
/** An exact 64-bit number. */
export const double = (value: number): Sql => verbatim(`cast('${value}' as double)`);
export const truth = (value: boolean): Sql => verbatim(String(value));
export const isNull = (term: Sql): Sql => sql`(${term} is null)`;
export const isNotNull = (term: Sql): Sql => sql`(${term} is not null)`;
export const not = (term: Sql): Sql => sql`(not ${term})`;
export const and = (...terms: readonly Sql[]): Sql => joined(' and ', terms, true);
export const or = (...terms: readonly Sql[]): Sql => joined(' or ', terms, false);

function joined(sign: string, terms: readonly Sql[], none: boolean): Sql {
  const [only = truth(none), ...more] = terms;
  return more.length === 0 ? only : written((database) => `(${terms.map((term) => term[database]).join(sign)})`);
}

/** A condition, or a value of the expression after `case`, and the result. */
export type Case = readonly [when: Sql, then: Sql];

/** The result of the first case that holds; without cases, `otherwise`. */
export function choose(cases: readonly Case[], otherwise: Sql = nothing, of: Sql = verbatim('')): Sql {
  if (cases.length === 0) return otherwise;
  const whens = written((database) =>
    cases.map(([when, then]) => `when ${when[database]} then ${then[database]}`).join(' '),
  );
  return sql`case ${of} ${whens} else ${otherwise} end`;
}

/** One result if a condition holds, another if it does not. */
export function either(condition: Sql, then: Sql, otherwise: Sql = nothing): Sql {
  return choose([[condition, then]], otherwise);
}

/** The number of rows for which a condition holds. */
export function countWhere(condition: Sql): Sql {
  return sql`coalesce(sum(case when ${condition} then 1 else 0 end), 0)`;
}

/** An expression with the name of its column. */
export interface NamedSql {
  readonly term: Sql;
  readonly as: string;
}

/** Expressions as columns. */
export function columnsOf(columns: readonly NamedSql[]): readonly Sql[] {
  return columns.map(({ term, as }) => sql`${term} as ${column(as)}`);
}

type Spelling = (...terms: readonly string[]) => string;

/** A function that databases write differently. */
function spelled(duckDb: Spelling, trino: Spelling): (...terms: readonly Sql[]) => Sql {
  const spelling = { duckDb, trino };
  return (...terms) => written((database) => spelling[database](...terms.map((term) => term[database])));
}

/** JavaScript's spaces. */
const spaces =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';
const trimmedInTrino = (text?: string) =>
  `regexp_replace(${text}, ${quotedText(`\\A[${spaces}]+|[${spaces}]+\\z`)}, '')`;

/** The hash of a text as the database represents it, for the next two functions. */
export const sha256 = spelled(
  (text) => `sha256(${text})`,
  (text) => `sha256(to_utf8(${text}))`,
);
/** The first or second 64 bits of a hash, signed or unsigned, as a number that can be summed. */
export const hashPart = (part: 0 | 1, hash: Sql): Sql =>
  spelled(
    (each) => `cast('0x' || substr(${each}, ${1 + 16 * part}, 16) as ubigint)`,
    (each) => `cast(from_big_endian_64(substr(${each}, ${1 + 8 * part}, 8)) as decimal(38, 0))`,
  )(hash);
/** The first 53 bits of a hash as a number in [0, 1). */
export const fraction = spelled(
  (hash) =>
    `(cast(cast('0x' || substr(${hash}, 1, 16) as ubigint) >> 11 as double) / cast('9007199254740992' as double))`,
  (hash) => `(cast(bitwise_right_shift(from_big_endian_64(substr(${hash}, 1, 8)), 11) as double) / 9007199254740992e0)`,
);
export const isFiniteNumber = spelled(
  (number) => `isfinite(${number})`,
  (number) => `is_finite(${number})`,
);
export const isAscii = spelled(
  (text) => `(strlen(${text}) = length(${text}))`,
  (text) => `(length(to_utf8(${text})) = length(${text}))`,
);
/** A text without leading and trailing white space. */
export const trimmed = spelled((text) => `trim(${text}, ${quotedText(spaces)})`, trimmedInTrino);
/** The texts of a list, each trimmed. */
export const trimmedWords = spelled(
  (list) => `list_transform(${list}, lambda w: trim(w, ${quotedText(spaces)}))`,
  (list) => `transform(${list}, w -> ${trimmedInTrino('w')})`,
);
/** Whether a text is in a list. */
export const hasWord = spelled(
  (list, word) => `list_contains(${list}, ${word})`,
  (list, word) => `contains(${list}, ${word})`,
);
/** The texts of a list, joined by spaces. */
export const wordsText = spelled(
  (list) => `array_to_string(${list}, ' ')`,
  (list) => `array_join(${list}, ' ')`,
);
/** The different texts of all lists. */
export const allWords = spelled(
  (list) => `list_distinct(flatten(list(distinct ${list})))`,
  (list) => `array_distinct(flatten(array_agg(distinct ${list})))`,
);
/** Whether a text is part of another. */
export const hasText = spelled(
  (text, part) => `contains(${text}, ${part})`,
  (text, part) => `(strpos(${text}, ${part}) > 0)`,
);
/** The number of different texts. It is never too high, and too low only if two texts have the same hash. */
export const countDistinct = spelled(
  (text) => `count(distinct hash(${text}))`,
  (text) => `count(distinct xxhash64(to_utf8(${text})))`,
);
/** Whether a text as a whole matches a pattern, which may have only classes, counts and groups. */
export const matches = (term: Sql, pattern: string): Sql =>
  spelled(
    (text) => `regexp_full_match(${text}, '${pattern}')`,
    // A dollar sign would also match before a line end.
    (text) => `regexp_like(${text}, '\\A(?:${pattern})\\z')`,
  )(term);
/** A group of a pattern that matches a text as a whole; empty or null if it doesn't match. */
export const extracted = (term: Sql, pattern: string, part: number): Sql =>
  spelled(
    (text) => `regexp_extract(${text}, ${quotedText(pattern)}, ${part}, 's')`,
    (text) => `regexp_extract(${text}, ${quotedText(`(?s)${pattern}`)}, ${part})`,
  )(term);

/** One key of an order; keys are never null. */
export interface Key {
  readonly term: Sql;
  /** Larger texts first; numbers are negated instead. */
  readonly descending: boolean;
}

/** A query for the first rows of each group; missing values form a group. */
export interface First {
  readonly count: number;
  readonly columns: readonly NamedSql[];
  readonly from: Sql;
  readonly where: Sql;
  /** Undefined: all rows are one group. */
  readonly by: Sql | undefined;
  readonly keys: readonly Key[];
}

/** DuckDB's aggregate keeps up to this many rows of each group quickly. */
const mostKept = 100;

/** The first rows of each group. */
export function firstRows({ count, columns, from, where, by, keys }: First): Sql {
  const order = keys.map(({ term, descending }) => (descending ? sql`${term} desc` : term));
  if (by === undefined)
    return sql`select ${columnsOf(columns)} from ${from} where ${where} order by ${order} limit ${count}`;
  const names = columns.map(({ as }) => column(as));
  const numbered = sql`select ${columnsOf(columns)}, row_number() over (partition by ${by} order by ${order}) as "n" from ${from} where ${where}`;
  const byWindow = sql`select ${names} from (${numbered}) as "r" where "n" <= ${count}`;
  // The aggregate can't sort texts in descending order.
  if (count > mostKept || keys.some(({ descending }) => descending)) return byWindow;
  // The aggregate keeps only the first rows of each group in memory; a window function sorts all rows. A key that is also
  // a column is kept once.
  const kept = new Map(keys.map(({ term: { duckDb } }, i) => [duckDb, `k${i}`]));
  for (const { term, as } of columns) if (!kept.has(term.duckDb)) kept.set(term.duckDb, named(as));
  const fields = [...kept].map(([term, name]) => `${name} := ${term}`).join(', ');
  const given = columns.map(({ term, as }) => `b.${kept.get(term.duckDb)} as ${named(as)}`).join(', ');
  const rows = `select unnest(min(struct_pack(${fields}), ${count})) as b from ${from.duckDb} where ${where.duckDb} group by ${by.duckDb}`;
  return { ...byWindow, duckDb: `select ${given} from (${rows}) as "r"` };
}
