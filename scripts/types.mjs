// The types of the library, generated from the schemas of the plan, of every input and of every document.
import { compile } from 'json-schema-to-typescript';

const options = { bannerComment: '', additionalProperties: false, format: true, unreachableDefinitions: true };

/** The text of index.d.ts. */
export async function libraryTypes({ planJsonSchema, libraryOperations }) {
  const parts = [await interfaceOf('PlanInput', openPlan(planJsonSchema()))];
  const functions = [];
  for (const { summary, description, input, outputs, exported, examples } of libraryOperations) {
    const title = pascal(exported === 'exportTasks' ? 'export' : exported);
    parts.push(await interfaceOf(`${title}Input`, withMemory(input)));
    const documents = [];
    for (const [document, schema] of outputs) {
      const own = document === 'selection' ? 'Manifest' : `${pascal(document)}Document`;
      if (!documents.includes(own) && !parts.some((part) => part.includes(`interface ${own} `))) {
        parts.push(await interfaceOf(own, schema));
      }
      documents.push(own);
    }
    const shown = examples.map(({ words, input: own }) => `// ${words}\nawait ${exported}(${literal(own)});`);
    const text = [`${summary}.`, description, ['@example', ...new Set(shown)].join('\n')].join('\n\n');
    const comment = text.split('\n').map((line) => ` * ${line}`.trimEnd());
    const result = `Promise<${documents.join(' | ')}>`;
    functions.push(
      ['/**', ...comment, ' */', `export declare function ${exported}(input: ${title}Input): ${result};`].join('\n'),
    );
  }
  return [heading, errors, ...parts, definePlan, ...functions, ''].join('\n\n');
}

const heading = `/**
 * Winnow's public API: the operations of the command line as functions. Each takes the options of its command by their
 * names and returns the document that the command prints with \`--json\`. Nothing prints, exits, or writes unless a place
 * to write is given.
 *
 * @module
 */`;

const errors = `/** One thing that is wrong: what, where, and what to do. */
export interface Fault {
  readonly code: string;
  readonly message: string;
  readonly place?: { readonly file?: string; readonly line?: number; readonly path?: string };
  readonly hint?: string;
}

/** What every operation throws if its input is not right, with everything that is wrong. */
export declare class WinnowError extends Error {
  readonly faults: readonly Fault[];
}`;

const definePlan = `/**
 * A plan written in code: the same object, with its type checked.
 *
 * @example
 * const plan = definePlan({ name: 'mine', seed: 1, benchmarks: { mine: { select: { take: 40 } } } });
 */
export declare function definePlan(plan: PlanInput): PlanInput;`;

/** An object as it is written in code: keys without quotes, texts in single ones. */
function literal(value) {
  if (typeof value === 'string') return `'${value}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(', ')}]`;
  if (typeof value !== 'object') return String(value);
  const entries = Object.entries(value).map(([key, each]) => `${key}: ${literal(each)}`);
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

async function interfaceOf(name, schema) {
  const { $id: _, $schema: __, title: ___, ...rest } = schema;
  return (await compile(withTuples({ ...rest, title: name }), name, options)).trim();
}

/** The generator of types knows the tuples of draft 7, not `prefixItems`. */
function withTuples(schema) {
  const text = JSON.stringify(schema, (_, value) => {
    if (!Array.isArray(value?.prefixItems)) return value;
    const { prefixItems: items, ...rest } = value;
    return { ...rest, items, minItems: items.length, maxItems: items.length };
  });
  return JSON.parse(text);
}

/** In code a plan may leave out the sources of its benchmarks: their tasks are then given as \`pools\`. */
function openPlan(schema) {
  const text = JSON.stringify(schema, (key, value) =>
    key === 'required' && Array.isArray(value) ? value.filter((each) => each !== 'source') : value,
  );
  return JSON.parse(text);
}

/** Plans and selections may be objects in memory. */
function withMemory(schema) {
  const memory = {
    plan: 'PlanInput',
    selection: 'Manifest | PlanInput',
    a: 'Manifest | PlanInput',
    b: 'Manifest | PlanInput',
  };
  const properties = Object.fromEntries(
    Object.entries(schema.properties ?? {}).map(([key, value]) =>
      key in memory && value.type === 'string'
        ? [key, { description: value.description, tsType: `string | ${memory[key]}` }]
        : [key, value],
    ),
  );
  return { ...schema, properties };
}

function pascal(name) {
  return name.replaceAll(/(?:^|-| )([a-z])/g, (_, letter) => letter.toUpperCase());
}
