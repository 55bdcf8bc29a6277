import { join } from 'node:path';
import { groupBy } from '../core/lists/group-by.js';
import { PoolError } from '../core/model/errors.js';
import type { Plan } from '../core/model/plan.js';
import { isRecord } from '../core/model/record.js';
import type { SourcePlan } from '../core/model/source-plan.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { shipped } from '../disk/file-access.js';
import { packageRoot } from '../disk/own-package.js';
import { readJsonLines } from '../files/tables/read-json-lines.js';
import type { TableRow } from '../files/tables/table-row.js';
import { table } from './formats/table.js';
import { OwnFields } from './own-fields.js';
import type { SourceContents } from './pool-of.js';
import { readRecord } from './read-record.js';
import { withOwnFields } from './with-own-fields.js';

/** The pools that ship with Winnow: `data/NAME/pool.jsonl`, each a table, read once. */
export class EmbeddedPools {
  readonly #plan: Plan;
  readonly #rows = new Map<string, ReadonlyMap<string, readonly TableRow[]>>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** The tasks of one benchmark. @throws PoolError when no pool of that name ships, or it does not have the benchmark. */
  read({ name, measured, where }: Extract<SourcePlan, { kind: 'embedded' }>, benchmark: string): SourceContents {
    const columns = new OwnFields({ fields: this.#plan.fields, columns: new Map(), measured });
    const format = withOwnFields(table, columns);
    const rows = this.#rowsOf(name);
    const own = rows.get(benchmark);
    if (own === undefined) throw notThere(benchmark, name, [...rows.keys()]);
    const found = own.flatMap((row) => readRecord(row, `embedded ${name}`, [format]) ?? []);
    return { found, base: '', trust: new Map(), inFolders: false, derivations: [], where };
  }

  /** The rows of a pool by benchmark: every row of a pool that ships names one. */
  #rowsOf(name: string): ReadonlyMap<string, readonly TableRow[]> {
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const data = join(packageRoot(), 'data');
    const names = shipped.list(data).filter((folder) => shipped.exists(join(data, folder, 'pool.jsonl')));
    if (!names.includes(name)) {
      const message = `no pool named "${name}" ships with Winnow.${didYouMean(name, names)} Known: ${names.join(', ')}.`;
      throw new PoolError([{ code: 'pool/not-found', message, hint: 'To read files, write source: { path: … }.' }]);
    }
    const rows = groupBy(readJsonLines([shipped.read(join(data, name, 'pool.jsonl'))]), ({ data: row }) =>
      String(isRecord(row) ? row['benchmark'] : undefined),
    );
    this.#rows.set(name, rows);
    return rows;
  }
}

function notThere(benchmark: string, pool: string, known: readonly string[]): PoolError {
  return new PoolError([
    {
      code: 'pool/empty',
      message: `the pool "${pool}" has no benchmark "${benchmark}".${didYouMean(benchmark, known)} It has: ${known.join(', ')}.`,
      hint: 'The plan’s key of a benchmark must be the name it has in the pool.',
    },
  ]);
}
