import { bandDesign, ownGroup } from './band-design.js';
import type { Purpose } from './purpose.js';

/** Which of two systems is better on the same tasks. Difficulty cancels, so bands gain less than for a level. */
export const comparison: Purpose = {
  name: 'comparison',
  aim: 'which of two systems is better',
  design: bandDesign,
  takesUnknown: true,
  estimates: 'difference',
  renewal: 'draw',
  figure: 'detectable',
  unknownWords: ownGroup,
  fewSystems: () => undefined,
};
