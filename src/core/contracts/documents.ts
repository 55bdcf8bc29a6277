import * as z from 'zod/mini';
import { questions } from '../assess/questions.js';
import { estimateSchema } from '../estimate/pool-estimate.js';
import { manifestSchema } from '../manifest/manifest-schema.js';
import { statusSchema } from '../progress/run-progress.js';
import { refreshSchema } from '../refresh/refresh.js';
import { upliftSchema } from '../uplift/estimate-uplift.js';
import { pilotSchema } from '../uplift/pilot.js';
import { cardSchema } from './card-document.js';
import { checkSchema } from './check-document.js';
import { diffSchema } from './diff-document.js';
import { errorSchema } from './error-document.js';
import { excludeSchema } from './exclude-document.js';
import { excludeFromSchema } from './exclude-from-document.js';
import { explainSchema } from './explain-document.js';
import { exportSchema } from './export-document.js';
import { exportsSchema } from './exports-document.js';
import { initSchema } from './init-document.js';
import { inspectSchema } from './inspect-document.js';
import { reportSchema, serveSchema } from './page-documents.js';
import { poolSchema } from './pool-document.js';
import { provenanceSchema } from './provenance-document.js';

/** A document that programs may rely on: what prints or writes it, and what it holds. */
export interface ContractDocument {
  /** Names its schema: `schema/NAME.schema.json`, `urn:winnow:NAME:1`. */
  readonly name: string;
  /** The command that prints it with `--json`; undefined: it is a file of an export. */
  readonly command: string | undefined;
  /** The exit codes that the command may end with. */
  readonly exitCodes: readonly number[];
  readonly schema: () => z.ZodMiniType;
}

const done = [0, 2];
const gate = [0, 1, 2];

/** Every document, in the order of `docs/contract.md`. */
export const documents: readonly ContractDocument[] = [
  { name: 'selection', command: 'select', exitCodes: done, schema: manifestSchema },
  { name: 'inspect', command: 'inspect', exitCodes: done, schema: inspectSchema },
  { name: 'init', command: 'init', exitCodes: done, schema: initSchema },
  { name: 'exclude', command: 'exclude', exitCodes: done, schema: excludeSchema },
  { name: 'exclude-from', command: 'exclude --from', exitCodes: done, schema: excludeFromSchema },
  { name: 'explain', command: 'explain', exitCodes: done, schema: explainSchema },
  { name: 'check', command: 'check', exitCodes: gate, schema: checkSchema },
  { name: 'diff', command: 'diff', exitCodes: gate, schema: diffSchema },
  { name: 'refresh', command: 'refresh', exitCodes: done, schema: refreshSchema },
  { name: 'assess', command: 'assess', exitCodes: done, schema: cardSchema },
  ...questions.map(({ name, schema }) => ({
    name: `assess-${name}`,
    command: `assess ${name}`,
    exitCodes: done,
    schema: schema as ContractDocument['schema'],
  })),
  { name: 'estimate', command: 'estimate', exitCodes: gate, schema: estimateSchema },
  { name: 'estimate-uplift', command: 'estimate --uplift', exitCodes: done, schema: upliftSchema },
  { name: 'pilot', command: 'pilot', exitCodes: done, schema: pilotSchema },
  { name: 'export', command: 'export', exitCodes: done, schema: exportSchema },
  { name: 'export-to', command: 'export --to', exitCodes: done, schema: exportsSchema },
  { name: 'status', command: 'status', exitCodes: done, schema: () => statusSchema(exportSchema()) as z.ZodMiniType },
  { name: 'serve', command: 'serve', exitCodes: done, schema: serveSchema },
  { name: 'report', command: 'report', exitCodes: done, schema: reportSchema },
  { name: 'pool', command: 'pool', exitCodes: done, schema: poolSchema },
  { name: 'error', command: 'any, at exit code 2 or 3', exitCodes: [2, 3], schema: errorSchema },
  { name: 'provenance', command: undefined, exitCodes: [], schema: provenanceSchema },
];

/**
 * The JSON Schemas (draft 2020-12) that are published, by the name of their file. Keys that a schema does not have may be
 * there: later versions add some.
 */
export function publishedSchemas(): ReadonlyMap<string, object> {
  return new Map(
    documents.map(({ name, schema }) => [
      `${name}.schema.json`,
      { $id: `urn:winnow:${name}:1`, title: `Winnow ${name}`, ...z.toJSONSchema(schema(), { io: 'input' }) },
    ]),
  );
}
