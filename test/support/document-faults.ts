import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import * as z from 'zod/mini';
import { schemaOf } from '../../src/core/documents/forms.js';
import { documents } from '../../src/operations/documents.js';
import { projectRoot } from './run-winnow.js';

const all = await documents();

/** What a document has against the published schema of its name: nothing, when it keeps what is promised. */
export function documentFaults(name: string, document: unknown): string[] {
  return faultsOf(JSON.parse(readFileSync(join(projectRoot, 'schema', `${name}.schema.json`), 'utf8')), document);
}

/** The same, and every key that the schema does not know: what this version prints must be described to the last key. */
export function undescribed(name: string, document: unknown): string[] {
  const schema = all.find((each) => each.name === name)?.schema;
  if (schema === undefined) throw new Error(`there is no document ${name}`);
  return faultsOf(z.toJSONSchema(schemaOf(schema()), { io: 'output' }), document);
}

function faultsOf(schema: object, document: unknown): string[] {
  const validate = new Ajv2020({ strict: false, allErrors: true }).compile(schema);
  validate(document);
  return (validate.errors ?? []).map(
    ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
  );
}
