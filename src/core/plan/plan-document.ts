import { isAlias, isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument } from 'yaml';
import type { Fault, Place } from '../model/fault.js';

/** A key path from the top of the plan. */
export type PlanPath = readonly (string | number)[];

/** A plan's text, read as YAML (or JSON, which is YAML), that can tell where each part of it stands. */
export class PlanDocument {
  readonly file: string;
  /** The plan as plain data; undefined when the text does not parse. */
  readonly data: unknown;
  /** Why the text does not parse; empty when it does. */
  readonly syntaxFaults: readonly Fault[];
  readonly #lines = new LineCounter();
  readonly #document: ReturnType<typeof parseDocument>;

  constructor(text: string, file: string) {
    this.file = file;
    const document = parseDocument(text, { lineCounter: this.#lines, prettyErrors: false });
    this.#document = document;
    const faults: Fault[] = [];
    try {
      for (const error of document.errors) {
        faults.push({ code: 'plan/syntax', message: error.message, place: this.#placeAt(error.pos[0]) });
      }
      this.data = faults.length === 0 ? document.toJS({ maxAliasCount: 100 }) : undefined;
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

  /** Where the key at a path stands. */
  keyPlace(path: PlanPath): Place {
    return this.#place(path, 'key');
  }

  #place(path: PlanPath, part: 'key' | 'value'): Place {
    const document = this.#document;
    let node: Node | undefined = document.contents ?? undefined;
    let offset = node?.range?.[0] ?? 0;
    for (const [index, step] of path.entries()) {
      const parent: Node | undefined = isAlias(node) ? node.resolve(document) : node;
      let keyOffset: number | undefined;
      if (isMap(parent)) {
        const pair = parent.items.find((item) => isScalar(item.key) && String(item.key.value) === String(step));
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

  #placeAt(offset: number): Place {
    const { line, col } = this.#lines.linePos(offset);
    return line === 0 ? { file: this.file } : { file: this.file, line, column: col };
  }
}

function nodeOf(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined;
}
