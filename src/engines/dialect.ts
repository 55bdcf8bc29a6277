/** How one database writes what every plan needs in SQL; expressions in, expressions out. */
export interface Dialect {
  readonly name: string;
  /** The number of 64 bits that a text holds in full: `cast('0.1' as double)`. */
  readonly double: (value: number) => string;
  /** SHA-256 of a text, as the database's own value, for the two below. */
  readonly hash: (text: string) => string;
  /** The first two parts of 64 bits of a hash, whole numbers with or without sign, as numbers that can be summed. */
  readonly hashParts: (hash: string) => readonly string[];
  /** The first 53 bits of a hash as a number in [0, 1). */
  readonly fraction: (hash: string) => string;
  readonly isFinite: (number: string) => string;
  /** Whether a text has no characters but those of ASCII. */
  readonly isAscii: (text: string) => string;
  /** Whether the whole of a text matches a pattern of classes, counts and groups, which every database reads alike. */
  readonly matches: (text: string, pattern: string) => string;
  /** How many different texts there are; never more than there are, and very rarely fewer. */
  readonly countDistinct: (text: string) => string;
  /** For each group the first tasks by a list of keys, none of them null: one column `place` of the relation. */
  readonly firstOf: (from: FirstOf) => string;
}

/** The first so many rows of each group of a relation. */
export interface FirstOf {
  /** A query in brackets. */
  readonly from: string;
  readonly where: string;
  /** Expressions; a missing value is a group, too. */
  readonly by: readonly string[];
  readonly keys: readonly Key[];
  readonly count: number;
  /** Expressions to give, by name. */
  readonly give: ReadonlyMap<string, string>;
}

/** One key of an order. */
export interface Key {
  readonly expression: string;
  /** Whether larger ones come first; only of texts: numbers are negated. */
  readonly descending: boolean;
}

/** Whether a text starts or ends with a space, a tab or the like; so does an empty one. */
export function hasOpenEnd(text: string): string {
  // By order, which is quicker than by a pattern: all of these stand before "!".
  return `(${text} < '!' or substr(${text}, -1) < '!')`;
}

/** A name in SQL. */
export function named(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text in SQL. */
export function text(value: string): string {
  // A NUL within a literal ends it in some databases.
  const parts = value.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? (parts[0] ?? "''") : `concat(${parts.join(', chr(0), ')})`;
}

/** The first rows by a window function, which every database has. */
export function firstByWindow({ from, where, by, keys, count, give }: FirstOf): string {
  const order = keys.map(({ expression, descending }) => `${expression}${descending ? ' desc' : ''}`).join(', ');
  const partition = by.length === 0 ? '' : `partition by ${by.join(', ')} `;
  const given = [...give].map(([name, expression]) => `${expression} as ${named(name)}`).join(', ');
  return (
    `select ${[...give.keys()].map(named).join(', ')} from (` +
    `select ${given}, row_number() over (${partition}order by ${order}) as "n" from ${from} where ${where}) as "r" where "n" <= ${count}`
  );
}
