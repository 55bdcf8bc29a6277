import { assessResults } from '../../../core/assess/question/pool-results.js';
import type { AssessInput } from '../../../core/assess/question/question.js';
import { WinnowError } from '../../../core/model/errors.js';
import type { Outcomes } from '../../../core/model/outcome.js';
import type { Selection } from '../../../core/model/selection.js';

/** What the questions are asked about, and what is wrong with the results. */
export function assessInput(
  selection: Selection,
  outcomes: Outcomes | undefined,
): { readonly input: AssessInput; readonly why: string | undefined } {
  if (outcomes === undefined) return { input: { selection, results: undefined }, why: undefined };
  try {
    const results = assessResults(selection, outcomes);
    return { input: { selection, results }, why: results.whyNone };
  } catch (error) {
    if (error instanceof WinnowError) return { input: { selection, results: undefined }, why: error.message };
    throw error;
  }
}
