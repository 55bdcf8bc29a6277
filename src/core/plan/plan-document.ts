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
} from 'yaml';
import type { Fault, Place } from '../model/errors.js';

export type PlanPath = readonly (string | number)[];

/** YAML 1.2. The parser's check for repeated keys takes quadratic time, so `documentErrors` does it. */
export const planYaml = {
  schema: 'core',
  resolveKnownTags: false,
  uniqueKeys: false,
  stringKeys: true,
  logLevel: 'silent',
} as const;

/** A plan's text parsed as YAML (or JSON, which is YAML), with the position of each part. */
export class PlanDocument {
  readonly file: string;
  /** The plan as plain data; undefined if the text does not parse. */
  readonly data: unknown;
  readonly syntaxFaults: readonly Fault[];
  /** The path in the text for a path in `data`. */
  readonly #written: (path: PlanPath) => PlanPath = (path) => path;
  readonly #lines = new LineCounter();
  readonly #document: ReturnType<typeof parseDocument>;
  readonly #pairs = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();
  readonly #aliased = new WeakMap<Alias, Node | undefined>();

  /** @param expand Expands the data to its full form and maps paths back to the text. */
  constructor(
    text: string,
    file: string,
    expand?: (data: unknown) => { readonly data: unknown; readonly written: (path: PlanPath) => PlanPath },
  ) {
    this.file = file;
    const document = parseDocument(text, { ...planYaml, lineCounter: this.#lines, prettyErrors: false });
    this.#document = document;
    const faults: Fault[] = [];
    try {
      for (const { message, at } of documentErrors(document)) {
        faults.push({ code: 'plan/syntax', message, place: this.#placeAt(at) });
      }
      if (faults.length === 0) {
        const data: unknown = document.toJS({ maxAliasCount: 100 });
        const expansion = expand?.(data);
        this.data = expansion === undefined ? data : expansion.data;
        if (expansion !== undefined) this.#written = expansion.written;
      }
    } catch (cause) {
      // Thrown if aliases would expand without limit, or if the nesting is too deep.
      const reason = cause instanceof RangeError ? 'it is nested too deeply' : (cause as Error).message;
      faults.push({ code: 'plan/syntax', message: `Winnow can't read this text: ${reason}.`, place: { file } });
    }
    this.syntaxFaults = faults;
  }

  /** The position of the value at a path, or of the nearest existing parent. */
  valuePlace(path: PlanPath): Place {
    return this.#place(path, 'value');
  }

  /** The last step of a path, as the plan writes it. */
  nameAt(path: PlanPath): string | undefined {
    return this.#written(path).at(-1)?.toString();
  }

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

function plainMessage(message: string): string {
  if (message.startsWith('Maximum call stack')) return 'The text is nested too deeply';
  return message.replace('Unresolved tag:', 'Plans do not support the tag');
}

/** The parser takes too long to resolve more aliases than this. */
const mostAliases = 1000;

function documentErrors(document: ReturnType<typeof parseDocument>) {
  // The parser only warns about an unknown tag and ignores it.
  const tags = document.warnings.filter(({ code }) => code === 'TAG_RESOLVE_FAILED');
  const found = [...document.errors, ...tags].map(({ message, pos: [at] }) => ({ message: plainMessage(message), at }));
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
