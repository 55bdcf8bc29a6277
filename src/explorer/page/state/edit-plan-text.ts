import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parseDocument, visit, YAMLSeq } from 'yaml';
import { drawDesignOf } from '../../../core/draws/draws.js';
import { isRecord } from '../../../core/model/record.js';
import { addToPlan } from '../../../core/plan/edit-plan.js';
import { planYaml } from '../../../core/plan/plan-document.js';
import { changedLines } from './changed-lines.js';
import type { BenchmarkEdits, DesignEdit, Edits } from './edits.js';
import { keepLast } from './keep-last.js';

/** The plan text with edits applied. Unaffected lines stay as they are. */
export function editPlanText(planText: string, edits: Edits): string {
  const text = edits.text ?? planText;
  let edited = changesMoreThanExclusions(edits) ? withChanges(text, edits) : text;
  for (const [benchmark, { excluded }] of edits.benchmarks) {
    for (const [id, { reason, evidence }] of excluded ?? []) {
      const said = { evidence: evidence === '' ? undefined : evidence, date: undefined, who: undefined };
      edited = addToPlan(edited, [{ benchmark, id, reason, replacement: undefined, ...said }]);
    }
  }
  return edited;
}

/** The ids that the plan text itself excludes from a benchmark, as written. */
export function writtenExclusions(text: string, benchmark: string): readonly string[] {
  const document = lastRead([text], () => parseDocument(text, planYaml));
  const list = document.getIn([...pathsOf(document, benchmark).own, 'exclude']);
  return isSeq(list) ? list.items.flatMap((item) => (isMap(item) ? [String(item.get('id'))] : [])) : [];
}

/** Cached, because each move of a control reads the same text. */
const lastRead = keepLast<Document>();

function withChanges(text: string, edits: Edits): string {
  const document = parseDocument(text, planYaml);
  // Invalid text can't be changed; reading it reports why.
  if (document.errors.length > 0) return text;
  const plain = document.toString({ lineWidth: 0 });
  unfoldAliases(document);
  for (const [component, weight] of edits.weights ?? []) document.setIn(['score', 'weights', component], weight);
  if (edits.seed !== undefined) document.setIn(['seed'], seedOf(edits.seed));
  if (edits.total !== undefined) setTake(document, isShort(document) ? [] : ['total'], edits.total);
  for (const [name, changes] of edits.benchmarks) editBenchmark(document, name, changes);
  const changed = document.toString({ lineWidth: 0 });
  const kept = keepText(text, plain, changed);
  const isMeant = JSON.stringify(parseDocument(kept, planYaml).toJS()) === JSON.stringify(document.toJS());
  return isMeant ? kept : changed;
}

function changesMoreThanExclusions({ weights, seed, total, benchmarks }: Edits): boolean {
  const others = [...benchmarks.values()].some((changes) => Object.keys(changes).some((key) => key !== 'excluded'));
  return weights !== undefined || seed !== undefined || total !== undefined || others;
}

function editBenchmark(document: Document, name: string, changes: BenchmarkEdits): void {
  const { own, select } = pathsOf(document, name);
  if (select.length > 0 && document.getIn(select) == null && needsSelect(changes))
    document.setIn(select, document.createNode({}));
  if (changes.take !== undefined) {
    const shared = document.getIn(['total', 'purpose']);
    // With its own number of tasks a benchmark no longer shares the total, but keeps the purpose.
    if (shared !== undefined && isUnsized(document, select)) document.setIn([...select, 'purpose'], shared);
    setTake(document, select, changes.take);
  }
  if (changes.atLeast !== undefined || changes.share !== undefined || changes.rounding !== undefined) {
    const by = document.get('by');
    // Only a `group` has shares and minimums.
    if (isShort(document) && by !== undefined) {
      document.delete('by');
      document.set('group', document.createNode({ by }, { flow: true }));
    }
  }
  if (changes.atLeast !== undefined) {
    const floor = ruleFloor(document) ?? [...select, 'group', 'at_least'];
    document.setIn(isMap(document.getIn(floor, true)) ? [...floor, 'otherwise'] : floor, changes.atLeast);
  }
  if (changes.share !== undefined) document.setIn([...select, 'group', 'share'], changes.share);
  if (changes.rounding !== undefined) document.setIn([...select, 'group', 'rounding'], changes.rounding);
  if (changes.design !== undefined) editDesign(document, select, changes.design);
  if (changes.withoutEnsure === true) document.deleteIn([...select, 'ensure']);
  if (changes.unpinned !== undefined)
    removeItems(document, [...select, 'pin'], (item) => changes.unpinned?.has(textOf(item)) === true);
  if (changes.pinned !== undefined) addItems(document, [...select, 'pin'], [...changes.pinned]);
  if (changes.lifted !== undefined) {
    const isLifted = (item: unknown) => isMap(item) && changes.lifted?.has(String(item.get('id'))) === true;
    removeItems(document, [...own, 'exclude'], isLifted);
  }
}

/** Whether a plan is in the short form, with the keys of its benchmark at the top level. */
function isShort(document: Document): boolean {
  return document.has('tasks') && !document.has('benchmarks');
}

/** The paths of a benchmark and of its `select` rule in a plan. */
function pathsOf(
  document: Document,
  name: string,
): { readonly own: readonly string[]; readonly select: readonly string[] } {
  if (isShort(document)) return { own: [], select: [] };
  return { own: ['benchmarks', name], select: ['benchmarks', name, 'select'] };
}

/** The path of the rule with the groups' minimum in a short-form plan; undefined if there is none. */
function ruleFloor(document: Document): readonly (string | number)[] | undefined {
  const rules = document.get('rules');
  if (!isShort(document) || !isSeq(rules)) return undefined;
  const by = document.getIn(['group', 'by']);
  const place = rules.items.findIndex((rule) => isMap(rule) && rule.has('at_least') && rule.get('by') === by);
  return place === -1 ? undefined : ['rules', place, 'at_least'];
}

const targets = ['precision', 'detect', 'budget'];

function isUnsized(document: Document, select: readonly string[]): boolean {
  return ['purpose', 'take', ...targets].every((key) => !document.hasIn([...select, key]));
}

/** Replaces the target with a number of tasks. */
function setTake(document: Document, path: readonly string[], take: number | 'all'): void {
  for (const target of targets) document.deleteIn([...path, target]);
  document.setIn([...path, 'take'], take);
}

function needsSelect({ excluded: _, lifted: __, ...others }: BenchmarkEdits): boolean {
  return Object.keys(others).length > 0;
}

function editDesign(document: Document, select: readonly string[], design: DesignEdit): void {
  const order = writtenOrder(design);
  // Rules beside a rank or a goal don't bound groups, and there may be several.
  const isSample = !document.has('rank') && !document.has('optimise');
  if (isShort(document)) {
    document.delete('rank');
    if (design.kind === 'rank' && isSample) foldRule(document);
  }
  document.deleteIn([...select, order === undefined ? 'prefer' : 'draw']);
  if (order !== undefined) {
    document.setIn([...select, 'prefer'], document.createNode([order], { flow: true }));
  } else if (design.kind === 'draw') {
    const { method, by } = design;
    document.setIn([...select, 'draw'], document.createNode({ method, by }, { flow: true }));
  }
  // A random draw can't keep the previous version.
  if (design.kind === 'draw') document.deleteIn([...select, 'keep']);
}

/** Writes the rule of a random sample as bounds of its groups, because beside an order, rules need a goal. */
function foldRule(document: Document): void {
  const { rules, by, group } = document.toJS() as Partial<Record<string, object>>;
  const [rule] = Array.isArray(rules) ? rules : [];
  if (!isRecord(rule)) return;
  const { exactly, ...stated } = rule;
  const bounds = exactly === undefined ? stated : { ...stated, at_least: exactly, at_most: exactly };
  for (const key of ['by', 'rules']) document.delete(key);
  const whole = { ...(by === undefined ? {} : { by }), ...group, ...bounds };
  document.set('group', document.createNode(whole, { flow: true }));
}

/** The sort key of a design that orders tasks; undefined for other draws. */
function writtenOrder(design: DesignEdit): string | undefined {
  return design.kind === 'rank' ? `${design.field} ${design.direction}` : drawDesignOf(design).order?.field;
}

function addItems(document: Document, path: readonly string[], items: readonly string[]): void {
  const list = document.getIn(path, true);
  if (!isSeq(list)) document.setIn(path, document.createNode([...(isMap(list) ? [list.toJSON()] : []), ...items]));
  else for (const item of items) list.add(document.createNode(item));
}

function removeItems(document: Document, path: readonly string[], isGone: (item: unknown) => boolean): void {
  const list = document.getIn(path, true);
  if (!(list instanceof YAMLSeq)) return;
  list.items = list.items.filter((item) => !isGone(item));
  if (list.items.length === 0) document.deleteIn(path);
}

function textOf(item: unknown): string {
  return isScalar(item) ? String(item.value) : String(item);
}

/** A seed that looks like a whole number is a number, as in plans. */
function seedOf(text: string): string | number {
  return /^-?\d{1,15}$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

/** Replaces aliases by their content, so that editing one place does not change another. */
function unfoldAliases(document: Document): void {
  let found = false;
  visit(document, {
    Alias: (_, alias) => {
      found = true;
      const source = alias.resolve(document) as Node | undefined;
      return source === undefined || isAlias(source) ? undefined : (source.clone() as Node);
    },
  });
  if (!found) return;
  visit(document, {
    Node: (_, node) => {
      if ('anchor' in node) delete node.anchor;
    },
  });
}

/**
 * The changed text, with unaffected lines as originally written. `plain` is the text before the change and `changed` the
 * text after it, both as formatted by the YAML library.
 */
export function keepText(written: string, plain: string, changed: string): string {
  const [own, base, next] = [written, plain, changed].map((text) => text.split('\n')) as [string[], string[], string[]];
  const [toOwn, toNext] = [matchLines(base, own), matchLines(base, next)];
  const lines: string[] = [];
  let [from, ownFrom, nextFrom] = [0, 0, 0];
  for (let at = 0; at <= base.length; at++) {
    const [ownAt = own.length, nextAt = next.length] = at === base.length ? [] : [toOwn[at], toNext[at]];
    // The lines between two lines common to all three texts are merged separately.
    if (ownAt === -1 || nextAt === -1) continue;
    lines.push(...merged(base.slice(from, at), own.slice(ownFrom, ownAt), next.slice(nextFrom, nextAt)));
    if (at < base.length) lines.push(own[ownAt] ?? '');
    [from, ownFrom, nextFrom] = [at + 1, ownAt + 1, nextAt + 1];
  }
  return lines.join('\n');
}

type Lines = readonly string[];

/** The lines as written if the change keeps them, otherwise as changed. */
function merged(base: Lines, own: Lines, next: Lines): Lines {
  const isSame = (a: Lines, b: Lines) => a.length === b.length && a.every((line, at) => line === b[at]);
  if (isSame(base, next)) return own;
  if (isSame(base, own) || base.length !== own.length) return next;
  // Each line is formatted differently by the library. Lines that the change keeps are taken as written.
  const writtenAt = new Map(matchLines(base, next).flatMap((to, at) => (to === -1 ? [] : [[to, own[at] ?? '']])));
  return next.map((line, at) => writtenAt.get(at) ?? line);
}

function matchLines(first: Lines, second: Lines): readonly number[] {
  let place = 0;
  return changedLines(first, second).flatMap(({ sign }) => {
    if (sign === '-') return [-1];
    place++;
    return sign === '+' ? [] : [place - 1];
  });
}
