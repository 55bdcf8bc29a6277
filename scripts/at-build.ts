// What the build itself runs, from the bundle it has just made.
export { publishedSchemas } from '../src/operations/documents.js';
export { checkedPlan } from '../src/core/plan/read-plan.js';
export { planJsonSchema } from '../src/core/plan/schema/plan-json-schema.js';
