import { WinnowError } from '../../model/errors.js';
import { countOf } from '../../text/count-of.js';

/** The usual name of it. */
export const usualBaseline = 'baseline';

/** What the others are compared with, or why that is not clear. */
export type BaselineChoice =
  | { readonly baseline: string; readonly why?: string }
  | { readonly baseline: undefined; readonly why: string };

/** @throws WinnowError when a baseline is named that the results do not have. */
export function chooseBaseline(configurations: readonly string[], wanted: string | undefined): BaselineChoice {
  if (wanted !== undefined && !configurations.includes(wanted)) {
    const message = `the results have no configuration "${wanted}".`;
    throw new WinnowError([{ code: 'assess/baseline', message, hint: `They have ${configurations.join(', ')}.` }]);
  }
  const [first, second, ...others] = configurations;
  if (first === undefined || second === undefined) {
    const only =
      first === undefined ? 'The results hold no configuration' : `The results hold one configuration only, ${first}`;
    return { baseline: undefined, why: `${only}: an uplift takes two, with and without what is tried.` };
  }
  const named = wanted ?? configurations.find((name) => name.toLowerCase() === usualBaseline);
  if (named !== undefined) return { baseline: named };
  if (others.length === 0) {
    return {
      baseline: first,
      why: `No configuration is called "${usualBaseline}": of the two, ${first} was taken for it, the first by name. --baseline names another.`,
    };
  }
  const why = `None of ${countOf(configurations.length, 'configuration')} is called "${usualBaseline}": name it with --baseline, one of ${configurations.join(', ')}.`;
  return { baseline: undefined, why };
}
