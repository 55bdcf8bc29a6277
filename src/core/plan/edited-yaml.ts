import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isPair,
  isScalar,
  isSeq,
  type Node,
  parseDocument,
  visit,
  type YAMLMap,
  type YAMLSeq,
} from 'yaml';
import { isRecord } from '../model/record.js';
import { type PlanPath, planYaml } from './plan-document.js';

/** A YAML text that changes part by part; all other lines stay as they are. It must parse without errors. */
export class EditedYaml {
  #text: string;
  #document: Document.Parsed | undefined;
  #data: unknown;

  constructor(text: string) {
    this.#text = text;
  }

  toString(): string {
    return this.#text;
  }

  /** The value at a path as plain data; undefined if there is none. */
  get(path: PlanPath): unknown {
    this.#data ??= this.#parsed().toJS({ maxAliasCount: 100 });
    return path.reduce(
      (value, step) => (Object.hasOwn(Object(value), step) ? Object(value)[step] : undefined),
      this.#data,
    );
  }

  /** Writes a value in one line; missing parents are created. */
  set(path: PlanPath, value: unknown): void {
    this.#unfold(path);
    const there = this.#nodeAt(path);
    if (there === undefined) this.#add(path, value);
    else this.#replace(there, oneLine(value));
  }

  delete(path: PlanPath): void {
    this.#unfold(path);
    const map = this.#nodeAt(path.slice(0, -1));
    if (!isMap(map)) return;
    const isGone = ({ key }: YAMLMap['items'][number]) => isScalar(key) && key.value === path.at(-1);
    if (map.items.every(isGone)) this.#replace(map, '{}');
    else this.#cut(map, map.items.map(isGone));
  }

  /** Adds entries to a list, on their own lines if possible. A missing list is created; a single entry becomes a list. */
  add(path: PlanPath, entries: readonly unknown[]): void {
    if (entries.length === 0) return;
    this.#unfold(path);
    const list = this.#nodeAt(path);
    if (isSeq(list) && list.flow !== true) this.#insertAfter(list, blockLines(entries));
    else if (isSeq(list)) for (const entry of entries) this.#insertInFlow(path, oneLine(entry));
    else if (list !== undefined) this.#replace(list, oneLine([...(isMap(list) ? [this.get(path)] : []), ...entries]));
    else if (path.length === 0) this.#append(blockLines(entries));
    else this.#add(path, entries, ['', ...blockLines(entries).map((line) => `  ${line}`)]);
  }

  /** Removes entries from a list, and the list if none are left. */
  remove(path: PlanPath, isGone: (entry: unknown) => boolean): void {
    this.#unfold(path);
    const list = this.#nodeAt(path);
    if (!isSeq(list)) return;
    const gone = list.items.map((item) => isGone(isNode(item) ? item.toJS(this.#parsed()) : item));
    if (gone.every(Boolean)) this.delete(path);
    else this.#cut(list, gone);
  }

  #parsed(): Document.Parsed {
    this.#document ??= parseDocument(this.#text, planYaml);
    return this.#document;
  }

  #nodeAt(path: PlanPath): Node | undefined {
    const found = path.length === 0 ? this.#parsed().contents : this.#parsed().getIn(path, true);
    return isNode(found) ? found : undefined;
  }

  /** Replaces all aliases by their content if a path leads through one or its anchor, so that only one place changes. */
  #unfold(path: PlanPath): void {
    const document = this.#parsed();
    const above = path.map((_, at) => this.#nodeAt(path.slice(0, at + 1)));
    if (!above.some((node) => isAlias(node) || (node !== undefined && 'anchor' in node && node.anchor))) return;
    const found: (readonly [Node, string])[] = [];
    visit(document, { Alias: (_, alias) => void found.push([alias, oneLine(alias.toJS(document))]) });
    for (const [alias, content] of found.toReversed()) this.#write(startOf(alias), endOf(alias), content);
  }

  #add(path: PlanPath, value: unknown, written: readonly string[] = [` ${oneLine(value)}`]): void {
    const [above, key] = [path.slice(0, -1), String(path.at(-1))];
    const map = this.#nodeAt(above);
    const [first, ...more] = written;
    const lines = [`${oneLine(key)}:${first}`, ...more];
    if (isMap(map) && map.flow === true) this.#insertInFlow(above, `${oneLine(key)}: ${oneLine(value)}`);
    else if (isMap(map)) this.#insertAfter(map, lines);
    else if (above.length > 0) this.set(above, { [key]: value });
    else this.#append(lines);
  }

  #append(lines: readonly string[]): void {
    const { length } = this.#text;
    const isOpen = length > 0 && !this.#text.endsWith('\n');
    this.#write(length, length, `${isOpen ? '\n' : ''}${lines.map((line) => `${line}\n`).join('')}`);
  }

  #write(from: number, to: number, written: string): void {
    this.#text = `${this.#text.slice(0, from)}${written}${this.#text.slice(to)}`;
    this.#document = undefined;
    this.#data = undefined;
  }

  #replace(node: Node, written: string): void {
    const [start, end] = [startOf(node), endOf(node)];
    // A block on the lines after its key moves beside the key. Its range ends with a line end.
    const gap = /(?<=:)[ \t]*\r?\n[ \t]*$/.exec(this.#text.slice(0, start));
    const from = gap === null ? start : gap.index;
    const to = start + this.#text.slice(start, end).replace(/\r?\n$/, '').length;
    this.#write(from, to, `${this.#text[from - 1] === ':' ? ' ' : ''}${written}`);
  }

  #insertInFlow(path: PlanPath, entry: string): void {
    const collection = this.#nodeAt(path);
    const end = endOf(collection) - 1;
    const before = this.#text.slice(0, end).trimEnd();
    const isFirst = before.length === startOf(collection) + 1;
    const comma = isFirst || before.endsWith(',') ? '' : ',';
    const [space, last] = [isFirst && isSeq(collection) ? '' : ' ', isMap(collection) ? ' ' : ''];
    this.#write(before.length, end, `${comma}${space}${entry}${last}`);
  }

  /** Inserts lines after the last item of a block, with its indent. */
  #insertAfter(block: YAMLMap | YAMLSeq, lines: readonly string[]): void {
    const indent = ' '.repeat(startOf(block) - this.#lineStart(startOf(block)));
    const end = this.#lineEnd(endOf(lastNode(block.items.at(-1))));
    const isOpen = end > 0 && this.#text[end - 1] !== '\n';
    this.#write(end, end, `${isOpen ? '\n' : ''}${lines.map((line) => `${indent}${line}\n`).join('')}`);
  }

  /** Removes some items of a collection, but not all. */
  #cut(collection: YAMLMap | YAMLSeq, gone: readonly boolean[]): void {
    const spans = collection.items.map((item) => [startOf(firstNode(item)), endOf(lastNode(item))] as const);
    const last = gone.lastIndexOf(false);
    const cuts = spans.flatMap(([start, end], at) => {
      if (gone[at] !== true) return [];
      if (collection.flow !== true) return [[this.#lineStart(start), this.#lineEnd(end)] as const];
      return [
        at < last ? ([start, spans[at + 1]?.[0] ?? end] as const) : ([spans[at - 1]?.[1] ?? start, end] as const),
      ];
    });
    for (const [from, to] of cuts.reverse()) this.#write(from, to, '');
  }

  #lineStart(at: number): number {
    return this.#text.lastIndexOf('\n', at - 1) + 1;
  }

  /** The end of the line in which a value ends; the range of a block already includes its last line end. */
  #lineEnd(end: number): number {
    return this.#text[end - 1] === '\n' ? end : this.#text.indexOf('\n', end) + 1 || this.#text.length;
  }
}

/** A value in one line of YAML, for use anywhere. */
function oneLine(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(oneLine).join(', ')}]`;
  if (!isRecord(value)) return scalarText(value, (text) => [`[${text}]`, [text]]);
  const entries = Object.entries(value).flatMap(([key, own]) =>
    own === undefined ? [] : [`${oneLine(key)}: ${oneLine(own)}`],
  );
  return entries.length === 0 ? '{}' : `{ ${entries.join(', ')} }`;
}

/** A value in block style, one line for each scalar. */
function blockLines(value: unknown): readonly string[] {
  if (Array.isArray(value) && value.length > 0)
    return value.flatMap((each) => blockLines(each).map((line, at) => `${at === 0 ? '-' : ' '} ${line}`));
  if (!isRecord(value) || oneLine(value) === '{}') return [oneLine(value)];
  return Object.entries(value).flatMap(([name, own]) => {
    const key = oneLine(name);
    if (own === undefined) return [];
    if (Array.isArray(own) && own.length > 0) return [`${key}:`, ...blockLines(own).map((line) => `  ${line}`)];
    return [
      `${key}: ${typeof own === 'string' ? scalarText(own, (text) => [`a: ${text}`, { a: text }]) : oneLine(own)}`,
    ];
  });
}

/** A scalar, quoted unless it reads back unchanged. `within` gives the text around it and the value expected there. */
function scalarText(value: unknown, within: (text: string) => readonly [yaml: string, meaning: unknown]): string {
  const quoted = JSON.stringify(value);
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
  const isOdd = /[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]|\p{Surrogate}/u;
  if (typeof value !== 'string' || isOdd.test(value)) return quoted;
  const [yaml, meaning] = within(value);
  const { errors, contents } = parseDocument(yaml, planYaml);
  return errors.length === 0 && JSON.stringify(contents) === JSON.stringify(meaning) ? value : quoted;
}

function firstNode(item: unknown): Node | undefined {
  return nodeOf(isPair(item) ? item.key : item);
}

function lastNode(item: unknown): Node | undefined {
  return isPair(item) ? (nodeOf(item.value) ?? nodeOf(item.key)) : nodeOf(item);
}

function nodeOf(value: unknown): Node | undefined {
  return isNode(value) ? value : undefined;
}

function startOf(node: Node | undefined): number {
  return node?.range?.[0] ?? 0;
}

function endOf(node: Node | undefined): number {
  return node?.range?.[1] ?? 0;
}
