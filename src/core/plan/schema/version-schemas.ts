import * as z from 'zod/mini';
import { pilotGoals } from '../../uplift/pilot-design.js';
import { distinct, list, mapping, said, text, wholeNumber } from './forms.js';

/** How many tasks each tier has. */
export function tiersSchema() {
  const name = z
    .string()
    .check(z.regex(/^[a-z][a-z0-9-]*$/, 'is not the name of a tier: use small letters, digits and dashes'));
  return mapping(name, wholeNumber(1), 'give at least one tier a number of tasks');
}

/** What `winnow pilot` designed. */
export function pilotSchema() {
  return z.strictObject({
    goal: said(z.enum(pilotGoals.map(({ name }) => name)), 'What the pilot is for.'),
    repeats: said(wholeNumber(1), 'How often each task is to be run in each of the two arms.'),
    budget: text('What it may cost or take: "$300", "200 runs" or "6 hours".'),
  });
}

/** The former version of a ranked selection. */
export function keepSchema() {
  return z.strictObject({
    tasks: said(distinct(text('A task, by its id.')), 'The tasks of the former version.'),
    new_at_most: said(wholeNumber(0), 'How many tasks may be new, as long as the others are there.'),
  });
}

/** What `winnow refresh` did, version by version. */
export function historySchema() {
  const reason = z.strictObject({
    benchmark: text('Its benchmark.'),
    task: text('The task that went out.'),
    replaced_by: z.optional(text('The task that came in for it.')),
    reason: text('Why it went out.'),
    evidence: z.optional(text('What shows it.')),
  });
  return list(
    z.strictObject({
      version: said(wholeNumber(2), 'The number of the version; the first has none.'),
      of: text('SHA-256 of the selection.json that it replaced.'),
      change: text('What was done, in a sentence.'),
      reasons: said(z.array(reason), 'Each task that went out.'),
    }),
  );
}
