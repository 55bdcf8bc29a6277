import { random } from '../draws/random.js';
import type { LearnedDesign } from '../model/learned.js';
import { countOf } from '../text/words.js';
import type { Purpose } from './purpose.js';

/** The common parts of purposes that rank tasks. */
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
    rankedDesign(
      'a verdict applies only to tasks like these, and says nothing about the size of a difference on the pool',
    ),
  estimates: 'direction',
  claim: (who, systems) => {
    const claim = `Direction: the tasks${who} were chosen as the most likely to separate two systems. Results show which system is better on tasks like these. They do not estimate a level or a difference on the pool.`;
    if (systems >= enoughSystems) return claim;
    return `${claim} With only ${countOf(systems, 'earlier system')}, this has no advantage. Use "purpose: comparison" instead.`;
  },
  fewSystems: (systems) =>
    systems >= enoughSystems
      ? undefined
      : `with fewer than ${enoughSystems} earlier systems (here ${systems}), this was no better than a sample; use "purpose: comparison", which also covers the whole pool`,
};

/** The order of many systems: ranks the tasks expected to distinguish them. */
export const ranking: Purpose = {
  ...ranked,
  name: 'ranking',
  aim: 'the order of many systems',
  design: () => rankedDesign("their mean is not the pool's level"),
  estimates: 'order',
  claim: (who, systems) => {
    const claim = `Ranking: the tasks${who} were chosen to rank systems, because their results are expected to differ most. Their mean is not the pool's level.`;
    if (systems >= fewestSystems) return claim;
    return `${claim} With fewer than ${fewestSystems} earlier systems, this has no advantage. Draw a random sample instead ("prefer: [random]").`;
  },
  fewSystems: (systems) => {
    if (systems >= enoughSystems) return undefined;
    return systems < fewestSystems
      ? `with fewer than ${fewestSystems} earlier systems (here ${systems}), a random sample ranks equally well; use "prefer: [random]"`
      : `with fewer than ${enoughSystems} earlier systems (here ${systems}), it is uncertain whether this beats a random sample`;
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
