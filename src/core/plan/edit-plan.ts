import { isAlias, isMap, isNode, isSeq, type Node, parseDocument, stringify } from 'yaml';
import type { HistoryEntry } from '../model/history.js';
import { insertedAfter } from './add-exclusion.js';

/** What a new version needs of a benchmark's plan. */
export interface BenchmarkEdit {
  readonly benchmark: string;
  /** Paths of results to learn from besides, relative to the plan. */
  readonly prior: readonly string[];
  /** The systems to learn from; undefined: every one. */
  readonly configurations: readonly string[] | undefined;
  /** The former version of a ranked selection; undefined: none. */
  readonly keep: { readonly tasks: readonly string[]; readonly newAtMost: number } | undefined;
}

// The text was read as a plan before, which told what is wrong with it; the search for repeated keys takes long.
const parsing = { uniqueKeys: false, logLevel: 'silent' } as const;

/** The text of a plan with what a new version needs; every other line stays as it is. */
export function editPlan(text: string, edits: readonly BenchmarkEdit[]): string {
  let edited = text;
  for (const { benchmark, prior, configurations, keep } of edits) {
    const own = ['benchmarks', benchmark];
    const paths = new Set([...listOf(parseDocument(edited, parsing).getIn([...own, 'prior', 'path'])), ...prior]);
    if (prior.length > 0) edited = withValue(edited, [...own, 'prior', 'path'], flowList([...paths]));
    if (configurations !== undefined)
      edited = withValue(edited, [...own, 'prior', 'configurations'], flowList(configurations));
    if (keep !== undefined) {
      const former = `{ tasks: ${flowList(keep.tasks)}, new_at_most: ${keep.newAtMost} }`;
      edited = withValue(edited, [...own, 'select', 'keep'], former);
    }
  }
  return edited;
}

/** The text with the value at a path, which is given as YAML on one line; the mapping above it is made if need be. */
function withValue(text: string, path: readonly string[], value: string): string {
  const document = parseDocument(text, parsing);
  const there = document.getIn(path, true);
  const [start, end] = isNode(there) ? (there.range ?? []) : [];
  if (start !== undefined && end !== undefined && !isAlias(there)) {
    // A value of several lines ends with its last line end.
    const rest = text[end - 1] === '\n' ? text.slice(end - 1) : text.slice(end);
    return `${text.slice(0, start)}${value}${rest}`;
  }
  const [key = '', above] = [path.at(-1), path.slice(0, -1)];
  const map = document.getIn(above, true);
  if (map === undefined && above.length > 0) return withValue(text, above, `{ ${key}: ${value} }`);
  if (isMap(map)) {
    const inserted = map.flow === true ? inFlow(text, map, `${key}: ${value}`) : undefined;
    const block =
      map.flow === true ? undefined : insertedAfter(text, map.items.at(-1)?.value, map, [`${key}: ${value}`]);
    const edited = inserted ?? block;
    if (edited !== undefined) return edited;
  }
  document.setIn(path, parseDocument(value).contents);
  return document.toString(wide);
}

/** The text with an entry at the end of a mapping in braces. */
function inFlow(text: string, map: Node, entry: string): string | undefined {
  const [start, end] = map.range ?? [];
  if (start === undefined || end === undefined || text[end - 1] !== '}') return undefined;
  const before = text.slice(0, end - 1).trimEnd();
  const comma = before.endsWith(',') || before.length === start + 1 ? '' : ',';
  return `${before}${comma} ${entry} ${text.slice(end - 1)}`;
}

function flowList(values: readonly string[]): string {
  return `[${values.map((value) => JSON.stringify(value)).join(', ')}]`;
}

/** The text of a plan with one more version in its history; every other line stays as it is, where that can be done. */
export function addToHistory(text: string, added: HistoryEntry): string {
  const document = parseDocument(text, parsing);
  const { contents } = document;
  const last = isMap(contents) && contents.flow !== true ? contents.items.at(-1) : undefined;
  const history = document.get('history', true);
  const start = text.endsWith('\n') ? text : `${text}\n`;
  if (last !== undefined && history === undefined) return `${start}\n${stringify({ history: [entryOf(added)] }, wide)}`;
  if (isSeq(history) && history === last?.value && history.flow !== true && /\n {2}- [^\n]*/.test(text)) {
    const lines = stringify([entryOf(added)], wide)
      .trimEnd()
      .split('\n');
    const longer = `${start}${lines.map((line) => `  ${line}\n`).join('')}`;
    // Whoever has indented the list otherwise gets it written anew.
    if (parseDocument(longer, parsing).errors.length === 0) return longer;
  }
  if (isSeq(history)) history.add(document.createNode(entryOf(added)));
  else document.set('history', document.createNode([entryOf(added)]));
  return document.toString(wide);
}

const wide = { lineWidth: 0 } as const;

function listOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return isSeq(value) ? value.items.map((item) => String(item)) : [];
}

function entryOf({ version, of, change, reasons }: HistoryEntry) {
  return {
    version,
    of,
    change,
    reasons: reasons.map(({ benchmark, taskId, replacedBy, reason, evidence }) => ({
      benchmark,
      task: taskId,
      ...(replacedBy === undefined ? {} : { replaced_by: replacedBy }),
      reason,
      ...(evidence === undefined ? {} : { evidence }),
    })),
  };
}
