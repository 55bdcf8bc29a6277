import * as z from 'zod/mini';
import { PlanError } from '../model/errors.js';
import type { Plan } from '../model/plan.js';
import { consistencyFaults } from './consistency-faults.js';
import { PlanDocument } from './plan-document.js';
import { planNames } from './plan-names.js';
import { resolvePlan } from './resolve-plan.js';
import { planSchema } from './schema/plan-schema.js';
import { schemaFaults } from './schema-faults.js';

/**
 * Reads a plan from its text.
 *
 * @param text YAML, or JSON.
 * @param file What the faults call the plan: usually its path.
 * @throws PlanError with every fault of the plan, each with line and column.
 */
export function readPlan(text: string, file = 'plan'): Plan {
  const document = new PlanDocument(text, file);
  if (document.syntaxFaults.length > 0) throw new PlanError(document.syntaxFaults);
  if (document.data === null || document.data === undefined) {
    throw new PlanError([{ code: 'plan/empty', message: 'the plan is empty.', place: { file } }]);
  }
  const names = planNames(document.data);
  const schema = planSchema(names);
  const checked = z.safeParse(schema, document.data);
  const faults = consistencyFaults(document, names);
  if (!checked.success) faults.push(...schemaFaults(checked.error.issues, schema, document));
  if (!checked.success || faults.length > 0) throw new PlanError(faults.toSorted(byPosition));
  return resolvePlan(checked.data, names, file);
}

function byPosition(a: { place?: { line?: number; column?: number } }, b: typeof a): number {
  return (a.place?.line ?? 0) - (b.place?.line ?? 0) || (a.place?.column ?? 0) - (b.place?.column ?? 0);
}
