import { type Document, isAlias, isMap, isScalar, isSeq, type Node, parseDocument, visit, YAMLSeq } from 'yaml';
import { drawDesignOf } from '../../../core/draws/draws.js';
import { addToPlan } from '../../../core/plan/edit-plan.js';
import type { BenchmarkEdits, Design, Edits } from './edits.js';
import { keepText } from './keep-text.js';

/** The text of a plan with the edits in it; every line that they leave alone stays as it is. */
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

// The plan was read before, which told what is wrong with it; the search for repeated keys takes long.
const parsing = { uniqueKeys: false, logLevel: 'silent' } as const;

/** The ids that a plan's own text excludes from a benchmark, as it names them. */
export function writtenExclusions(text: string, benchmark: string): readonly string[] {
  if (lastRead?.text !== text) lastRead = { text, document: parseDocument(text, parsing) };
  const list = lastRead.document.getIn(['benchmarks', benchmark, 'exclude']);
  return isSeq(list) ? list.items.flatMap((item) => (isMap(item) ? [String(item.get('id'))] : [])) : [];
}

/** The text of a plan as loaded is asked about again with every move of a control. */
let lastRead: { readonly text: string; readonly document: Document } | undefined;

function withChanges(text: string, edits: Edits): string {
  const document = parseDocument(text, parsing);
  // What cannot be read cannot be changed; whoever reads it is told why.
  if (document.errors.length > 0) return text;
  const plain = document.toString({ lineWidth: 0 });
  unfoldAliases(document);
  for (const [component, weight] of edits.weights ?? []) document.setIn(['score', 'weights', component], weight);
  if (edits.seed !== undefined) document.setIn(['seed'], seedOf(edits.seed));
  if (edits.total !== undefined) setTake(document, ['total'], edits.total);
  for (const [name, changes] of edits.benchmarks) editBenchmark(document, name, changes);
  const changed = document.toString({ lineWidth: 0 });
  const kept = keepText(text, plain, changed);
  const isMeant = JSON.stringify(parseDocument(kept, parsing).toJS()) === JSON.stringify(document.toJS());
  return isMeant ? kept : changed;
}

function changesMoreThanExclusions({ weights, seed, total, benchmarks }: Edits): boolean {
  const others = [...benchmarks.values()].some((changes) => Object.keys(changes).some((key) => key !== 'excluded'));
  return weights !== undefined || seed !== undefined || total !== undefined || others;
}

function editBenchmark(document: Document, name: string, changes: BenchmarkEdits): void {
  const own = ['benchmarks', name];
  const select = [...own, 'select'];
  if (document.getIn(select) == null && needsSelect(changes)) document.setIn(select, document.createNode({}));
  if (changes.take !== undefined) {
    const shared = document.getIn(['total', 'purpose']);
    // A number of its own takes a benchmark out of the total; what it is for stays.
    if (shared !== undefined && isUnsized(document, select)) document.setIn([...select, 'purpose'], shared);
    setTake(document, select, changes.take);
  }
  if (changes.atLeast !== undefined) {
    const floor = [...select, 'group', 'at_least'];
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

/** What a number of tasks may follow from instead. */
const targets = ['precision', 'detect', 'budget'];

function isUnsized(document: Document, select: readonly string[]): boolean {
  return ['purpose', 'take', ...targets].every((key) => !document.hasIn([...select, key]));
}

/** Writes the number of tasks in the place of whatever it followed from. */
function setTake(document: Document, path: readonly string[], take: number | 'all'): void {
  for (const target of targets) document.deleteIn([...path, target]);
  document.setIn([...path, 'take'], take);
}

function needsSelect({ excluded: _, lifted: __, ...others }: BenchmarkEdits): boolean {
  return Object.keys(others).length > 0;
}

function editDesign(document: Document, select: readonly string[], design: Design): void {
  const order = writtenOrder(design);
  document.deleteIn([...select, order === undefined ? 'prefer' : 'draw']);
  if (order !== undefined) {
    document.setIn([...select, 'prefer'], document.createNode([order], { flow: true }));
  } else if (design.kind === 'draw') {
    const { method, by } = design;
    document.setIn([...select, 'draw'], document.createNode({ method, by }, { flow: true }));
  }
}

/** The only key of the order that a design is; undefined for a draw that is none. */
function writtenOrder(design: Design): string | undefined {
  return design.kind === 'rank' ? `${design.field} ${design.direction}` : drawDesignOf(design).order?.field;
}

function addItems(document: Document, path: readonly string[], items: readonly string[]): void {
  const list = document.getIn(path, true);
  if (!isSeq(list)) document.setIn(path, document.createNode(items));
  else for (const item of items) list.add(document.createNode(item));
}

/** Takes items out of a list, and the list out of the plan when none is left. */
function removeItems(document: Document, path: readonly string[], isGone: (item: unknown) => boolean): void {
  const list = document.getIn(path, true);
  if (!(list instanceof YAMLSeq)) return;
  list.items = list.items.filter((item) => !isGone(item));
  if (list.items.length === 0) document.deleteIn(path);
}

function textOf(item: unknown): string {
  return isScalar(item) ? String(item.value) : String(item);
}

/** A seed that reads as a whole number is one, as it is in plans. */
function seedOf(text: string): string | number {
  return /^-?\d{1,15}$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}

/** Writes out what an alias stands for: an edit of one place must not change another. */
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
