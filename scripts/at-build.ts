// What the build itself runs, from the bundle it has just made.
import * as z from 'zod/mini';
import { schemaOf } from '../src/core/documents/document-of.js';
import { libraryInput } from '../src/operations/call.js';
import { type FlagDetails, flagDetails, type InputShape } from '../src/operations/declare/operation.js';
import { operations } from '../src/operations/operations.js';

export { checkedPlan } from '../src/core/plan/read-plan.js';
export { planJsonSchema } from '../src/core/plan/schema/plan-json-schema.js';
export { publishedSchemas } from '../src/operations/documents.js';

/** The operations as functions of the library: their names and the schemas of what they take and return. */
export async function libraryOperations() {
  const all = await Promise.all(operations.map(({ load }) => load()));
  return all.map((operation) => {
    const { name, summary, description, output, parts = [] } = operation;
    const outputs = [output, ...parts.map((part) => part.output)].flatMap((each) => Object.entries(each));
    return {
      name,
      summary,
      description,
      // `export` is a word of the language.
      exported: name === 'export' ? 'exportTasks' : name,
      /** The options that a command takes without a flag, in their order. */
      positions: optionsWith(operation.input, ({ position }) => position !== undefined),
      /** The options that name files. */
      paths: optionsWith(operation.input, ({ path }) => path !== undefined),
      input: z.toJSONSchema(libraryInput(operation), { io: 'input' }),
      outputs: outputs.map(([document, schema]) => [document, z.toJSONSchema(schemaOf(schema()), { io: 'input' })]),
    };
  });
}

function optionsWith(input: InputShape, holds: (details: FlagDetails) => boolean): readonly string[] {
  return Object.entries(input).flatMap(([key, option]) => (holds(flagDetails(option)) ? [key] : []));
}
