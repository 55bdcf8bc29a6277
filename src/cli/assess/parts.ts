import type { AssessPart } from './assess-part.js';
import { balancePart } from './balance-part.js';
import { ceilingPart } from './ceiling-part.js';
import { fidelityPart } from './fidelity-part.js';
import { powerPart } from './power-part.js';
import { sensitivityPart } from './sensitivity-part.js';
import { validityPart } from './validity-part.js';

/** Every question that can be asked of a selection, in the order of the report card: one file each, one entry here. */
export const parts: readonly AssessPart[] = [
  balancePart,
  powerPart,
  fidelityPart,
  validityPart,
  ceilingPart,
  sensitivityPart,
];
