import * as z from 'zod/mini';
import { errorSchema, serveSchema } from '../core/contracts/command-documents.js';
import { provenanceSchema } from '../core/contracts/provenance-document.js';
import { type Form, schemaOf } from '../core/documents/forms.js';
import { looksSchema } from '../core/looks/look-record.js';
import type { Operation } from './declare/operation.js';
import { operations } from './operations.js';

export interface ContractDocument {
  /** Names its schema: `schema/NAME.schema.json`, `urn:winnow:NAME:1`. */
  readonly name: string;
  /** The command that prints it with `--json`; undefined: it is a file. */
  readonly command: string | undefined;
  readonly exitCodes: readonly number[];
  readonly schema: () => Form<unknown>;
}

export async function documents(): Promise<readonly ContractDocument[]> {
  const all = await Promise.all(operations.map(({ load }) => load()));
  return [
    ...all.flatMap((operation) => [operation, ...(operation.parts ?? [])]).flatMap(documentsOf),
    { name: 'view', command: 'view', exitCodes: [0, 2], schema: serveSchema },
    { name: 'error', command: 'any command that fails', exitCodes: [2, 3], schema: errorSchema },
    { name: 'provenance', command: undefined, exitCodes: [], schema: provenanceSchema },
    { name: 'looks', command: undefined, exitCodes: [], schema: looksSchema },
  ];
}

function documentsOf({ name: command, output, exitCode }: Operation): ContractDocument[] {
  const exitCodes = exitCode === undefined ? [0, 2] : [0, 1, 2];
  return Object.entries(output).map(([name, schema], at) => ({
    name,
    // The second document of an operation is that of an option: "exclude-from" is that of "exclude --from".
    command: at === 0 ? command : name.replace('-', ' --'),
    exitCodes,
    schema,
  }));
}

/** The published JSON Schemas (draft 2020-12), by file name. They allow unknown keys: later versions add some. */
export async function publishedSchemas(): Promise<ReadonlyMap<string, object>> {
  return new Map(
    (await documents()).map(({ name, schema }) => [
      `${name}.schema.json`,
      { $id: `urn:winnow:${name}:1`, title: `Winnow ${name}`, ...z.toJSONSchema(schemaOf(schema()), { io: 'input' }) },
    ]),
  );
}
