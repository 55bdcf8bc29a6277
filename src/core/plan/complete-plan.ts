import { isMap, isPair, isScalar, isSeq, parseDocument, visit } from 'yaml';
import * as z from 'zod/mini';
import { planYaml } from './plan-document.js';

export interface PlanCompletion {
  /** The range of the word being typed, which an option replaces. */
  readonly from: number;
  readonly to: number;
  readonly options: readonly CompletionOption[];
}

interface CompletionOption {
  readonly label: string;
  readonly text: string;
  /** One sentence; empty if the schema has none. */
  readonly description: string;
}

const mostOptions = 40;

/** The keys and values that a plan's schema allows at the cursor; undefined if there are none to offer. */
export function completePlan(text: string, cursor: number, schema: z.core.$ZodType): PlanCompletion | undefined {
  const at = Math.min(cursor, text.length);
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  if (/(?:^|\s)#/.test(before)) return undefined;
  const word = /[\w./-]*$/.exec(before)?.[0] ?? '';
  const from = at - word.length;
  const to = at + (/^[\w./-]*/.exec(text.slice(at))?.[0].length ?? 0);
  const place = placeOf(text, from);
  if (place === undefined) return undefined;
  const { path, key, siblings } = place;
  const nodes = path.reduce((found, step) => found.flatMap((node) => below(node, step)), alternatives(schema));
  const offered =
    key === undefined
      ? [...keyOptions(nodes, siblings), ...(path.at(-1) === item ? valueOptions(nodes) : [])]
      : valueOptions(nodes.flatMap((node) => below(node, key)));
  const all = offered.filter(({ label }, i) => offered.findIndex((each) => each.label === label) === i);
  const typed = word.toLowerCase();
  const options = [
    ...all.filter(({ label }) => label.toLowerCase().startsWith(typed)),
    ...all.filter(({ label }) => !label.toLowerCase().startsWith(typed) && label.toLowerCase().includes(typed)),
  ];
  const [only, ...others] = options;
  if (only === undefined || (others.length === 0 && only.label === word)) return undefined;
  return { from, to, options: options.slice(0, mostOptions) };
}

interface Allowed {
  readonly schema: z.core.$ZodTypes;
  readonly description: string;
}

function keyOptions(nodes: readonly Allowed[], siblings: ReadonlySet<string>): readonly CompletionOption[] {
  return nodes.flatMap(({ schema: { _zod } }) =>
    Object.entries(_zod.def.type === 'object' ? _zod.def.shape : {})
      .filter(([label]) => !siblings.has(label))
      .map(([label, value]) => ({ label, text: `${label}: `, description: sentenceOf(value) })),
  );
}

/** Only values that the schema lists, and booleans. */
function valueOptions(nodes: readonly Allowed[]): readonly CompletionOption[] {
  return nodes.flatMap(({ schema: { _zod }, description }) =>
    [...(_zod.def.type === 'boolean' ? [true, false] : (_zod.values ?? []))]
      .filter((value) => typeof value === 'string' || typeof value === 'boolean')
      .map((value) => ({ label: String(value), text: String(value), description })),
  );
}

function sentenceOf(schema: z.core.$ZodType): string {
  const { description } = z.globalRegistry.get(schema) ?? {};
  const inner = innerOf(schema as z.core.$ZodTypes);
  return description ?? (inner === undefined ? '' : sentenceOf(inner));
}

function below({ schema }: Allowed, step: string): readonly Allowed[] {
  const { def } = schema._zod;
  if (def.type === 'array') return step === item ? alternatives(def.element) : [];
  if (def.type === 'record') return step === item ? [] : alternatives(def.valueType);
  if (def.type !== 'object' || step === item) return [];
  const own = Object.hasOwn(def.shape, step) ? def.shape[step] : def.catchall;
  return own === undefined ? [] : alternatives(own);
}

/** A schema, or the options of a union. Options without a description inherit the union's. */
function alternatives(schema: z.core.$ZodType, outer = ''): readonly Allowed[] {
  const known = schema as z.core.$ZodTypes;
  const description = z.globalRegistry.get(schema)?.description ?? outer;
  const { def } = known._zod;
  const inner = innerOf(known);
  if (inner !== undefined) return alternatives(inner, description);
  if (def.type === 'union') return def.options.flatMap((option) => alternatives(option, description));
  return [{ schema: known, description }];
}

/** The schema inside an optional, lazy or transformed one. */
function innerOf({ _zod: { def } }: z.core.$ZodTypes): z.core.$ZodType | undefined {
  if (def.type === 'lazy') return def.getter();
  if (def.type === 'pipe') return def.in;
  return 'innerType' in def ? def.innerType : undefined;
}

interface PlanPlace {
  readonly path: readonly string[];
  /** Undefined if a key belongs at the position. */
  readonly key: string | undefined;
  readonly siblings: ReadonlySet<string>;
}

const item = '[]';
/** Replaces the word being typed; no plan contains it. */
const mark = '\u0001';

/** Finds the path to a position, even in an incomplete plan: inserts a mark and looks for it in the parsed YAML. */
function placeOf(text: string, at: number): PlanPlace | undefined {
  const before = text.slice(text.lastIndexOf('\n', at - 1) + 1, at);
  const startsLine = /^\s*(?:- +)*$/.test(before);
  const end = text.indexOf('\n', at);
  // A key of a block needs the lines after it, but an unclosed bracket would swallow them.
  const after = startsLine && end >= 0 ? text.slice(end) : '';
  const gap = before.endsWith(':') ? ' ' : '';
  const document = parseDocument(`${text.slice(0, at)}${gap}${mark}${startsLine ? ':' : ''}${after}`, planYaml);
  let found: PlanPlace | undefined;
  visit(document, {
    Scalar: (role, { value }, above) => {
      if (value !== mark) return undefined;
      const steps = above.flatMap((node) => (isPair(node) ? [keyText(node.key)] : isSeq(node) ? [item] : []));
      const keys = above.findLast(isMap)?.items.map(({ key }) => keyText(key)) ?? [];
      found = {
        path: steps.slice(0, -1),
        key: role === 'key' ? undefined : steps.at(-1),
        siblings: new Set(keys),
      };
      return visit.BREAK;
    },
  });
  return found;
}

function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value) : '';
}
