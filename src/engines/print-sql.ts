import type { First, Key, NamedSql, Query, Relation, Select, Sql } from './sql.js';

/** Writes a query as SQL text for a database. */
export type Printer = (query: Query) => string;

/** The parts that databases write in different ways; expressions in, expressions out. */
interface Dialect {
  /**
   * - `sha256`: the hash of a text, as the database's own value, for the next three.
   * - `first_part`, `second_part`: 64 bits of a hash each, with or without sign, as a number that can be summed.
   * - `fraction`: the first 53 bits of a hash as a number in [0, 1).
   * - `is_finite`; `is_ascii`: whether a text has only characters of ASCII.
   * - `trimmed`: a text without spaces and the like at its ends.
   * - `trimmed_words`: the texts of a list without spaces and the like at their ends; `has_word`: whether one of them is a text;
   *   `words_text`: all of them as one text, with spaces between them; `has_text`: whether a text is part of another;
   *   `all_words`: the different texts of all lists.
   * - `count_distinct`: how many different texts there are; never more than there are, and very rarely fewer.
   */
  readonly calls: Readonly<Record<string, (term: string) => string>>;
  readonly matches: (term: string, pattern: string) => string;
  /** A group of a pattern that matches all of a text; empty or null where it does not. */
  readonly extract: (term: string, pattern: string, part: number) => string;
  /** How the first rows of each group are found; by a window function unless there is a faster way. */
  readonly first?: (query: First, print: (term: Sql) => string, from: string) => string;
}

/** An aggregate keeps up to so many rows of each group. */
const mostKept = 100;

/** Prints for DuckDB. */
export const printDuckDb: Printer = printer({
  calls: {
    sha256: (text) => `sha256(${text})`,
    first_part: (hash) => `cast('0x' || substr(${hash}, 1, 16) as ubigint)`,
    second_part: (hash) => `cast('0x' || substr(${hash}, 17, 16) as ubigint)`,
    fraction: (hash) =>
      `(cast(cast('0x' || substr(${hash}, 1, 16) as ubigint) >> 11 as double) / cast('9007199254740992' as double))`,
    is_finite: (number) => `isfinite(${number})`,
    is_ascii: (text) => `(strlen(${text}) = length(${text}))`,
    trimmed: (text) => `trim(${text}, ${quotedText(spaces)})`,
    trimmed_words: (list) => `list_transform(${list}, lambda w: trim(w, ${quotedText(spaces)}))`,
    has_word: (terms) => `list_contains(${terms})`,
    words_text: (list) => `array_to_string(${list}, ' ')`,
    all_words: (list) => `list_distinct(flatten(list(distinct ${list})))`,
    has_text: (terms) => `contains(${terms})`,
    // The same text has the same hash; two that share one are counted once, and then read one by one.
    count_distinct: (text) => `count(distinct hash(${text}))`,
  },
  matches: (text, pattern) => `regexp_full_match(${text}, '${pattern}')`,
  extract: (text, pattern, part) => `regexp_extract(${text}, ${quotedText(pattern)}, ${part}, 's')`,
  // An aggregate keeps only the first rows of each group in memory; a window function sorts all rows.
  first: ({ columns, keys, by, where, count }, print, from) => {
    // A key that is also a column is kept once.
    const kept = new Map(keys.map(({ term }, i) => [print(term), `k${i}`]));
    for (const { term, as } of columns) if (!kept.has(print(term))) kept.set(print(term), named(as));
    const fields = [...kept].map(([term, name]) => `${name} := ${term}`).join(', ');
    const groups = by.length === 0 ? '' : ` group by ${by.map(print).join(', ')}`;
    const given = columns.map(({ term, as }) => `b.${kept.get(print(term))} as ${named(as)}`).join(', ');
    return (
      `select ${given} from (select unnest(min(struct_pack(${fields}), ${count})) as b ` +
      `from ${from} where ${print(where)}${groups}) as "r"`
    );
  },
});

/** Prints for Trino. */
export const printTrino: Printer = printer({
  calls: {
    sha256: (text) => `sha256(to_utf8(${text}))`,
    first_part: (hash) => `cast(from_big_endian_64(substr(${hash}, 1, 8)) as decimal(38, 0))`,
    second_part: (hash) => `cast(from_big_endian_64(substr(${hash}, 9, 8)) as decimal(38, 0))`,
    fraction: (hash) =>
      `(cast(bitwise_right_shift(from_big_endian_64(substr(${hash}, 1, 8)), 11) as double) / 9007199254740992e0)`,
    is_finite: (number) => `is_finite(${number})`,
    is_ascii: (text) => `(length(to_utf8(${text})) = length(${text}))`,
    trimmed: (text) => `regexp_replace(${text}, ${quotedText(`\\A[${spaces}]+|[${spaces}]+\\z`)}, '')`,
    trimmed_words: (list) =>
      `transform(${list}, w -> regexp_replace(w, ${quotedText(`\\A[${spaces}]+|[${spaces}]+\\z`)}, ''))`,
    has_word: (terms) => `contains(${terms})`,
    words_text: (list) => `array_join(${list}, ' ')`,
    all_words: (list) => `array_distinct(flatten(array_agg(distinct ${list})))`,
    has_text: (terms) => `(strpos(${terms}) > 0)`,
    count_distinct: (text) => `count(distinct xxhash64(to_utf8(${text})))`,
  },
  // A dollar sign would also match before a line end.
  matches: (text, pattern) => `regexp_like(${text}, '\\A(?:${pattern})\\z')`,
  extract: (text, pattern, part) => `regexp_extract(${text}, ${quotedText(`(?s)${pattern}`)}, ${part})`,
});

/** What JavaScript trims. */
const spaces =
  '\t\n\v\f\r \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000\ufeff';

/** A name in SQL. */
export function named(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A text in SQL. */
export function quotedText(value: string): string {
  // A NUL within a literal ends it in some databases.
  const parts = value.split('\0').map((part) => `'${part.replaceAll("'", "''")}'`);
  return parts.length === 1 ? (parts[0] ?? "''") : `concat(${parts.join(', chr(0), ')})`;
}

function printer({ calls, matches, extract, first }: Dialect): Printer {
  return query;

  function query(each: Query): string {
    if (each.kind === 'select') return select(each);
    if (each.by.length === 0) return firstOfAll(each);
    // A text that is sorted downwards fits no aggregate, and one that keeps many rows is slow.
    return first === undefined || each.count > mostKept || each.keys.some(({ descending }) => descending)
      ? firstByWindow(each)
      : first(each, print, relation(each.from));
  }

  function select({ columns, from, where, groupBy, orderBy, limit }: Select): string {
    const sets = groupBy?.map((terms) => terms.map(print).join(', ')) ?? [];
    return [
      `select ${columns.map(namedTerm).join(', ')} from ${relation(from)}`,
      where === undefined ? '' : ` where ${print(where)}`,
      sets.length > 1 ? ` group by grouping sets (${sets.map((set) => `(${set})`).join(', ')})` : '',
      sets.length === 1 ? ` group by ${sets[0]}` : '',
      orderBy === undefined ? '' : ` order by ${print(orderBy)}`,
      limit === undefined ? '' : ` limit ${limit}`,
    ].join('');
  }

  function namedTerm({ term, as }: NamedSql): string {
    return as === undefined ? print(term) : `${print(term)} as ${named(as)}`;
  }

  function relation(from: Relation): string {
    if (from.kind === 'table') return from.sql;
    if (from.kind === 'query') return `(${query(from.query)}) as ${from.as}`;
    const kind = from.keepsLeft === true ? 'left join' : 'join';
    return `${relation(from.left)} ${kind} ${relation(from.right)} on ${print(from.on)}`;
  }

  function firstOfAll({ count, columns, from, where, keys }: First): string {
    return `select ${columns.map(namedTerm).join(', ')} from ${relation(from)} where ${print(where)} order by ${order(keys)} limit ${count}`;
  }

  function order(keys: readonly Key[]): string {
    return keys.map(({ term, descending }) => `${print(term)}${descending ? ' desc' : ''}`).join(', ');
  }

  function firstByWindow({ count, columns, from, where, by, keys }: First): string {
    const partition = by.length === 0 ? '' : `partition by ${by.map(print).join(', ')} `;
    return (
      `select ${columns.map(({ as }) => named(as)).join(', ')} from (select ${columns.map(namedTerm).join(', ')}, ` +
      `row_number() over (${partition}order by ${order(keys)}) as "n" from ${relation(from)} where ${print(where)}) as "r" where "n" <= ${count}`
    );
  }

  function print(sql: Sql): string {
    switch (sql.kind) {
      case 'column':
        return sql.of === undefined ? named(sql.name) : `${sql.of}.${named(sql.name)}`;
      case 'star':
        return '*';
      case 'text':
        return quotedText(sql.value);
      case 'double':
        return `cast('${sql.value}' as double)`;
      case 'whole':
      case 'truth':
        return String(sql.value);
      case 'null':
        return 'null';
      case 'cast':
        return `${sql.orNull ? 'try_cast' : 'cast'}(${print(sql.term)} as ${sql.type})`;
      case 'call': {
        const terms = sql.terms.map(print).join(', ');
        return calls[sql.name]?.(terms) ?? `${sql.name}(${terms})`;
      }
      case 'matches':
        return matches(print(sql.term), sql.pattern);
      case 'extract':
        return extract(print(sql.term), sql.pattern, sql.part);
      case 'infix':
        return `(${sql.terms.map(print).join(` ${sql.sign} `)})`;
      case 'not':
        return `(not ${print(sql.term)})`;
      case 'is-null':
        return `(${print(sql.term)} is null)`;
      case 'in':
        return `(${print(sql.term)} in (${sql.values.map(print).join(', ')}))`;
      case 'case': {
        const of = sql.of === undefined ? '' : ` ${print(sql.of)}`;
        const cases = sql.cases.map(([when, then]) => `when ${print(when)} then ${print(then)}`);
        return `case${of} ${cases.join(' ')} else ${print(sql.otherwise)} end`;
      }
    }
  }
}
