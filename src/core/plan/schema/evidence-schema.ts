import * as z from 'zod/mini';
import { list, optional, said, text, wholeNumber } from './forms.js';

/** What paired results say of a score: rows that reports print beside it. */
export function evidenceSchema() {
  const correlation = () => z.number().check(z.minimum(-1), z.maximum(1));
  const interval = () =>
    z
      .tuple([correlation(), correlation()])
      .check(z.refine((ends) => ends[0] <= ends[1], 'must be two numbers, the lower first'));
  const row = z.strictObject({
    pairs: said(wholeNumber(4), 'Tasks with a score and a result in both arms.'),
    correlation: said(correlation(), 'The rank correlation of score and uplift over all pairs.'),
    interval: optional(interval(), 'Its 95% interval: [low, high].'),
    within: said(correlation(), 'The rank correlation within benchmarks.'),
    within_interval: optional(interval(), 'Its 95% interval: [low, high].'),
    source: text('Where the pairs are to be found.'),
    date: said(
      z
        .string()
        .check(
          z.regex(
            /^\d{4}(-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?)?$/,
            'must have the form YYYY, YYYY-MM or YYYY-MM-DD',
          ),
        ),
      'When it was found.',
    ),
  });
  return optional(list(row), 'What paired results say of the score. Default: none, and reports say so.');
}
