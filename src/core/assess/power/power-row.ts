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

/** What so many tasks, worth `size` equally weighted ones, can show by themselves. */
export function powerRow(name: string, tasks: number, size: number, planned: Planned): PowerRow {
  const { comparison, repeats, wanted } = planned;
  const own = detectable(comparison, size, repeats);
  const exact = repeats === 1 ? exactDetectable(comparison, size) : undefined;
  return {
    name,
    tasks,
    size,
    detectable: shownRepeats.map((each) => detectable(comparison, size, each)),
    planned: own,
    exact,
    testable: testable(exact ?? own),
    powerForWanted: wanted === undefined ? undefined : powerFor(comparison, size, repeats, wanted),
    exactPowerForWanted: wanted === undefined || repeats > 1 ? undefined : exactPowerFor(comparison, size, wanted),
  };
}

function testable({ low, high }: AtEnds<number | undefined>): PowerRow['testable'] {
  if (low !== undefined && high !== undefined) return 'yes';
  return low === undefined && high === undefined ? 'no' : 'perhaps';
}
