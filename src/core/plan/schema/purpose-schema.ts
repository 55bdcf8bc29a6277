import * as z from 'zod/mini';
import { budgetPattern, pointsPattern } from '../../model/size-target.js';
import { purposes } from '../../purposes/purposes.js';
import { distinct, optional, said } from './forms.js';
import type { NameSchemas } from './name-schemas.js';
import { bound } from './share-schema.js';

/** What results are to tell, and what the number of tasks follows from: keys of a benchmark's `select`, and of `total`. */
export function purposeKeys() {
  const points = z.string().check(z.regex(pointsPattern, 'must have the form "4 points"'));
  const budget = z.string().check(z.regex(budgetPattern, 'must have the form "$300" or "6 hours"'));
  const aims = purposes.map(({ name, aim }) => `${name}: ${aim}`).join('; ');
  return {
    purpose: optional(z.enum(purposes.map(({ name }) => name)), `What results are to tell (${aims}). Needs "prior".`),
    precision: optional(points, 'In place of `take`: half the 95% interval of a level, such as "4 points".'),
    detect: optional(points, 'In place of `take`: the difference of two systems to be found with 80% power.'),
    budget: optional(budget, 'In place of `take`: what one run of every task may cost or last, by `run`.'),
  };
}

/** Floors and ceilings on a label, or on several crossed into one. */
export function quotaSchema(names: NameSchemas) {
  return z.strictObject({
    by: said(
      z.union([names.anyField, distinct(names.anyField)]),
      'The label; several are crossed into one, their values joined by " × ".',
    ),
    at_least: optional(bound(0, 'label'), 'Tasks that every label has, as far as there are so many. Default 0.'),
    at_most: optional(bound(1, 'label'), 'Tasks that no label exceeds.'),
  });
}
