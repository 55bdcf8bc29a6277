import type { Plan } from '../model/plan.js';

/** The plan's fields, as a report speaks of them. */
export type PlanFields = Plan['fields'];

/** How a report says a field: "files changed". */
export function fieldWords(name: string, fields: PlanFields): string {
  return fields.get(name)?.words ?? name;
}
