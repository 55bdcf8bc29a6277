import { bandDesign, ownGroup } from './band-design.js';
import type { Purpose } from './purpose.js';

/** How good a new system is on the whole pool. */
export const level: Purpose = {
  name: 'level',
  aim: 'how good a new system is',
  design: bandDesign,
  takesUnknown: true,
  estimates: 'level',
  renewal: 'draw',
  figure: 'halfWidth',
  unknownWords: ownGroup,
  fewSystems: () => undefined,
};
