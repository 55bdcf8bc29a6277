import type { Choice } from '../../model/selection.js';
import { effectiveSize } from '../../statistics/variance/kish.js';
import { type Comparison, detectable, exactDetectable, exactPowerFor, powerFor } from './detectable.js';
import type { AtEnds, PowerRow } from './power-assessment.js';

/** The numbers of runs that every table has. */
export const shownRepeats = [1, 2, 3, 4, 5] as const;

/** What is planned for each task. */
export interface Planned {
  readonly comparison: Comparison;
  readonly repeats: number;
  readonly wanted: number | undefined;
}

/** What these tasks can show by themselves. */
export function powerRow(name: string, choices: readonly Choice[], isWeighted: boolean, planned: Planned): PowerRow {
  const { comparison, repeats, wanted } = planned;
  const size = isWeighted ? sizeOf(choices) : choices.length;
  const own = detectable(comparison, size, repeats);
  const exact = repeats === 1 ? exactDetectable(comparison, size) : undefined;
  return {
    name,
    tasks: choices.length,
    size,
    detectable: shownRepeats.map((each) => detectable(comparison, size, each)),
    planned: own,
    exact,
    testable: testable(exact ?? own),
    powerForWanted: wanted === undefined ? undefined : powerFor(comparison, size, repeats, wanted),
    exactPowerForWanted: wanted === undefined || repeats > 1 ? undefined : exactPowerFor(comparison, size, wanted),
  };
}

/** Kish's effective size by the weights of the design. */
function sizeOf(choices: readonly Choice[]): number {
  return effectiveSize(choices.map(({ probability }) => 1 / (probability ?? 1)));
}

function testable({ low, high }: AtEnds<number | undefined>): PowerRow['testable'] {
  if (low !== undefined && high !== undefined) return 'yes';
  return low === undefined && high === undefined ? 'no' : 'perhaps';
}
