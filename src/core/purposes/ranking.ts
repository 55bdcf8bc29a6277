import type { Purpose } from './purpose.js';
import { comeLast, rankedDesign } from './ranked-design.js';

const fewestSystems = 6;
const enoughSystems = 12;

/** The order of many systems: ranks the tasks expected to distinguish them. */
export const ranking: Purpose = {
  name: 'ranking',
  aim: 'the order of many systems',
  design: () =>
    rankedDesign(
      'are those whose results are expected to differ most between systems; their mean is not a level of the pool',
    ),
  takesUnknown: false,
  estimates: 'order',
  renewal: 'swap',
  figure: 'tau',
  claim: (who, systems) => {
    const claim = `Ranking: the tasks${who} were chosen to put systems in order, as those whose results are expected to differ most. Their mean is not a level of the pool.`;
    return systems >= fewestSystems
      ? claim
      : `${claim} With fewer than ${fewestSystems} earlier systems this gains nothing: draw a random sample instead ("prefer: [random]").`;
  },
  unknownWords: comeLast,
  fewSystems: (systems) => {
    if (systems >= enoughSystems) return undefined;
    return systems < fewestSystems
      ? `with so few, a random sample ranks as well: below ${fewestSystems} there was no gain; use "prefer: [random]"`
      : `the gain over a random sample is uncertain below ${enoughSystems}`;
  },
};
