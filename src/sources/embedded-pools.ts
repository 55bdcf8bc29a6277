import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { PoolError } from '../core/model/errors.js';
import type { Plan, SourcePlan } from '../core/model/plan.js';
import { didYouMean } from '../core/text/nearest-name.js';
import { packageRoot } from '../disk/package-root.js';
import { tableFormat } from './formats/table.js';
import { readRecord } from './read-record.js';
import type { SourceReading } from './source-reading.js';
import { readJsonLines } from './tables/read-json-lines.js';
import type { TableRow } from './tables/table-row.js';

/** The pools that ship with Winnow: `data/NAME/pool.jsonl`, each a table, read once. */
export class EmbeddedPools {
  readonly #plan: Plan;
  readonly #rows = new Map<string, readonly TableRow[]>();

  constructor(plan: Plan) {
    this.#plan = plan;
  }

  /** @throws PoolError when no pool of that name ships. */
  read({ name, measured }: Extract<SourcePlan, { kind: 'embedded' }>): SourceReading {
    const format = tableFormat({ fields: this.#plan.fields, columns: new Map(), measured });
    const found = this.#rowsOf(name).flatMap((row) => readRecord(row, `embedded ${name}`, [format]) ?? []);
    return {
      found,
      base: '',
      trust: new Map(),
      inFolders: false,
    };
  }

  #rowsOf(name: string): readonly TableRow[] {
    const known = this.#rows.get(name);
    if (known !== undefined) return known;
    const data = join(packageRoot(), 'data');
    const names = readdirSync(data).filter((folder) => existsSync(join(data, folder, 'pool.jsonl')));
    if (!names.includes(name)) {
      const message = `no pool named "${name}" ships with Winnow.${didYouMean(name, names)} Known: ${names.join(', ')}.`;
      throw new PoolError([{ code: 'pool/not-found', message, hint: 'To read files, write source: { path: … }.' }]);
    }
    const rows = [...readJsonLines(join(data, name, 'pool.jsonl'))];
    this.#rows.set(name, rows);
    return rows;
  }
}
