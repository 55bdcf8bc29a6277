import {
  type Document,
  isAlias,
  isMap,
  isNode,
  isScalar,
  isSeq,
  LineCounter,
  type Node,
  parse,
  parseDocument,
  stringify,
} from 'yaml';
import { random } from '../draws/random.js';
import { groupBy } from '../lists/lists.js';
import type { Exclusion, HistoryEntry } from '../model/plan.js';
import { isRecord } from '../model/record.js';
import { expandPlan } from './expand-plan.js';
import { planYaml } from './plan-document.js';

/** The changes that a new version makes to a benchmark's plan. */
export interface BenchmarkEdit {
  readonly benchmark: string;
  /** Paths of additional earlier results, relative to the plan. */
  readonly prior: readonly string[];
  /** The systems to learn from; undefined means all. */
  readonly configurations: readonly string[] | undefined;
  readonly keep: { readonly tasks: readonly string[]; readonly newAtMost: number } | undefined;
}

/** Edits the text of a plan for a new version; all other lines stay as they are. */
export function editPlan(text: string, edits: readonly BenchmarkEdit[]): string {
  let edited = text;
  for (const { benchmark, prior, configurations, keep } of edits) {
    const document = parseDocument(edited, planYaml);
    const { own, select } = pathsOf(document, benchmark);
    const written = document.getIn([...own, 'prior'], true);
    // In the short form, `prior` may consist of only paths.
    const isPlain = written !== undefined && !isMap(written);
    const at = [...own, 'prior', ...(isPlain && configurations === undefined ? [] : ['path'])];
    const before = isPlain ? listOf(isScalar(written) ? written.value : written) : listOf(document.getIn(at));
    const paths = new Set([...before, ...prior]);
    if (isPlain && configurations !== undefined)
      edited = withValue(edited, [...own, 'prior'], `{ path: ${flowList([...paths])} }`);
    else if (prior.length > 0) edited = withValue(edited, at, flowList([...paths]));
    if (configurations !== undefined)
      edited = withValue(edited, [...own, 'prior', 'configurations'], flowList(configurations));
    if (keep !== undefined) {
      const former = `{ tasks: ${flowList(keep.tasks)}, new_at_most: ${keep.newAtMost} }`;
      edited = withValue(edited, [...select, 'keep'], former);
    }
  }
  return edited;
}

/** Sets the number of tasks that each benchmark is expected to have; all other lines stay as they are. */
export function withExpected(text: string, counts: ReadonlyMap<string, number>): string {
  return [...counts].reduce((edited, [benchmark, count]) => {
    const { own } = pathsOf(parseDocument(edited, planYaml), benchmark);
    return withValue(edited, [...own, 'expect'], String(count));
  }, text);
}

function pathsOf(document: Document, benchmark: string): { own: readonly string[]; select: readonly string[] } {
  if (document.has('tasks') && !document.has('benchmarks')) return { own: [], select: [] };
  const own = ['benchmarks', benchmark];
  return { own, select: [...own, 'select'] };
}

function withValue(text: string, path: readonly string[], value: string): string {
  const document = parseDocument(text, planYaml);
  const there = document.getIn(path, true);
  const [start, end] = isNode(there) ? (there.range ?? []) : [];
  if (start !== undefined && end !== undefined && !isAlias(there)) {
    // The range of a value with several lines includes its last line end.
    const rest = text[end - 1] === '\n' ? text.slice(end - 1) : text.slice(end);
    return `${text.slice(0, start)}${value}${rest}`;
  }
  const above = path.slice(0, -1);
  const entry = `${path.at(-1)}: ${value}`;
  const map = document.getIn(above, true);
  if (map === undefined && above.length > 0) return withValue(text, above, `{ ${entry} }`);
  if (isMap(map)) {
    const last = map.items.at(-1)?.value;
    const edited = map.flow === true ? inFlow(text, map, entry) : insertedAfter(text, last, map, [entry]);
    if (edited !== undefined) return edited;
  }
  document.setIn(path, parseDocument(value).contents);
  return document.toString(wide);
}

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

/** Adds a version to the history in a plan's text; all other lines stay as they are if possible. */
export function addToHistory(text: string, added: HistoryEntry): string {
  const { contents } = parseDocument(text, planYaml);
  const entry = historyEntry(added);
  if (isMap(contents) && !contents.has('history') && contents.flow !== true && contents.items.length > 0)
    return `${text}${text.endsWith('\n') ? '' : '\n'}\n${stringify({ history: [entry] }, wide)}`;
  return withEntries(text, ['history'], [entry], stringify([entry], wide).trimEnd().split('\n'));
}

const wide = { lineWidth: 0 } as const;

function listOf(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  return isSeq(value) ? value.items.map((item) => String(item)) : [];
}

function historyEntry({ version, of, change, reasons }: HistoryEntry) {
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

export interface NewExclusion extends Exclusion {
  readonly benchmark: string;
}

/** Adds exclusions to their benchmarks in a plan's text; all other lines stay as they are if possible. */
export function addToPlan(text: string, added: readonly NewExclusion[]): string {
  const byBenchmark = groupBy(added, ({ benchmark }) => benchmark);
  return [...byBenchmark].reduce((edited, [benchmark, own]) => addToBenchmark(edited, benchmark, own), text);
}

function addToBenchmark(text: string, benchmark: string, added: readonly Exclusion[]): string {
  const document = parseDocument(text, planYaml);
  const { own } = pathsOf(document, benchmark);
  const path = [...own, 'exclude'];
  const settings = own.length === 0 ? document.contents : document.getIn(own, true);
  const entries = added.map(exclusionEntry);
  const lines = entries.flatMap(entryLines);
  const isNew = document.getIn(path, true) === undefined && isMap(settings) && settings.flow !== true;
  const key = ['exclude:', ...lines.map((line) => `  ${line}`)];
  const inserted = isNew ? insertedAfter(text, settings.items.at(-1)?.value, settings, key) : undefined;
  return inserted ?? withEntries(text, path, entries, lines);
}

/** Adds entries to the list at a path. In a block list it inserts `lines`, so that all other lines stay as they are. */
function withEntries(text: string, path: readonly string[], entries: readonly object[], lines: readonly string[]) {
  const document = parseDocument(text, planYaml);
  const list = document.getIn(path, true);
  const inserted = isSeq(list) && list.flow !== true ? insertedAfter(text, list.items.at(-1), list, lines) : undefined;
  if (inserted !== undefined) return inserted;
  if (isSeq(list)) for (const entry of entries) list.add(document.createNode(entry));
  else document.setIn(path, document.createNode([...(isMap(list) ? [list.toJSON()] : []), ...entries]));
  return document.toString(wide);
}

/** Adds exclusions at the end of an exclusions file. */
export function addToExclusions(text: string, added: readonly NewExclusion[]): string {
  const document = parseDocument(text, planYaml);
  const { contents } = document;
  const entries = added.map(({ benchmark, ...exclusion }) => ({ benchmark, ...exclusionEntry(exclusion) }));
  const lines = entries.flatMap(entryLines);
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`;
  if (contents === null || (isScalar(contents) && contents.value === null)) {
    return `${start}${lines.map((line) => `${line}\n`).join('')}`;
  }
  return withEntries(text, [], entries, lines);
}

/** Inserts lines after the end of a node, with its collection's indent; undefined if the position is unknown. */
function insertedAfter(text: string, last: unknown, collection: Node, lines: readonly string[]): string | undefined {
  const [start] = collection.range ?? [];
  const end = isNode(last) ? last.range?.[1] : undefined;
  if (start === undefined || end === undefined) return undefined;
  const counter = new LineCounter();
  parseDocument(text, { ...planYaml, lineCounter: counter });
  const indent = ' '.repeat(Math.max(0, counter.linePos(start).col - 1));
  // The range of a value with several lines includes its last line end; any other range does not.
  const lineEnd = text[end - 1] === '\n' ? end : text.indexOf('\n', end) + 1 || text.length;
  const before = text.slice(0, lineEnd);
  const block = lines.map((line) => `${indent}${line}\n`).join('');
  return `${before}${before.endsWith('\n') ? '' : '\n'}${block}${text.slice(lineEnd)}`;
}

function entryLines(entry: Readonly<Record<string, string>>): string[] {
  return Object.entries(entry).map(([key, value], i) => `${i === 0 ? '- ' : '  '}${key}: ${onOneLine(value)}`);
}

/** Quotes a text that contains line ends or other control characters, so that it fits on one line of YAML. */
function onOneLine(value: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: naming the control characters is the point
  if (/[\u0000-\u001f\u007f-\u009f\u2028\u2029\ufeff]|\p{Surrogate}/u.test(value)) return JSON.stringify(value);
  return stringify(value, { lineWidth: 0, defaultStringType: 'PLAIN', blockQuote: false }).trimEnd();
}

function exclusionEntry({ id, reason, evidence, date, who, replacement }: Exclusion): Record<string, string> {
  const entries = Object.entries({ id, reason, evidence, date, who, replacement });
  return Object.fromEntries(entries.filter((entry): entry is [string, string] => entry[1] !== undefined));
}

export interface PilotEdit {
  readonly name: string;
  readonly seed: string | number;
  readonly pilot: { readonly goal: string; readonly repeats: number; readonly budget: string };
  /** The number of tasks, and the minimum per benchmark; undefined takes all tasks, to see what can be drawn. */
  readonly total: { readonly take: number; readonly atLeast: number } | undefined;
  /** The label that divides a benchmark's tasks into strata, by benchmark. */
  readonly strata: ReadonlyMap<string, string>;
  /** Makes a path relative to the new plan's folder. */
  readonly moved: (path: string) => string;
}

/** The text of a plan that draws a random pilot from the pool of another plan. */
export function pilotPlanText(text: string, edit: PilotEdit): string {
  const kept = Object.entries(inFull(parse(text))).filter(([key]) => !keysOfOthers.includes(key));
  const written = Object.fromEntries(kept);
  const benchmarks = isRecord(written['benchmarks']) ? written['benchmarks'] : {};
  const { take, atLeast } = edit.total ?? { take: undefined, atLeast: 0 };
  const plan = {
    ...written,
    name: edit.name,
    seed: edit.seed,
    pilot: edit.pilot,
    ...(take === undefined ? {} : { total: { take, at_least: atLeast } }),
    ...(typeof written['exclusions'] === 'string' ? { exclusions: edit.moved(written['exclusions']) } : {}),
    benchmarks: Object.fromEntries(
      Object.entries(benchmarks).map(([name, benchmark]) => [name, pilotBenchmark(name, benchmark, edit)]),
    ),
  };
  return `# Written by "winnow pilot": draws tasks at random from the pool of another plan.\n${stringify(plan, { lineWidth: 0 })}`;
}

const keysOfOthers = ['total', 'tiers', 'history', 'optimise', 'looks', 'waves'];

function inFull(plan: unknown): Record<string, unknown> {
  const full = isRecord(plan) && Object.hasOwn(plan, 'tasks') ? expandPlan(plan).data : plan;
  return isRecord(full) ? { ...full } : {};
}

function pilotBenchmark(name: string, benchmark: unknown, { total, strata, moved }: PilotEdit): unknown {
  if (!isRecord(benchmark)) return benchmark;
  const { source, prior, select, ...rest } = benchmark;
  const where = isRecord(select) ? select['where'] : undefined;
  const by = strata.get(name);
  return {
    ...rest,
    source: isRecord(source) ? movedSource(source, moved) : source,
    ...(isRecord(prior) ? { prior: { ...prior, path: movedPaths(prior['path'], moved) } } : {}),
    select: {
      ...(where === undefined ? {} : { where }),
      ...(total === undefined ? { take: 'all' } : {}),
      ...(by === undefined || total === undefined ? {} : { group: { by, at_least: 2 } }),
      ...(total === undefined ? {} : { prefer: [random.name] }),
    },
  };
}

function movedSource(source: Record<string, unknown>, moved: (path: string) => string): Record<string, unknown> {
  const { path, join } = source;
  return {
    ...source,
    ...(path === undefined ? {} : { path: movedPaths(path, moved) }),
    ...(Array.isArray(join)
      ? { join: join.map((each) => (isRecord(each) ? { ...each, path: movedPaths(each['path'], moved) } : each)) }
      : {}),
  };
}

function movedPaths(paths: unknown, moved: (path: string) => string): unknown {
  if (typeof paths === 'string') return moved(paths);
  return Array.isArray(paths) ? paths.map((path) => (typeof path === 'string' ? moved(path) : path)) : paths;
}
