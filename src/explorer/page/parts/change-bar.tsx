import { routeHash } from '../route/route.js';
import { isUnedited } from '../state/edits.js';
import { useEditing, useKeeping, useResult } from '../state/study-context.js';
import { changeWords } from './status-line.js';

/** What the edits have done so far, in every view, and the way back. Nothing while nothing was ever changed. */
export function ChangeBar() {
  const { edits, step, canUndo, canRedo } = useEditing();
  const { moves, faults } = useResult();
  const { from, others, decide, isAtRisk } = useKeeping();
  if (!canUndo && !canRedo && others === undefined) return null;
  const edited = !isUnedited(edits);
  return (
    <div className={`change-bar${faults.length > 0 ? ' is-wrong' : ''}`}>
      <p>
        {edited ? (
          <>
            <strong>Changed plan.</strong> {changeWords(moves, faults.length)}{' '}
            <a href={routeHash({ view: 'what-if' })}>See the changes</a>{' '}
            <span className="quiet">{isAtRisk ? 'Not kept: save plan.yaml before you leave.' : keptWords[from]}</span>
          </>
        ) : (
          'The plan as loaded.'
        )}
      </p>
      {others !== undefined && (
        <p>
          Other changes to this plan are kept in this browser.{' '}
          <button type="button" onClick={() => decide(true)}>
            Use them
          </button>{' '}
          <button type="button" onClick={() => decide(false)}>
            Forget them
          </button>
        </p>
      )}
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

const keptWords = {
  address: 'Taken from the address.',
  browser: 'Found again in this browser.',
  nowhere: 'Kept in this browser and in the address.',
} as const;
