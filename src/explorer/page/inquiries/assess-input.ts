import { type AssessResults, assessResults } from '../../../core/assess/question/pool-results.js';
import type { AssessInput } from '../../../core/assess/question/question.js';
import { WinnowError } from '../../../core/model/errors.js';
import type { Outcomes } from '../../../core/model/outcome.js';
import type { Selection } from '../../../core/model/selection.js';

/** Results fitted to the tasks of the pool, and what is wrong with them. */
interface FittedResults {
  readonly results: AssessResults | undefined;
  readonly why: string | undefined;
}

const known = new WeakMap<Outcomes, FittedResults>();

/** The results, fitted once to the tasks of the plan as loaded: no edit makes other tasks of them. */
export function fittedResults(loaded: Selection, outcomes: Outcomes | undefined): FittedResults {
  if (outcomes === undefined) return { results: undefined, why: undefined };
  const found = known.get(outcomes) ?? fitted(loaded, outcomes);
  known.set(outcomes, found);
  return found;
}

function fitted(loaded: Selection, outcomes: Outcomes): FittedResults {
  try {
    const results = assessResults(loaded, outcomes);
    return { results, why: results.whyNone };
  } catch (error) {
    if (error instanceof WinnowError) return { results: undefined, why: error.message };
    throw error;
  }
}

/** What the questions are asked about: a selection, and the results at hand. */
export function assessInput({ selection, loaded, results }: AboutSelection): AssessInput {
  return { selection, results: fittedResults(loaded, results).results };
}

interface AboutSelection {
  readonly selection: Selection;
  readonly loaded: Selection;
  readonly results: Outcomes | undefined;
}
