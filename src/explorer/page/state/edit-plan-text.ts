import { drawDesignOf } from '../../../core/draws/draws.js';
import { isRecord, recordOf, type UnknownRecord } from '../../../core/model/record.js';
import { excludeFrom, isShort, pathsIn } from '../../../core/plan/edit-plan.js';
import { EditedYaml } from '../../../core/plan/edited-yaml.js';
import { PlanDocument } from '../../../core/plan/plan-document.js';
import { type BenchmarkEdits, type DesignEdit, type Edits, isUnedited } from './edits.js';
import { keepLast } from './keep-last.js';

/** The plan text with edits applied. Unaffected lines stay as they are. */
export function editPlanText(planText: string, { text: rewritten, ...edits }: Edits): string {
  const text = rewritten ?? planText;
  // Invalid text can't be changed; reading it reports why.
  if (isUnedited(edits) || new PlanDocument(text, '').syntaxFaults.length > 0) return text;
  const plan = new EditedYaml(text);
  for (const [component, weight] of edits.weights ?? []) plan.set(['score', 'weights', component], weight);
  if (edits.seed !== undefined) plan.set(['seed'], seedOf(edits.seed));
  if (edits.total !== undefined) setTake(plan, isShort(plan) ? [] : ['total'], edits.total);
  for (const [name, changes] of edits.benchmarks) editBenchmark(plan, name, changes);
  return plan.toString();
}

/** The ids that the plan text itself excludes from a benchmark, as written. */
export function writtenExclusions(text: string, benchmark: string): readonly string[] {
  return lastRead([text, benchmark], () => {
    const plan = new EditedYaml(text);
    const list = plan.get([...pathsIn(plan, benchmark).own, 'exclude']);
    return Array.isArray(list) ? list.flatMap((item) => (isRecord(item) ? [String(item['id'])] : [])) : [];
  });
}

/** Cached, because each move of a control reads the same text. */
const lastRead = keepLast<readonly string[]>();

function editBenchmark(plan: EditedYaml, name: string, changes: BenchmarkEdits): void {
  const { own, select } = pathsIn(plan, name);
  const group = [...select, 'group'];
  if (changes.take !== undefined) {
    const shared = plan.get(['total', 'purpose']);
    // With its own number of tasks a benchmark no longer shares the total, but keeps the purpose.
    if (shared !== undefined && isUnsized(plan.get(select))) plan.set([...select, 'purpose'], shared);
    setTake(plan, select, changes.take);
  }
  if (changes.atLeast !== undefined || changes.share !== undefined || changes.rounding !== undefined) {
    const by = plan.get(['by']);
    // Only a `group` has shares and minimums.
    if (isShort(plan) && by !== undefined) {
      plan.delete(['by']);
      plan.set(group, { by });
    }
  }
  if (changes.atLeast !== undefined) {
    const floor = ruleFloor(plan) ?? [...group, 'at_least'];
    plan.set(isRecord(plan.get(floor)) ? [...floor, 'otherwise'] : floor, changes.atLeast);
  }
  if (changes.share !== undefined) plan.set([...group, 'share'], changes.share);
  if (changes.rounding !== undefined) plan.set([...group, 'rounding'], changes.rounding);
  if (changes.design !== undefined) editDesign(plan, select, changes.design);
  if (changes.withoutEnsure === true) plan.delete([...select, 'ensure']);
  const { unpinned, pinned, lifted, excluded = [] } = changes;
  if (unpinned !== undefined) plan.remove([...select, 'pin'], (item) => unpinned.has(String(item)));
  if (pinned !== undefined) plan.add([...select, 'pin'], [...pinned]);
  if (lifted !== undefined) plan.remove([...own, 'exclude'], (item) => lifted.has(String(recordOf(item)['id'])));
  const unsaid = { date: undefined, who: undefined, replacement: undefined };
  const exclusions = [...excluded].map(([id, { reason, evidence }]) => {
    return { id, reason, evidence: evidence === '' ? undefined : evidence, ...unsaid };
  });
  excludeFrom(plan, name, exclusions);
}

/** The path of the rule with the groups' minimum in a short-form plan; undefined if there is none. */
function ruleFloor(plan: EditedYaml): readonly (string | number)[] | undefined {
  const rules = plan.get(['rules']);
  if (!isShort(plan) || !Array.isArray(rules)) return undefined;
  const by = plan.get(['group', 'by']);
  const place = rules.findIndex((rule) => isRecord(rule) && rule['at_least'] !== undefined && rule['by'] === by);
  return place === -1 ? undefined : ['rules', place, 'at_least'];
}

const targets = ['precision', 'detect', 'budget'];

function isUnsized(select: unknown): boolean {
  return ['purpose', 'take', ...targets].every((key) => recordOf(select)[key] === undefined);
}

/** Replaces the target with a number of tasks. */
function setTake(plan: EditedYaml, path: readonly string[], take: number | 'all'): void {
  for (const target of targets) plan.delete([...path, target]);
  plan.set([...path, 'take'], take);
}

function editDesign(plan: EditedYaml, select: readonly string[], design: DesignEdit): void {
  const order = writtenOrder(design);
  // Rules beside a rank or a goal don't bound groups, and there may be several.
  const isSample = plan.get(['rank']) === undefined && plan.get(['optimise']) === undefined;
  if (isShort(plan)) {
    plan.delete(['rank']);
    if (design.kind === 'rank' && isSample) foldRule(plan);
  }
  plan.delete([...select, order === undefined ? 'prefer' : 'draw']);
  if (order !== undefined) plan.set([...select, 'prefer'], [order]);
  else if (design.kind === 'draw') plan.set([...select, 'draw'], { method: design.method, by: design.by });
  // A random draw can't keep the previous version.
  if (design.kind === 'draw') plan.delete([...select, 'keep']);
}

/** Writes the rule of a random sample as bounds of its groups, because beside an order, rules need a goal. */
function foldRule(plan: EditedYaml): void {
  const { rules, by, group } = recordOf(plan.get([]));
  const [rule]: readonly UnknownRecord[] = Array.isArray(rules) ? rules : [];
  if (rule === undefined) return;
  const { exactly, ...stated } = rule;
  const bounds = exactly === undefined ? stated : { ...stated, at_least: exactly, at_most: exactly };
  for (const key of ['by', 'rules']) plan.delete([key]);
  plan.set(['group'], { by, ...recordOf(group), ...bounds });
}

/** The sort key of a design that orders tasks; undefined for other draws. */
function writtenOrder(design: DesignEdit): string | undefined {
  return design.kind === 'rank' ? `${design.field} ${design.direction}` : drawDesignOf(design).order?.field;
}

/** A seed that looks like a whole number is a number, as in plans. */
function seedOf(text: string): string | number {
  return /^-?\d{1,15}$/.test(text) && String(Number(text)) === text ? Number(text) : text;
}
