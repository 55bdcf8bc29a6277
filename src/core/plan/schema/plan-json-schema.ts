import * as z from 'zod/mini';
import { writtenPlanSchema } from './plan-schema.js';

/** The plan's schema as JSON Schema (draft 2020-12), for editors. */
export function planJsonSchema(): object {
  const schema = z.toJSONSchema(writtenPlanSchema(), { io: 'input' });
  return { $id: 'winnow-plan', title: 'Winnow plan', ...schema };
}
