import { addCount, groupBy } from '../lists/lists.js';
import type { Fault } from '../model/errors.js';
import {
  type BenchmarkPlan,
  type CorrectionRule,
  type DeclarationRule,
  type PhaseRule,
  type Plan,
  writtenField,
} from '../model/plan.js';
import { plainOrQuoted } from '../model/select-rule.js';
import type { AppliedCorrection } from '../model/selection.js';
import {
  type ClassifiedTask,
  classifiedTask,
  countAlike,
  type FieldValue,
  fieldValue,
  type LabelChange,
  type Task,
} from '../model/task.js';
import { didYouMean } from '../text/nearest-name.js';
import { countOf } from '../text/words.js';

/** Corrects the labels of a benchmark's tasks and assigns their phases. */
export function classifyTasks(
  tasks: readonly Task[],
  plan: BenchmarkPlan,
  vocabulary: Plan['vocabulary'],
): { tasks: readonly ClassifiedTask[]; corrections: readonly AppliedCorrection[]; faults: readonly Fault[] } {
  const rules = plan.corrections.map((rule) => ({
    rule,
    entries: new Map(
      [...rule.values].map(([key, to]): [string, Tally] => [key, { to, matched: 0, changed: new Map() }]),
    ),
  }));
  const without: Task[] = [];
  const classified: ClassifiedTask[] = [];
  for (const given of tasks) {
    const task = declareFields(given, plan.declarations);
    const { fields, changes } = correctLabels(task, rules);
    const corrected = fields === task.fields ? task : { ...task, fields };
    const phase = findPhase(corrected, plan.phase);
    if (phase === undefined) without.push(corrected);
    else classified.push(classifiedTask(corrected, phase, changes));
  }
  const labelOf = (task: Task) => {
    const label = fieldValue(task, plan.phase.by ?? '');
    return label === undefined ? undefined : String(label);
  };
  const faults = [
    ...[...groupBy(without, labelOf)].map(([label, having]) => phaseFault(plan, label, having)),
    ...vocabularyFaults(classified, plan, vocabulary),
  ];
  const corrections = rules.flatMap(({ rule, entries }) =>
    [...entries].map(([key, tally]) => ({ rule, key, ...tally })),
  );
  return { tasks: classified, corrections, faults };
}

function phaseFault(plan: BenchmarkPlan, label: string | undefined, tasks: readonly Task[]): Fault {
  const by = plan.phase.by ?? '';
  const which = label === undefined ? `no ${by}` : `${by} "${label}"`;
  const guess = label === undefined ? '' : didYouMean(label, plan.phase.values.keys());
  return {
    code: 'pool/no-phase',
    message: `benchmark "${plan.name}": no rule assigns a phase to ${countOf(countAlike(tasks), 'task')} with ${which}, such as "${tasks[0]?.id}".${guess}`,
    hint: `Add the value under phase.values, or set phase.otherwise.`,
  };
}

/** Applies the rules in order, each to the result of the previous one, and counts the effects of every entry. */
function correctLabels(
  task: Task,
  rules: readonly { rule: CorrectionRule; entries: ReadonlyMap<string, Tally> }[],
): Pick<ClassifiedTask, 'fields' | 'changes'> {
  let { fields } = task;
  let changes = noChanges;
  for (const { rule, entries } of rules) {
    const names = rule.by === 'id' ? [task.id, ...(task.aliases ?? [])] : [String(fields[rule.by] ?? '')];
    const tally = names.map((name) => entries.get(name)).find((entry) => entry !== undefined);
    if (tally === undefined) continue;
    tally.matched += 1;
    const from = fields[rule.field];
    if (from === tally.to) continue;
    addCount(tally.changed, String(from ?? ''));
    fields = { ...fields, [rule.field]: tally.to };
    changes = [...changes, { field: rule.field, from, to: tally.to }];
  }
  return { fields, changes };
}

const noChanges: readonly LabelChange[] = [];

interface Tally {
  readonly to: string | number;
  matched: number;
  readonly changed: Map<string, number>;
}

function declareFields(task: Task, rules: readonly DeclarationRule[]): Task {
  let fields: Record<string, FieldValue> | undefined;
  for (const rule of rules) {
    if ((fields ?? task.fields)[rule.field] !== undefined) continue;
    const value = declaredValue(task, rule);
    if (value === undefined) continue;
    fields ??= { ...task.fields };
    fields[rule.field] = value;
  }
  return fields === undefined ? task : { ...task, fields };
}

function declaredValue(task: Task, rule: DeclarationRule): FieldValue | undefined {
  const key = rule.by === undefined ? undefined : fieldValue(task, rule.by);
  const names = rule.by === 'id' ? [task.id, ...(task.aliases ?? [])] : [String(key ?? '')];
  const listed = names.map((name) => rule.values.get(name)).find((value) => value !== undefined);
  return listed ?? rule.otherwise;
}

function findPhase(task: Task, rule: PhaseRule): string | undefined {
  if (rule.by === undefined) return rule.otherwise;
  const label = fieldValue(task, rule.by);
  return (label === undefined ? undefined : rule.values.get(String(label))) ?? rule.otherwise;
}

function vocabularyFaults(
  tasks: readonly ClassifiedTask[],
  plan: BenchmarkPlan,
  vocabulary: Plan['vocabulary'],
): Fault[] {
  return [...vocabulary].flatMap(([field, known]) => {
    const allowed = new Set(known);
    const words = writtenField(plan, field);
    const key = plainOrQuoted(words);
    const strange = tasks.filter(
      (task) => task.fields[field] !== undefined && !allowed.has(String(task.fields[field])),
    );
    return [...groupBy(strange, (task) => String(task.fields[field]))].map(([label, having]) => ({
      code: 'pool/unknown-label',
      message: `benchmark "${plan.name}": ${countOf(countAlike(having), 'task has', 'tasks have')} the ${words} "${label}", which is not in the plan's vocabulary, such as "${having[0]?.id}".${didYouMean(label, known)}`,
      hint: `Add it to the vocabulary of ${words}, or map it to another label: correct: { ${key}: { by: ${key}, values: { ${JSON.stringify(label)}: … } } }.`,
    }));
  });
}
