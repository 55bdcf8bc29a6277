import type { Fault } from '../model/fault.js';
import { derivedFields, priorFields, randomField, sourceFields } from '../model/field.js';
import type { Plan } from '../model/plan.js';
import { isKnown, type Pools } from '../model/task.js';

const given = new Set([...sourceFields, ...priorFields, ...derivedFields, randomField].map(({ name }) => name));

/** The fields that a plan declares and no task of any benchmark has: misspelt, or looked for in the wrong place. */
export function fieldFaults({ fields, benchmarks }: Plan, pools: Pools): Fault[] {
  const declared = new Set(benchmarks.flatMap(({ declarations }) => declarations.map(({ field }) => field)));
  const tasks = [...pools.values()].filter((pool) => pool.tasks.length > 0);
  if (tasks.length === 0) return [];
  return [...fields.keys()]
    .filter((name) => !given.has(name) && !declared.has(name))
    .filter(
      (name) => !tasks.some((pool) => pool.census?.fields.has(name) ?? pool.tasks.some((task) => isKnown(task, name))),
    )
    .map((name) => ({
      code: 'pool/no-field',
      message: `no task has the field "${name}", which the plan declares.`,
      hint: `Name the column that holds it: source: { columns: { ${name}: COLUMN } }; "winnow inspect" lists the columns. Or take the field out of the plan.`,
    }));
}
