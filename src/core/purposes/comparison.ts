import { bandDesign } from './band-design.js';
import type { Purpose } from './purpose.js';

/** Which of two systems is better, both run on the same tasks: difficulty cancels, so that bands gain less than for a level. */
export const comparison: Purpose = {
  name: 'comparison',
  aim: 'which of two systems is better',
  design: bandDesign,
  takesUnknown: true,
  renewal: 'draw',
  figure: 'detectable',
  fewSystems: () => undefined,
};
