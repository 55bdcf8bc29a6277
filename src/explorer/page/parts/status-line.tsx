import { countOf } from '../../../core/text/count-of.js';
import type { Moves } from '../state/compare-selections.js';
import { isUnedited } from '../state/edits.js';
import { useResult } from '../state/study-context.js';

/** Tells whoever listens what the last edit did. */
export function StatusLine() {
  const { moves, faults, edits } = useResult();
  return (
    <p role="status" className="only-heard" id="status">
      {isUnedited(edits) ? '' : changeWords(moves, faults.length)}
    </p>
  );
}

/** "3 tasks came in, 3 went out." */
export function changeWords({ cameIn, wentOut }: Moves, faults: number): string {
  if (faults > 0) return 'The changed plan does not run; the last selection that did is shown.';
  if (cameIn.length + wentOut.length === 0) return 'The same tasks are selected.';
  return `${countOf(cameIn.length, 'task')} came in, ${countOf(wentOut.length, 'task')} went out.`;
}
