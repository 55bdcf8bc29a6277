import type { DuckDBType, DuckDBValue } from '@duckdb/node-api';
import { quoted } from './duckdb.js';

type DuckDb = typeof import('@duckdb/node-api');

/**
 * Turns values of a Parquet column into what JSON has: integers and decimals are numbers where a number holds them exactly,
 * else text with all their digits; dates and times are text ("2026-01-31", "2026-01-31 12:00:00", in UTC "2026-01-31 12:00:00+00"); lists, records and maps
 * are lists and objects; bytes are text where they are UTF-8, else null; a missing value, NaN and infinity are null.
 */
export function parquetValues(duckdb: DuckDb): (value: DuckDBValue) => unknown {
  const plain = (value: DuckDBValue): unknown => {
    if (value === null || typeof value === 'string' || typeof value === 'boolean') return value;
    if (typeof value === 'number') return Number.isFinite(value) ? value : null;
    if (typeof value === 'bigint') return Number.isSafeInteger(Number(value)) ? Number(value) : String(value);
    if (value instanceof duckdb.DuckDBDecimalValue) return exactNumber(String(value));
    if (value instanceof duckdb.DuckDBListValue || value instanceof duckdb.DuckDBArrayValue) {
      return value.items.map(plain);
    }
    if (value instanceof duckdb.DuckDBStructValue) {
      return Object.fromEntries(Object.entries(value.entries).map(([name, item]) => [name, plain(item)]));
    }
    if (value instanceof duckdb.DuckDBMapValue) {
      return Object.fromEntries(value.entries.map((entry) => [String(entry.key), plain(entry.value)]));
    }
    // Its own text has the time zone of this machine.
    if (value instanceof duckdb.DuckDBTimestampTZValue) return `${new duckdb.DuckDBTimestampValue(value.micros)}+00`;
    if (value instanceof duckdb.DuckDBBlobValue) return textOf(value.bytes);
    return String(value);
  };
  return plain;
}

/** A number where it says the same as the digits, else the digits. */
function exactNumber(digits: string): number | string {
  const plain = digits.includes('.') ? digits.replace(/\.?0+$/, '') : digits;
  return String(Number(plain)) === plain ? Number(plain) : digits;
}

const decoder = new TextDecoder('utf-8', { fatal: true });

function textOf(bytes: Uint8Array): string | null {
  try {
    return decoder.decode(bytes);
  } catch {
    return null;
  }
}

/** A sum in SQL. */
export function sumOf(terms: readonly string[]): string {
  return terms.length === 0 ? '0' : terms.join(' + ');
}

/** Terms of SQL whose sum is the bytes of all texts in a value, and eight for each item of a list; none where it has neither. */
export function bytesOf(duckdb: DuckDb, type: DuckDBType, value: string): readonly string[] {
  const inList = (item: DuckDBType, list: string) => {
    const name = `i${list.length}`;
    const each = sumOf(['8', ...bytesOf(duckdb, item, name)]);
    return [`coalesce(list_sum(list_transform(${list}, lambda ${name}: ${each})), 0)::bigint`];
  };
  if (type.typeId === duckdb.DuckDBTypeId.VARCHAR) return [`coalesce(strlen(${value}), 0)`];
  if (type.typeId === duckdb.DuckDBTypeId.BLOB) return [`coalesce(octet_length(${value}), 0)`];
  if (type instanceof duckdb.DuckDBListType) return inList(type.valueType, value);
  if (type instanceof duckdb.DuckDBMapType) {
    return [...inList(type.keyType, `map_keys(${value})`), ...inList(type.valueType, `map_values(${value})`)];
  }
  if (type instanceof duckdb.DuckDBStructType) {
    return type.entryNames.flatMap((name, i) =>
      bytesOf(duckdb, type.entryTypes[i] ?? duckdb.SQLNULL, `struct_extract(${value}, ${quoted(name)})`),
    );
  }
  return [];
}
