import { type Dialect, firstByWindow } from './dialect.js';

/** Trino. */
export const trinoDialect: Dialect = {
  name: 'trino',
  double: (value) => `cast('${value}' as double)`,
  hash: (text) => `sha256(to_utf8(${text}))`,
  hashParts: (hash) =>
    [1, 9].map((start) => `cast(from_big_endian_64(substr(${hash}, ${start}, 8)) as decimal(38, 0))`),
  fraction: (hash) =>
    `(cast(bitwise_right_shift(from_big_endian_64(substr(${hash}, 1, 8)), 11) as double) / 9007199254740992e0)`,
  isFinite: (number) => `is_finite(${number})`,
  isAscii: (text) => `(length(to_utf8(${text})) = length(${text}))`,
  // A dollar sign would also match before a line end.
  matches: (text, pattern) => `regexp_like(${text}, '\\A(?:${pattern})\\z')`,
  countDistinct: (text) => `count(distinct xxhash64(to_utf8(${text})))`,
  firstOf: firstByWindow,
};
