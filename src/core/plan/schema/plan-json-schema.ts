import * as z from 'zod/mini';
import { planSchema } from './plan-schema.js';

/** The plan's schema as JSON Schema (draft 2020-12), for editors. */
export function planJsonSchema(): object {
  const schema = z.toJSONSchema(planSchema(), { io: 'input' });
  return { $id: 'winnow-plan', title: 'Winnow plan', ...schema };
}
