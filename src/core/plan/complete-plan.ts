import * as z from 'zod/mini';

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

/** The keys and values that the schema of a plan allows at the cursor; undefined if nothing can be said. */
export function completePlan(text: string, at: number, schema: z.core.$ZodType): PlanCompletion | undefined {
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

/** A schema that is no union, and the sentence about it. */
interface Allowed {
  readonly schema: z.core.$ZodTypes;
  readonly description: string;
}

/** The keys that may stand beside those that do. */
function keyOptions(nodes: readonly Allowed[], siblings: ReadonlySet<string>): readonly CompletionOption[] {
  const found = new Map<string, CompletionOption>();
  for (const { schema } of nodes) {
    const { def } = schema._zod;
    for (const [label, value] of Object.entries(def.type === 'object' ? def.shape : {})) {
      if (!siblings.has(label) && !found.has(label))
        found.set(label, { label, text: `${label}: `, description: sentenceOf(value) });
    }
  }
  return [...found.values()];
}

/** The values that are named one by one. */
function valueOptions(nodes: readonly Allowed[]): readonly CompletionOption[] {
  const found = new Map<string, CompletionOption>();
  for (const { schema, description } of nodes) {
    const { def } = schema._zod;
    const values = def.type === 'boolean' ? [true, false] : (schema._zod.values ?? []);
    for (const value of values) {
      if (typeof value !== 'string' && typeof value !== 'boolean') continue;
      const label = String(value);
      if (!found.has(label)) found.set(label, { label, text: label, description });
    }
  }
  return [...found.values()];
}

/** The sentence about a schema, or about the one that it wraps. */
function sentenceOf(schema: z.core.$ZodType): string {
  const { description } = z.globalRegistry.get(schema) ?? {};
  const inner = innerOf(schema as z.core.$ZodTypes);
  return description ?? (inner === undefined ? '' : sentenceOf(inner));
}

/** The schemas below one, by a key or into the items of a list. */
function below({ schema }: Allowed, step: string): readonly Allowed[] {
  const { def } = schema._zod;
  if (def.type === 'array') return step === item ? alternatives(def.element) : [];
  if (def.type === 'record') return step === item ? [] : alternatives(def.valueType);
  if (def.type !== 'object' || step === item) return [];
  const own = Object.hasOwn(def.shape, step) ? def.shape[step] : def.catchall;
  return own === undefined ? [] : alternatives(own);
}

/** A schema, or those of which one must hold. What is said of all of them is said of each that says nothing. */
function alternatives(schema: z.core.$ZodType, outer = ''): readonly Allowed[] {
  const known = schema as z.core.$ZodTypes;
  const description = z.globalRegistry.get(schema)?.description ?? outer;
  const { def } = known._zod;
  const inner = innerOf(known);
  if (inner !== undefined) return alternatives(inner, description);
  if (def.type === 'union') return def.options.flatMap((option) => alternatives(option, description));
  return [{ schema: known, description }];
}

/** The schema that one wraps: what may be left out, what is read later, what is changed after it is read. */
function innerOf({ _zod: { def } }: z.core.$ZodTypes): z.core.$ZodType | undefined {
  if (def.type === 'lazy') return def.getter();
  if (def.type === 'pipe') return def.in;
  return 'innerType' in def ? def.innerType : undefined;
}

/** Where in a plan a place is: the keys that lead there, the key whose value it is, and the keys beside it. */
interface PlanPlace {
  readonly path: readonly string[];
  /** Undefined: a key is to stand there. */
  readonly key: string | undefined;
  readonly siblings: ReadonlySet<string>;
}

/** The step into the items of a list. */
const item = '[]';

/** Finds a place in the text of a plan that need not be whole: by the indentation above it, and the brackets before it. */
function placeOf(text: string, at: number): PlanPlace {
  const lines = text.split('\n');
  const number = text.slice(0, at).split('\n').length - 1;
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const own = lineOf(before);
  const block = blockPath(lines.slice(0, number), own);
  const flow = flowPlace(before.slice(own.column));
  const siblings = flow.path.length > 0 ? flow.siblings : blockSiblings(lines, number, own.column);
  return { path: [...block, ...flow.path], key: flow.key, siblings };
}

/** Where the content of a line begins, where its dashes stand, and the key that it begins with. */
interface Line {
  readonly column: number;
  readonly dashes: readonly number[];
  readonly key: string | undefined;
}

function lineOf(line: string): Line {
  const lead = /^\s*(?:- +)*/.exec(line)?.[0] ?? '';
  const [, quoted, plain] = /^(?:"([^"]*)"|([\w./-]+))\s*:(?:\s|$)/.exec(line.slice(lead.length)) ?? [];
  return {
    column: lead.length,
    dashes: [...lead].flatMap((letter, i) => (letter === '-' ? [i] : [])),
    key: quoted ?? plain,
  };
}

function isEmpty(line: string): boolean {
  return /^\s*(?:#|$)/.test(line);
}

/** The keys that lead to a line, by the indentation of the lines above it. */
function blockPath(above: readonly string[], own: Line): readonly string[] {
  const path: string[] = [];
  // What stands above belongs to the place if it begins before this column; at a dash also if it begins there.
  let { limit, isDash } = enter(own);
  for (const text of above.toReversed()) {
    if (limit === 0 && !isDash) break;
    if (isEmpty(text)) continue;
    const line = lineOf(text);
    const beginsItem = !isDash && line.column === limit && line.dashes.length > 0;
    const isParent = line.key !== undefined && (isDash ? line.column <= limit : line.column < limit);
    if (!beginsItem && !isParent) continue;
    if (isParent && line.key !== undefined) path.unshift(line.key);
    ({ limit, isDash } = enter(line));
  }
  return path;

  /** Counts the dashes of a line as steps, and says what lies outside of it. */
  function enter({ column, dashes }: Line): { limit: number; isDash: boolean } {
    for (const _ of dashes) path.unshift(item);
    const [first] = dashes;
    return first === undefined ? { limit: column, isDash: false } : { limit: first, isDash: true };
  }
}

/** The keys of the lines that belong to the same mapping. */
function blockSiblings(lines: readonly string[], number: number, column: number): ReadonlySet<string> {
  const keys = new Set<string>();
  for (const text of lines.slice(0, number).toReversed()) {
    if (isEmpty(text)) continue;
    const line = lineOf(text);
    if (line.column < column) break;
    if (line.column === column && line.key !== undefined) keys.add(line.key);
    if (line.column === column && line.dashes.length > 0) break;
  }
  for (const text of lines.slice(number + 1)) {
    if (isEmpty(text)) continue;
    const line = lineOf(text);
    if (line.column < column || (line.dashes[0] ?? column) < column) break;
    if (line.column === column && line.key !== undefined) keys.add(line.key);
  }
  return keys;
}

interface Frame {
  readonly isList: boolean;
  readonly keys: Set<string>;
}

/** The place at the end of a line that may open brackets: `select: { take: 12, gro`. */
function flowPlace(line: string): PlanPlace {
  const path: string[] = [];
  const frames: (Frame & { readonly steps: number })[] = [];
  const top: Frame = { isList: false, keys: new Set() };
  let key: string | undefined;
  let word = '';
  for (let i = 0; i < line.length; i++) {
    const letter = line[i] ?? '';
    const frame = frames.at(-1) ?? top;
    if (letter === '"' || letter === "'") {
      const end = line.indexOf(letter, i + 1);
      word += line.slice(i + 1, end === -1 ? undefined : end);
      i = end === -1 ? line.length : end;
    } else if (letter === '{' || letter === '[') {
      const steps = [...(key === undefined ? [] : [key]), ...(frame.isList ? [item] : [])];
      path.push(...steps);
      frames.push({ isList: letter === '[', keys: new Set(), steps: steps.length });
      [key, word] = [undefined, ''];
    } else if (letter === '}' || letter === ']') {
      const closed = frames.pop();
      path.splice(path.length - (closed?.steps ?? 0));
      [key, word] = [undefined, ''];
    } else if (letter === ',' && frames.length > 0) [key, word] = [undefined, ''];
    else if (letter === ':' && /^\s|^$/.test(line.slice(i + 1, i + 2)) && key === undefined) {
      key = word.trim();
      frame.keys.add(key);
      word = '';
    } else word += letter;
  }
  const last = frames.at(-1);
  return { path, key: last?.isList === true ? item : key, siblings: (last ?? top).keys };
}
