import { derivedFields } from '../core/model/field.js';
import type { Plan } from '../core/model/plan.js';
import { isRecord } from '../core/model/record.js';
import type { TableRules } from '../core/model/source-plan.js';
import { blocksOf } from '../disk/open-regular.js';
import { openEngine, quoted } from '../files/tables/duckdb.js';
import { idKeys } from '../sources/formats/table.js';
import { countLines, duckDbQueries } from './duckdb-engine.js';
import { type Engine, NotExpressible, orNotExpressible, type RowsAsTasks } from './engine.js';
import { hasOthers } from './plan-sql.js';
import { quotedText } from './print-sql.js';
import { coalesce, column, isKnown } from './sql.js';

/** What the general table looks at besides the fields of a plan. */
const furtherKeys = ['benchmark', 'task_dir', 'shipped_score', 'metadata', 'task'];
/** DuckDB reserves twice the longest line in each thread, so long lines are allowed only where there is one. */
const [usualLine, longestLine] = [2 * 1024 * 1024, 64 * 1024 * 1024];

/**
 * DuckDB on a file of JSON lines. What the plan needs of each line is loaded once, in any order. A line that is not JSON, or
 * that repeats a key, ends it.
 * @throws NotExpressible when the file must be read line by line.
 */
export async function openJsonLines(
  file: string,
  plan: Plan,
  { columns }: TableRules,
  asTasks: RowsAsTasks,
): Promise<Engine> {
  const ownId = columns.get('id');
  const derived = new Set(derivedFields.map(({ name }) => name));
  const fields = [...plan.fields.keys()].filter((name) => !derived.has(name));
  /** All keys that the plan or the general table looks for. */
  const names = [
    ...new Set([...(ownId === undefined ? idKeys : [ownId]), ...furtherKeys, ...fields, ...columns.values()]),
  ];
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length)
    throw new NotExpressible('names of columns differ in case only');
  const first = await orNotExpressible(() => firstKeys(file));
  /** The keys that the lines have; as long as `isSure` is false, the first lines. */
  let present = names.filter((name) => first.has(name));
  let isSure = false;
  let longest = usualLine;
  let id = idIn(present);
  const db = await openEngine(file, 'count');
  const { ask, keep, ...queries } = duckDbQueries(db);

  function idIn(keys: readonly string[]): string {
    const [key, ...more] = ownId === undefined ? idKeys.filter((each) => keys.includes(each)) : [ownId];
    if (key === undefined || more.length > 0) throw new NotExpressible('the id has several names');
    return key;
  }

  function read(reader: string, options: string): string {
    const all = `format = 'newline_delimited', compression = 'uncompressed', maximum_object_size = ${longest}${options}`;
    return `${reader}(${db.file}, ${all})`;
  }

  function lines(): string {
    // A value under an unexpected key is found by its presence, which is quickly read, or it cannot be read.
    const type = (name: string) => (isSure || present.includes(name) ? 'VARCHAR' : 'BOOLEAN');
    return read('read_json', `, columns = {${names.map((name) => `${quoted(name)}: '${type(name)}'`).join(', ')}}`);
  }

  /** Looks for every key in every line; a line may be long. */
  async function knowAllKeys(): Promise<void> {
    isSure = true;
    const counts = names.map((name) => `count(${quoted(name, '"')})`).join(', ');
    const count = () => ask(`select ${counts} from ${lines()}`);
    const [row = []] = await count().catch(() => {
      longest = longestLine;
      return count();
    });
    present = names.filter((_, i) => Number(row[i]) > 0);
    id = idIn(present);
  }

  return {
    ...queries,
    rows: async () => countLines(file),
    get table() {
      const others = names.filter((name) => !present.includes(name)).map((name) => column(name));
      return {
        relation: lines(),
        columns: present.map((name) => ({ name, type: 'loose' as const })),
        ...(isSure || others.length === 0 ? {} : { hasOthers: isKnown(coalesce(...others)) }),
      };
    },
    load: async (rows) => {
      if (isSure) return keep(rows);
      try {
        const from = await keep(rows);
        const [other] = await queries.query({
          kind: 'select',
          columns: [{ term: column('id') }],
          from,
          where: hasOthers,
          limit: 1,
        });
        if (other === undefined) return from;
      } catch (error) {
        // A line is long, or has a value under a key that the first lines have not; anything else fails again.
        if (!(error instanceof NotExpressible)) throw error;
      }
      await knowAllKeys();
      return undefined;
    },
    tasksAt: async (places) => {
      const ids = new Set(places.map(String));
      const listed = [...ids].map(quotedText).join(', ');
      const pointer = quoted(`/${id.replaceAll('~', '~0').replaceAll('/', '~1')}`);
      const found = await ask(
        `select json from ${read('read_json_objects', '')} where json_extract_string(json, ${pointer}) in (${listed})`,
      );
      const rows = found.map(([line]) => ({ number: 0, data: JSON.parse(String(line)) as unknown }));
      const isAsked = rows.every(({ data }) => isRecord(data) && ids.has(String(data[id])));
      if (isAsked && rows.length === ids.size) return asTasks(rows);
      throw new NotExpressible('an id is written in an unusual way');
    },
  };
}

function firstKeys(file: string): ReadonlySet<string> {
  const [block = Buffer.alloc(0)] = blocksOf(file);
  const text = block.toString('utf8').replace(/^\ufeff/, '');
  const lines = text.slice(0, text.lastIndexOf('\n') + 1).split('\n');
  return new Set(lines.flatMap((line) => (line.trim() === '' ? [] : Object.keys(Object(JSON.parse(line))))));
}
