import { random } from '../draws/random.js';
import type { LearnedDesign } from '../model/learned.js';
import { countOf } from '../text/words.js';
import type { Purpose } from './purpose.js';

/** What the purposes of a ranking have in common. */
const ranked = {
  takesUnknown: false,
  renewal: 'swap',
  figure: 'tau',
  unknownWords: (tasks: number) => `${tasks === 1 ? 'it comes' : 'they come'} last`,
} as const;

const fewestSystems = 6;
const enoughSystems = 12;

/** Which of two systems is better, with the fewest tasks: ranks the tasks most likely to distinguish them. */
export const direction: Purpose = {
  ...ranked,
  name: 'direction',
  aim: 'which of two systems is better on the tasks most likely to separate them',
  design: () =>
    rankedDesign('a verdict on them is about tasks like these, not about the size of a difference on the pool'),
  estimates: 'direction',
  claim: (who, systems) => {
    const claim = `Direction: the tasks${who} were chosen as the most likely to separate two systems. A verdict shows which of two systems is better on tasks like these. It does not estimate a level, or the size of a difference, on the pool.`;
    if (systems >= enoughSystems) return claim;
    return `${claim} With ${countOf(systems, 'earlier system')}, this gains nothing. Use "purpose: comparison" instead.`;
  },
  fewSystems: (systems) =>
    systems >= enoughSystems
      ? undefined
      : `no gain over a sample was found below ${enoughSystems}; use "purpose: comparison", whose verdict is about the whole pool`,
};

/** The order of many systems: ranks the tasks expected to distinguish them. */
export const ranking: Purpose = {
  ...ranked,
  name: 'ranking',
  aim: 'the order of many systems',
  design: () => rankedDesign('their mean is not a level of the pool'),
  estimates: 'order',
  claim: (who, systems) => {
    const claim = `Ranking: the tasks${who} were chosen to rank systems, because their results are expected to differ most. Their mean is not a level of the pool.`;
    if (systems >= fewestSystems) return claim;
    return `${claim} With fewer than ${fewestSystems} earlier systems, this gains nothing. Draw a random sample instead ("prefer: [random]").`;
  },
  fewSystems: (systems) => {
    if (systems >= enoughSystems) return undefined;
    return systems < fewestSystems
      ? `with so few, a random sample ranks equally well (there was no gain below ${fewestSystems}); use "prefer: [random]"`
      : `the gain over a random sample is uncertain below ${enoughSystems}`;
  },
};

/** Ranks tasks by how much results are expected to differ between systems; ties in random order. */
function rankedDesign(limits: string): LearnedDesign {
  return {
    rule: {
      group: undefined,
      prefer: [
        { kind: 'field', field: 'prior_variance', direction: 'desc' },
        ...(random.order === undefined ? [] : [random.order]),
      ],
      draw: undefined,
    },
    bands: undefined,
    usesVariance: true,
    quotaCost: undefined,
    words: `are those whose results are expected to differ most between systems; ${limits}`,
  };
}
