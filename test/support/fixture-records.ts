import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isRecord, type UnknownRecord } from '../../src/core/model/record.js';
import { tableKind } from '../../src/files/tables/content-kind.js';
import { readTable } from '../../src/files/tables/read-table.js';
import type { RecordFormat } from '../../src/sources/formats/task-format.js';
import { taskFormats } from '../../src/sources/formats/task-formats.js';

/** The formats of records that a benchmark ships in. For the tests only. */
export const recordFormats = taskFormats.filter((format): format is RecordFormat => format.kind === 'record');

/** Every record of their fixtures, with the name of its format. For the tests only. */
export async function fixtureRecords(): Promise<
  readonly { readonly format: string; readonly record: UnknownRecord }[]
> {
  const found: { format: string; record: UnknownRecord }[] = [];
  for (const format of recordFormats) {
    const pool = fileURLToPath(new URL(`../sources/fixtures/${format.name}/pool`, import.meta.url));
    for (const entry of readdirSync(pool, { recursive: true, withFileTypes: true })) {
      if (!entry.isFile()) continue;
      const file = join(entry.parentPath, entry.name);
      const kind = tableKind(file);
      if (kind === undefined) throw new Error(`${file} holds no records`);
      for await (const { data } of readTable(file, kind, (document) => format.unfold?.(document))) {
        if (!isRecord(data)) throw new Error(`${file} holds what is not a record`);
        found.push({ format: format.name, record: data });
      }
    }
  }
  return found;
}
