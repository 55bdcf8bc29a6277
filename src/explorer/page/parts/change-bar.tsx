import { routeHash } from '../route/route.js';
import { isUnedited } from '../state/edits.js';
import { useEditing, useResult } from '../state/study-context.js';
import { changeWords } from './status-line.js';

/** What the edits have done so far, in every view, and the way back. Nothing while nothing was ever changed. */
export function ChangeBar() {
  const { edits, step, canUndo, canRedo } = useEditing();
  const { moves, faults } = useResult();
  if (!canUndo && !canRedo) return null;
  const edited = !isUnedited(edits);
  return (
    <div className={`change-bar${faults.length > 0 ? ' is-wrong' : ''}`}>
      <p>
        {edited ? (
          <>
            <strong>Changed plan.</strong> {changeWords(moves, faults.length)}{' '}
            <a href={routeHash({ view: 'what-if' })}>See the changes</a>
          </>
        ) : (
          'The plan as loaded.'
        )}
      </p>
      <div className="buttons">
        <button type="button" disabled={!canUndo} onClick={() => step({ kind: 'undo' })}>
          Undo
        </button>
        <button type="button" disabled={!canRedo} onClick={() => step({ kind: 'redo' })}>
          Redo
        </button>
        <button type="button" disabled={!edited} onClick={() => step({ kind: 'reset' })}>
          Reset
        </button>
      </div>
    </div>
  );
}
