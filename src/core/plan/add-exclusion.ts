import { isMap, isNode, isScalar, isSeq, LineCounter, type Node, parseDocument, stringify } from 'yaml';
import { groupBy } from '../lists/group-by.js';
import type { Exclusion } from '../model/plan.js';

/** An exclusion and the benchmark it is for. */
export interface NewExclusion extends Exclusion {
  readonly benchmark: string;
}

// The text was read as a plan before, which told what is wrong with it; the search for repeated keys takes long.
const parsing = { uniqueKeys: false, logLevel: 'silent' } as const;

/** The text of a plan with exclusions added to their benchmarks; every other line stays as it is, where that can be done. */
export function addToPlan(text: string, added: readonly NewExclusion[]): string {
  const byBenchmark = groupBy(added, ({ benchmark }) => benchmark);
  return [...byBenchmark].reduce((edited, [benchmark, own]) => addToBenchmark(edited, benchmark, own), text);
}

function addToBenchmark(text: string, benchmark: string, added: readonly Exclusion[]): string {
  const document = parseDocument(text, parsing);
  const path = ['benchmarks', benchmark, 'exclude'];
  const list = document.getIn(path, true);
  const settings = document.getIn(path.slice(0, 2), true);
  const entries = added.map(entryOf);
  const lines = entries.flatMap(entryLines);
  const inserted =
    isSeq(list) && list.flow !== true
      ? insertedAfter(text, list.items.at(-1), list, lines)
      : list === undefined && isMap(settings) && settings.flow !== true
        ? insertedAfter(text, settings.items.at(-1)?.value, settings, ['exclude:', ...lines.map((line) => `  ${line}`)])
        : undefined;
  if (inserted !== undefined) return inserted;
  if (isSeq(list)) for (const entry of entries) list.add(document.createNode(entry));
  else document.setIn(path, document.createNode(entries));
  return document.toString({ lineWidth: 0 });
}

/** The text of a file of exclusions with some added at its end. */
export function addToExclusions(text: string, added: readonly NewExclusion[]): string {
  const { contents } = parseDocument(text, parsing);
  const entries = added.map(({ benchmark, ...exclusion }) => ({ benchmark, ...entryOf(exclusion) }));
  const lines = entries.flatMap(entryLines);
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    return `${start}${lines.map((line) => `${line}\n`).join('')}`;
  }
  if (isSeq(contents) && contents.flow !== true) {
    return insertedAfter(text, contents.items.at(-1), contents, lines) ?? start;
  }
  const document = parseDocument(text, parsing);
  if (isSeq(document.contents)) for (const entry of entries) document.add(document.createNode(entry));
  return document.toString({ lineWidth: 0 });
}

/** The text with lines put after the line on which a node ends, at the depth of its collection; undefined without a place. */
export function insertedAfter(
  text: string,
  last: unknown,
  collection: Node,
  lines: readonly string[],
): string | undefined {
  const [start] = collection.range ?? [];
  const end = isNode(last) ? last.range?.[1] : undefined;
  if (start === undefined || end === undefined) return undefined;
  const counter = new LineCounter();
  parseDocument(text, { ...parsing, lineCounter: counter });
  const indent = ' '.repeat(Math.max(0, counter.linePos(start).col - 1));
  // A value of several lines ends with its last line end; any other before it.
  const lineEnd = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1 || text.length;
  const before = text.slice(0, lineEnd);
  const block = lines.map((line) => `${indent}${line}\n`).join('');
  return `${before}${before.endsWith('\n') ? '' : '\n'}${block}${text.slice(lineEnd)}`;
}

function entryLines(entry: Readonly<Record<string, string>>): string[] {
  return Object.entries(entry).map(([key, value], i) => `${i === 0 ? '- ' : '  '}${key}: ${onOneLine(value)}`);
}

/** A text as YAML on one line; one that has line ends or other control characters of its own is quoted, with escapes. */
function onOneLine(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]|\p{Surrogate}/u.test(value)) return JSON.stringify(value);
  return stringify(value, { lineWidth: 0, defaultStringType: 'PLAIN', blockQuote: false }).trimEnd();
}

/** What is known, in the order a person would write it. */
function entryOf({ id, reason, evidence, date, who, replacement }: Exclusion): Record<string, string> {
  const entries = Object.entries({ id, reason, evidence, date, who, replacement });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}
