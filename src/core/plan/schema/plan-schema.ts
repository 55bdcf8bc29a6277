import * as z from 'zod';
import type { PlanNames } from '../plan-names.js';
import { benchmarkSchema, phaseSchema } from './benchmark-schema.js';
import { componentsSchema } from './component-schema.js';
import { nameSchemas, text } from './name-schemas.js';

/** A plan as it is written: shorthand kept, defaults not yet filled in. */
export type PlanFile = z.output<ReturnType<typeof planSchema>>;

/**
 * The plan's schema. Names that the plan declares itself (phases, fields, components) are checked where they are used, so
 * that a misspelt one is reported beside every other fault. Without `names` it is the schema an editor works from.
 */
export function planSchema(names?: PlanNames) {
  const known = nameSchemas(names);
  const field = z.strictObject({
    kind: z.enum(['label', 'number']).describe('Text or number.'),
    words: text('How a report says it. Default: the name with spaces.').optional(),
  });
  const weights = z
    .record(plainName('component'), z.number().min(0).max(1))
    .refine((given) => Object.keys(given).length > 0, 'is empty: give at least one component a weight');
  const score = z.strictObject({
    name: text('What the score measures: "MCP benefit".'),
    decimals: z.int().min(0).max(12).describe('Decimals of the published score. Default 4.').optional(),
    part_decimals: z.int().min(0).max(12).describe('Decimals of the published parts. Default 3.').optional(),
    weights: weights.describe('What each component weighs; the weights sum to 1.'),
    components: componentsSchema(known).describe('Rules for every benchmark that has none of its own.').optional(),
  });
  const benchmarks = z
    .record(z.string().regex(/^[^\s/\\]+$/, 'must not hold a space or a slash'), benchmarkSchema(known))
    .refine((given) => Object.keys(given).length > 0, 'is empty: name at least one benchmark');
  return z
    .strictObject({
      name: z
        .string()
        .regex(/^[A-Za-z0-9][A-Za-z0-9._-]*$/, 'must be made of letters, digits, dots, dashes and underscores')
        .describe('A short name for the plan.'),
      title: text('The title of the report. Default: the name.').optional(),
      description: text('What the selection is for.').optional(),
      seed: z.union([z.int(), z.string().min(1)]).describe('The seed of every random draw.').optional(),
      phases: z.array(text('A phase.')).min(1).describe('The closed list of phases, in report order.'),
      fields: z.record(plainName('field'), field).describe('Fields of the tasks beyond the standard ones.').optional(),
      score: score.describe('score = the weighted sum of the components.'),
      phase: phaseSchema(known).describe('The phase rule of every benchmark that has none of its own.').optional(),
      benchmarks: benchmarks.describe('The benchmarks to select from.'),
    })
    .describe('A Winnow plan: what to select from, how to score it, how to choose.');
}

function plainName(what: string) {
  return z.string().regex(/^[a-z][a-z0-9_]*$/, `is not a ${what} name: use small letters, digits and underscores`);
}
