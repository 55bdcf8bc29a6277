import { goalWords, summedWords } from '../describe/describe-optimise.js';
import { groupBy } from '../lists/group-by.js';
import type { Fault } from '../model/fault.js';
import type { Goal } from '../model/optimise-rule.js';
import type { Plan } from '../model/plan.js';
import type { ProgramRow } from '../model/solver.js';
import { countOf } from '../text/count-of.js';
import { summedValues } from './build-limits.js';
import { type BuiltGoal, type Candidate, countedLabel, optimiseFault } from './problem.js';
import { wholeNumbers } from './whole-numbers.js';

/** A goal as numbers; `take` is the number of tasks, if the plan gives one. */
export function buildGoal(
  goal: Goal,
  candidates: readonly Candidate[],
  take: number | undefined,
  fields: Plan['fields'],
): BuiltGoal | { readonly faults: readonly Fault[] } {
  const words = goalWords(goal, fields);
  const { sense } = goal;
  const none = candidates.map(() => 0);
  switch (goal.kind) {
    case 'tasks':
      return linear({ words, sense, scale: 1, values: candidates.map(() => 1), isExact: true });
    case 'sum': {
      const found = summedValues(goal.field, candidates, undefined);
      const lacking = found.filter((value) => value === undefined).length;
      if (lacking === 0)
        return linear({
          words,
          sense,
          ...wholeNumbers(found.map((value) => value ?? 0)),
          summed: summedWords(goal.field, fields),
        });
      const message = `the goal is ${words}, but ${countOf(lacking, 'eligible task')} of ${found.length} ${lacking === 1 ? 'has' : 'have'} no ${summedWords(goal.field, fields)}.`;
      const hint = 'Leave them out with "select.where", or declare the field for them.';
      return { faults: [optimiseFault('unknown', message, hint)] };
    }
    case 'labels': {
      const groups = labelColumns(candidates, goal.by);
      const covers = (label: number): ProgramRow[] => {
        const members = groups.list[label] ?? [];
        const column = candidates.length + label;
        // At most as many as there are tasks of it; where few are wanted, each task brings its label along.
        if (sense === 'maximise') return [row(members, 1, column, -1, 0, Number.POSITIVE_INFINITY)];
        return [row(members, -1, column, members.length, 0, Number.POSITIVE_INFINITY)];
      };
      return {
        words,
        sense,
        scale: 1,
        values: none,
        extra: groups.list.map(() => ({ value: 1, upper: 1, whole: true })),
        rows: groups.list.flatMap((_, label) => covers(label)),
        unitsOf: (chosen) => new Set(chosen.map((column) => groups.of[column])).size,
        isExact: true,
      };
    }
    case 'distance': {
      if (take === undefined) {
        const message = `the goal is ${words}, which needs the number of tasks.`;
        return { faults: [optimiseFault('take', message, 'Give "take".')] };
      }
      const groups = labelColumns(candidates, goal.by);
      const all = candidates.length;
      // |count / take − size / all| in units of 1 / (take × all), so that every term is a whole number.
      const share = groups.list.map((members) => take * members.length);
      const rows = groups.list.flatMap((members, label): ProgramRow[] => {
        const [column, target] = [all + label, share[label] ?? 0];
        return [
          row(members, -all, column, 1, -target, Number.POSITIVE_INFINITY),
          row(members, all, column, 1, target, Number.POSITIVE_INFINITY),
        ];
      });
      return {
        words,
        sense,
        // Half the sum of the differences: the share of the tasks that would have to be others.
        scale: 2 * take * all,
        values: none,
        extra: groups.list.map(() => ({ value: 1, upper: all * Math.max(take, 1), whole: false })),
        rows,
        unitsOf: (chosen) => {
          const counts = groups.list.map(() => 0);
          for (const column of chosen) counts[groups.of[column] ?? 0] = (counts[groups.of[column] ?? 0] ?? 0) + 1;
          return counts.reduce((sum, count, label) => sum + Math.abs(all * count - (share[label] ?? 0)), 0);
        },
        isExact: true,
        needsTake: true,
      };
    }
  }
}

function linear(goal: Omit<BuiltGoal, 'extra' | 'rows' | 'unitsOf'>): BuiltGoal {
  const unitsOf = (chosen: readonly number[]) => chosen.reduce((sum, column) => sum + (goal.values[column] ?? 0), 0);
  return { ...goal, extra: [], rows: [], unitsOf };
}

/** The candidates of each label, by number, and the label of each. */
function labelColumns(candidates: readonly Candidate[], by: readonly string[]) {
  const groups = groupBy([...candidates.keys()], (column) => {
    const candidate = candidates[column];
    return candidate === undefined ? '' : countedLabel(candidate.task, by);
  });
  const list = [...groups.values()];
  const of = candidates.map(() => 0);
  for (const [label, members] of list.entries()) for (const column of members) of[column] = label;
  return { list, of };
}

function row(
  members: readonly number[],
  value: number,
  column: number,
  own: number,
  lower: number,
  upper: number,
): ProgramRow {
  return { columns: [...members, column], values: [...members.map(() => value), own], lower, upper };
}
