import { type Dialect, firstByWindow, named } from './dialect.js';

/** DuckDB. */
export const duckdbDialect: Dialect = {
  name: 'duckdb',
  double: (value) => `cast('${value}' as double)`,
  hash: (text) => `sha256(${text})`,
  hashParts: (hash) => [1, 17].map((start) => `cast('0x' || substr(${hash}, ${start}, 16) as ubigint)`),
  fraction: (hash) =>
    `(cast(cast('0x' || substr(${hash}, 1, 16) as ubigint) >> 11 as double) / cast('9007199254740992' as double))`,
  isFinite: (number) => `isfinite(${number})`,
  isAscii: (text) => `(strlen(${text}) = length(${text}))`,
  matches: (text, pattern) => `regexp_full_match(${text}, '${pattern}')`,
  // The same text has the same hash; two that share one are counted once, and then looked at one by one.
  countDistinct: (text) => `count(distinct hash(${text}))`,
  firstOf: (first) => {
    const { from, where, by, keys, count, give } = first;
    // An aggregate keeps only the first of each group in memory; a window function sorts everything.
    if (keys.some(({ descending }) => descending)) return firstByWindow(first);
    // What is given and a key as well is kept once.
    const kept = new Map(keys.map(({ expression }, i) => [expression, `k${i}`]));
    for (const [name, expression] of give) if (!kept.has(expression)) kept.set(expression, named(name));
    const fields = [...kept].map(([expression, name]) => `${name} := ${expression}`);
    const groups = by.length === 0 ? '' : ` group by ${by.join(', ')}`;
    const given = [...give].map(([name, expression]) => `b.${kept.get(expression)} as ${named(name)}`).join(', ');
    return (
      `select ${given} from (select unnest(min(struct_pack(${fields.join(', ')}), ${count})) as b ` +
      `from ${from} where ${where}${groups}) as "r"`
    );
  },
};
