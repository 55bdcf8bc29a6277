import * as z from 'zod/mini';
import { documents } from './documents.js';

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
