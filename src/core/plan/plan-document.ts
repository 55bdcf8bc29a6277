import {
  type Alias,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  type Pair,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLWarning,
} from 'yaml';
import type { Fault, Place } from '../model/errors.js';

/** A key path from the top of the plan. */
export type PlanPath = readonly (string | number)[];

/** The data of a plan, and the path in its text of each part. */
interface Expansion {
  readonly data: unknown;
  readonly written: (path: PlanPath) => PlanPath;
}

function asItIs(path: PlanPath): PlanPath {
  return path;
}

/** How a plan's text is parsed: YAML 1.2. Checking for repeated keys is left out, because it is quadratic. */
export const planYaml = {
  schema: 'core',
  resolveKnownTags: false,
  uniqueKeys: false,
  stringKeys: true,
  logLevel: 'silent',
} as const;

/** A plan's text, read as YAML (or JSON, which is YAML), that can tell where each part of it stands. */
export class PlanDocument {
  readonly file: string;
  /** The plan as plain data; undefined when the text does not parse. */
  readonly data: unknown;
  /** Why the text does not parse; empty when it does. */
  readonly syntaxFaults: readonly Fault[];
  /** The path in the text of a part of `data`. */
  readonly #written: (path: PlanPath) => PlanPath;
  readonly #lines = new LineCounter();
  readonly #document: ReturnType<typeof parseDocument>;
  readonly #pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();
  readonly #aliased = new WeakMap<Alias, Node | undefined>();

  /** @param expand Turns the data of the text into its full form, and tells where each part of that was written. */
  constructor(
    text: string,
    file: string,
    expand: (data: unknown) => Expansion = (data) => ({ data, written: asItIs }),
  ) {
    this.file = file;
    this.#written = asItIs;
    const document = parseDocument(text, { ...planYaml, lineCounter: this.#lines, prettyErrors: false });
    this.#document = document;
    const faults: Fault[] = [];
    try {
      for (const { message, at } of documentErrors(document)) {
        faults.push({ code: 'plan/syntax', message, place: this.#placeAt(at) });
      }
      if (faults.length === 0) {
        const expansion = expand(document.toJS({ maxAliasCount: 100 }));
        this.data = expansion.data;
        this.#written = expansion.written;
      }
    } catch (cause) {
      // Thrown for aliases that would multiply without end, and for nesting without end.
      const reason = cause instanceof RangeError ? 'it is nested too deeply' : (cause as Error).message;
      faults.push({ code: 'plan/syntax', message: `the text cannot be read: ${reason}.`, place: { file } });
    }
    this.syntaxFaults = faults;
  }

  /** Where the value at a path stands; for a path that is not there, where its nearest parent does. */
  valuePlace(path: PlanPath): Place {
    return this.#place(path, 'value');
  }

  /** The last step of a path, as the plan writes it. */
  nameAt(path: PlanPath): string | undefined {
    return this.#written(path).at(-1)?.toString();
  }

  /** Where the key at a path stands. */
  keyPlace(path: PlanPath): Place {
    return this.#place(path, 'key');
  }

  #place(of: PlanPath, part: 'key' | 'value'): Place {
    const path = this.#written(of);
    const document = this.#document;
    let node: Node | undefined = document.contents ?? undefined;
    let offset = node?.range?.[0] ?? 0;
    for (const [index, step] of path.entries()) {
      const parent: Node | undefined = isAlias(node) ? this.#aliasedBy(node) : node;
      let keyOffset: number | undefined;
      if (isMap(parent)) {
        const pair = this.#pairsOf(parent).get(String(step));
        keyOffset = nodeOf(pair?.key)?.range?.[0];
        node = nodeOf(pair?.value);
      } else if (isSeq(parent)) {
        node = nodeOf(parent.items[Number(step)]);
      } else {
        node = undefined;
      }
      const isLast = index === path.length - 1;
      const found = (isLast && part === 'key' ? keyOffset : node?.range?.[0]) ?? keyOffset;
      if (found === undefined) break;
      offset = found;
    }
    return { ...this.#placeAt(offset), path: path.join('.') };
  }

  /** The entries of a mapping by their keys. */
  #pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
    const known = this.#pairs.get(map);
    if (known !== undefined) return known;
    const pairs = new Map<string, Pair>();
    for (const pair of map.items) {
      const name = isScalar(pair.key) ? String(pair.key.value) : undefined;
      if (name !== undefined && !pairs.has(name)) pairs.set(name, pair);
    }
    this.#pairs.set(map, pairs);
    return pairs;
  }

  #aliasedBy(alias: Alias): Node | undefined {
    if (!this.#aliased.has(alias)) this.#aliased.set(alias, alias.resolve(this.#document));
    return this.#aliased.get(alias);
  }

  #placeAt(offset: number): Place {
    const { line, col } = this.#lines.linePos(offset);
    return line === 0 ? { file: this.file } : { file: this.file, line, column: col };
  }
}

interface DocumentError {
  readonly message: string;
  /** The offset in the text. */
  readonly at: number;
}

function plainMessage(message: string): string {
  if (message.startsWith('Maximum call stack')) return 'It is nested too deeply';
  return message.replace('Unresolved tag:', 'There is no such tag in a plan:');
}

/** The parser only warns of a tag that it does not know, and takes the value as if it had none. */
function isUnknownTag({ code }: YAMLWarning): boolean {
  return code === 'TAG_RESOLVE_FAILED';
}

/** More of them take the parser longer to follow than a plan can be worth. */
const mostAliases = 1000;

/** All that keeps a document from being read, in the order of its text: also what the parser lets pass. */
function documentErrors(document: ReturnType<typeof parseDocument>): DocumentError[] {
  const found: DocumentError[] = [...document.errors, ...document.warnings.filter(isUnknownTag)].map(
    ({ message, pos: [at] }) => ({ message: plainMessage(message), at }),
  );
  let aliases = 0;
  visit(document, {
    Map: (_, map) => {
      const keys = new Set<unknown>();
      for (const { key } of map.items) {
        if (!isScalar(key)) continue;
        if (keys.has(key.value)) found.push({ message: 'Map keys must be unique', at: key.range?.[0] ?? 0 });
        keys.add(key.value);
      }
    },
    Alias: (_, alias) => {
      aliases += 1;
      if (aliases !== mostAliases + 1) return;
      found.push({ message: `There are more than ${mostAliases} aliases`, at: alias.range?.[0] ?? 0 });
    },
  });
  return found.sort((a, b) => a.at - b.at);
}

function nodeOf(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined;
}
