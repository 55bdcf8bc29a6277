import { bandDesign } from './band-design.js';
import type { Purpose } from './purpose.js';

/** How good a new system is on the whole pool. */
export const level: Purpose = {
  name: 'level',
  aim: 'how good a new system is',
  design: bandDesign,
  takesUnknown: true,
  renewal: 'draw',
  figure: 'halfWidth',
  fewSystems: () => undefined,
};
