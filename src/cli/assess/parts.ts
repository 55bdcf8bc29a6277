import type { AssessPart } from './assess-part.js';
import { powerPart } from './power-part.js';
import { sensitivityPart } from './sensitivity-part.js';

/** Every question that can be asked of a selection, in the order of the report card: one file each, one entry here. */
export const parts: readonly AssessPart[] = [powerPart, sensitivityPart];
