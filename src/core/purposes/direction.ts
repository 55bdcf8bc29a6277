import type { Purpose } from './purpose.js';
import { comeLast, rankedDesign } from './ranked-design.js';

const enoughSystems = 12;

/** Which of two systems is better, with the fewest tasks: ranks the tasks most likely to distinguish them. */
export const direction: Purpose = {
  name: 'direction',
  aim: 'which of two systems is better on the tasks most likely to tell them apart',
  design: () =>
    rankedDesign(
      'are those whose results are expected to differ most between systems; a verdict on them is about tasks like these, not about the size of a difference on the pool',
    ),
  takesUnknown: false,
  estimates: 'direction',
  renewal: 'swap',
  figure: 'tau',
  claim: (who, systems) => {
    const claim = `Direction: the tasks${who} were chosen as those most likely to tell two systems apart. A verdict shows which of two systems is better on tasks like these. It does not estimate a level, or the size of a difference, on the pool.`;
    return systems >= enoughSystems ? claim : `${claim} ${advice(systems)}`;
  },
  unknownWords: comeLast,
  fewSystems: (systems) =>
    systems >= enoughSystems
      ? undefined
      : `no gain over a sample was found below ${enoughSystems}: use "purpose: comparison", whose verdict is about the whole pool`,
};

function advice(systems: number): string {
  return `With ${systems} earlier system${systems === 1 ? '' : 's'} this gains nothing: use "purpose: comparison" instead.`;
}
