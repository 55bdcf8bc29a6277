import type { Fault } from '../model/fault.js';
import type { BenchmarkPlan } from '../model/plan.js';
import type { Task } from '../model/task.js';
import { countOf, formatCount } from '../text/count-of.js';
import { didYouMean } from '../text/nearest-name.js';

/** What is wrong with a benchmark's tasks as a whole, before any of them is looked at. */
export function checkPool(tasks: readonly Task[], plan: BenchmarkPlan): Fault[] {
  return [...countFaults(tasks, plan), ...idFaults(tasks, plan), ...exclusionFaults(tasks, plan)];
}

function countFaults(tasks: readonly Task[], plan: BenchmarkPlan): Fault[] {
  const { name, expect } = plan;
  if (tasks.length === 0) {
    const wanted = expect === undefined ? '' : ` ${formatCount(expect)} were expected.`;
    return [
      {
        code: 'pool/empty',
        message: `benchmark "${name}" has no tasks.${wanted}`,
        hint: 'Check that its source is the right one and still holds its tasks.',
      },
    ];
  }
  if (expect === undefined || expect === tasks.length) return [];
  return [
    {
      code: 'pool/count',
      message: `benchmark "${name}" has ${countOf(tasks.length, 'task')}; the plan expects ${formatCount(expect)}.`,
      hint: 'If the benchmark itself changed, write the new count into "expect"; if not, its source is incomplete.',
    },
  ];
}

const mostShown = 5;

function idFaults(tasks: readonly Task[], plan: BenchmarkPlan): Fault[] {
  const seen = new Map<string, string>();
  const faults: Fault[] = [];
  for (const { id } of tasks) {
    const folded = id.toLowerCase();
    const other = seen.get(folded);
    seen.set(folded, other ?? id);
    if (other === undefined) continue;
    faults.push({
      code: 'pool/same-id',
      message:
        other === id
          ? `benchmark "${plan.name}" has two tasks with the id "${id}".`
          : `benchmark "${plan.name}" has two ids that differ only in letter case: "${other}" and "${id}".`,
      hint: 'An id must name one task: rename or remove one of them at the source.',
    });
  }
  if (faults.length <= mostShown) return faults;
  const rest = {
    code: 'pool/same-id',
    message: `benchmark "${plan.name}": ${faults.length - mostShown} more such pairs.`,
  };
  return [...faults.slice(0, mostShown), rest];
}

function exclusionFaults(tasks: readonly Task[], plan: BenchmarkPlan): Fault[] {
  if (plan.exclusions.length === 0) return [];
  const ids = new Set(tasks.map((task) => task.id));
  return plan.exclusions
    .filter(({ id }) => !ids.has(id))
    .map(({ id }) => ({
      code: 'pool/unknown-exclusion',
      message: `benchmark "${plan.name}" excludes "${id}", which is not one of its tasks.${didYouMean(id, ids)}`,
      hint: 'Correct the id, or remove the exclusion if the task is gone.',
    }));
}
