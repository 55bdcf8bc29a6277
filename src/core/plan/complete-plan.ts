import { isRecord, type UnknownRecord } from '../model/record.js';
import { item, placeOf } from './place-of.js';

/** What may stand at a place of a plan's text. */
export interface PlanCompletion {
  /** Where the word begins that is being typed, and where it ends: what an option takes the place of. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly CompletionOption[];
}

/** A key or a value that may stand there. */
interface CompletionOption {
  readonly label: string;
  /** What is written. */
  readonly text: string;
  /** What it means, in one sentence; empty where the schema has none. */
  readonly description: string;
}

const mostOptions = 40;

/**
 * The keys and values that the schema of a plan allows where the cursor is, those that begin with what is typed first.
 *
 * @param schema The plan's JSON Schema.
 * @returns Undefined where nothing can be said.
 */
export function completePlan(text: string, at: number, schema: object): PlanCompletion | undefined {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  if (/(?:^|\s)#/.test(before)) return undefined;
  const word = /[\w./-]*$/.exec(before)?.[0] ?? '';
  const from = at - word.length;
  const to = at + (/^[\w./-]*/.exec(text.slice(at))?.[0].length ?? 0);
  const { path, key, siblings } = placeOf(text, from);
  const nodes = path.reduce((found, step) => found.flatMap((node) => below(node, step)), alternatives(schema));
  const all =
    key === undefined
      ? [...keyOptions(nodes, siblings), ...(path.at(-1) === item ? valueOptions(nodes) : [])]
      : valueOptions(nodes.flatMap((node) => below(node, key)));
  const typed = word.toLowerCase();
  const options = [
    ...all.filter(({ label }) => label.toLowerCase().startsWith(typed)),
    ...all.filter(({ label }) => !label.toLowerCase().startsWith(typed) && label.toLowerCase().includes(typed)),
  ];
  const [only, ...others] = options;
  if (only === undefined || (others.length === 0 && only.label === word)) return undefined;
  return { from, to, options: options.slice(0, mostOptions) };
}

/** The keys that may stand beside those that do. */
function keyOptions(nodes: readonly UnknownRecord[], siblings: ReadonlySet<string>): readonly CompletionOption[] {
  const found = new Map<string, CompletionOption>();
  for (const { properties } of nodes) {
    for (const [label, node] of Object.entries(isRecord(properties) ? properties : {})) {
      if (!siblings.has(label) && !found.has(label))
        found.set(label, { label, text: `${label}: `, description: descriptionOf(node) });
    }
  }
  return [...found.values()];
}

/** The values that are named one by one. */
function valueOptions(nodes: readonly UnknownRecord[]): readonly CompletionOption[] {
  const found = new Map<string, CompletionOption>();
  for (const node of nodes) {
    const { enum: several, const: one, type } = node;
    const values = [...(Array.isArray(several) ? several : []), one, ...(type === 'boolean' ? [true, false] : [])];
    for (const value of values) {
      if (typeof value !== 'string' && typeof value !== 'boolean') continue;
      const label = String(value);
      if (!found.has(label)) found.set(label, { label, text: label, description: descriptionOf(node) });
    }
  }
  return [...found.values()];
}

function descriptionOf(node: unknown): string {
  const { description } = isRecord(node) ? node : {};
  return typeof description === 'string' ? description : '';
}

/** The schemas below one, by a key or into the items of a list. */
function below(node: UnknownRecord, step: string): readonly UnknownRecord[] {
  if (step === item) return alternatives(node['items']);
  const { properties, additionalProperties: other } = node;
  const own = isRecord(properties) && Object.hasOwn(properties, step) ? properties[step] : other;
  return alternatives(own);
}

/** A schema, or those of which one must hold. What is said of all of them is said of each that says nothing. */
function alternatives(node: unknown): readonly UnknownRecord[] {
  if (!isRecord(node)) return [];
  const { anyOf, oneOf, description } = node;
  const several = Array.isArray(anyOf) ? anyOf : Array.isArray(oneOf) ? oneOf : undefined;
  if (several === undefined) return [node];
  return several.flatMap(alternatives).map((each) => (description === undefined ? each : { description, ...each }));
}
