import { groupBy } from '../lists/group-by.js';
import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan, Plan } from '../model/plan.js';
import type { ClassifiedTask } from '../model/task.js';
import { countOf } from '../text/count-of.js';
import { didYouMean } from '../text/nearest-name.js';

/** Labels that the plan's closed lists do not know, by field and label. */
export function vocabularyFaults(
  tasks: readonly ClassifiedTask[],
  plan: BenchmarkPlan,
  vocabulary: Plan['vocabulary'],
): Fault[] {
  return [...vocabulary].flatMap(([field, known]) => {
    const allowed = new Set(known);
    const strange = tasks.filter(
      (task) => task.fields[field] !== undefined && !allowed.has(String(task.fields[field])),
    );
    return [...groupBy(strange, (task) => String(task.fields[field]))].map(([label, having]) => ({
      code: 'pool/unknown-label',
      message: `benchmark "${plan.name}": ${countOf(having.length, 'task')} with ${field} "${label}", which the plan's vocabulary does not know, such as "${having[0]?.id}".${didYouMean(label, known)}`,
      hint: `Add it to vocabulary.${field}, or map it: correct: { ${field}: { by: ${field}, values: { "${label}": … } } }.`,
    }));
  });
}
