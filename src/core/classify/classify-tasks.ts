import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import type { AppliedCorrection } from '../model/selection.js';
import { type ClassifiedTask, fieldValue, type Task } from '../model/task.js';
import { countOf } from '../text/count-of.js';
import { didYouMean } from '../text/nearest-name.js';
import { LabelCorrector } from './correct-labels.js';
import { declareFields } from './declare-fields.js';
import { findPhase } from './find-phase.js';
import { vocabularyFaults } from './vocabulary-faults.js';

/** Corrects the labels of a benchmark's tasks and finds each one's phase. */
export function classifyTasks(
  tasks: readonly Task[],
  plan: BenchmarkPlan,
  vocabulary: Plan['vocabulary'],
): { tasks: readonly ClassifiedTask[]; corrections: readonly AppliedCorrection[]; faults: readonly Fault[] } {
  const corrector = new LabelCorrector(plan.corrections);
  const without = new Map<string | undefined, string[]>();
  const classified: ClassifiedTask[] = [];
  for (const given of tasks) {
    const task = declareFields(given, plan.declarations);
    const { benchmark, id, aliases, lists, provenance, conflicts, taskDir } = task;
    const { fields, changes } = corrector.correct(task);
    const corrected = fields === task.fields ? task : { benchmark, id, aliases, fields };
    const phase = findPhase(corrected, plan.phase);
    if (phase !== undefined) {
      classified.push({
        benchmark,
        id,
        aliases,
        fields,
        lists,
        provenance,
        conflicts,
        taskDir,
        phase,
        changes,
      });
      continue;
    }
    const label = fieldValue(corrected, plan.phase.by ?? '');
    const key = label === undefined ? undefined : String(label);
    const ids = without.get(key);
    if (ids === undefined) without.set(key, [id]);
    else ids.push(id);
  }
  const faults = [
    ...[...without].map(([label, ids]) => phaseFault(plan, label, ids)),
    ...vocabularyFaults(classified, plan, vocabulary),
  ];
  return { tasks: classified, corrections: corrector.applied(), faults };
}

function phaseFault(plan: BenchmarkPlan, label: string | undefined, ids: readonly string[]): Fault {
  const by = plan.phase.by ?? '';
  const which = label === undefined ? `no ${by}` : `${by} "${label}"`;
  const guess = label === undefined ? '' : didYouMean(label, plan.phase.values.keys());
  return {
    code: 'pool/no-phase',
    message: `benchmark "${plan.name}": ${countOf(ids.length, 'task')} with ${which}, to which no rule gives a phase, such as "${ids[0]}".${guess}`,
    hint: `Give the value a phase under phase.values, or add phase.otherwise.`,
  };
}
