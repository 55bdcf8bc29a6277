import { type FormEvent, useId, useState } from 'react';
import { type ExclusionReason, exclusionReasons } from '../../../core/model/plan.js';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { FaultList } from '../parts/fault-list.js';
import type { PoolColumns } from '../state/pool-columns.js';
import { useEditing, useResult } from '../state/study-context.js';
import { excludeAll, pinAll } from '../state/task-edits.js';

interface BulkActionsProps {
  readonly pool: PoolColumns;
  /** The rows that are shown. */
  readonly rows: Uint32Array;
}

/** A plan of more exclusions or pins than this is written by a program. */
const mostAtOnce = 1000;

/** Pins or excludes all tasks that are shown, in one step that Undo takes back. */
export function BulkActions({ pool, rows }: BulkActionsProps) {
  const { step } = useEditing();
  const { faults } = useResult();
  const [reason, setReason] = useState<ExclusionReason>('broken environment');
  const [evidence, setEvidence] = useState('');
  const [problem, setProblem] = useState('');
  const [done, setDone] = useState('');
  const problemId = useId();
  const isAll = rows.length === pool.count;
  const isTooMany = rows.length > mostAtOnce;
  const open = isAll || isTooMany ? [] : Array.from(rows).filter((row) => (pool.states[row] ?? 0) < 2);
  const tasks = () => open.map((row) => pool.taskAt(row));
  const pin = () => {
    const wanted = tasks();
    step({ kind: 'edit', change: (edits) => pinAll(edits, wanted) });
    setDone(`${countOf(wanted.length, 'task')} pinned.`);
  };
  const exclude = (event: FormEvent) => {
    event.preventDefault();
    const words = evidence.trim();
    if (reason === 'other' && words === '') {
      setProblem('Say what shows it: the reason "other" needs evidence.');
      return;
    }
    setProblem('');
    const wanted = tasks();
    step({ kind: 'edit', change: (edits) => excludeAll(edits, wanted, { reason, evidence: words }) });
    setDone(`${countOf(wanted.length, 'task')} excluded: ${reason}.`);
  };
  return (
    <section aria-labelledby="map-bulk" className="card map-bulk">
      <h2 id="map-bulk">Change the plan for what is shown</h2>
      {isAll || isTooMany ? (
        <p className="quiet">
          {isAll
            ? 'Draw a region over the map, choose a bar or a cell, or filter: then all tasks shown can be pinned or excluded.'
            : `${formatCount(rows.length)} tasks are shown; at most ${formatCount(mostAtOnce)} can be changed at once.`}
        </p>
      ) : (
        <>
          <p>
            <button type="button" disabled={open.length === 0} onClick={pin}>
              Pin {countOf(open.length, 'task')}
            </button>
          </p>
          <form onSubmit={exclude} className="exclude-form">
            <label>
              <span>Reason</span>
              <select value={reason} onChange={(event) => setReason(event.target.value as ExclusionReason)}>
                {exclusionReasons.map((each) => (
                  <option key={each}>{each}</option>
                ))}
              </select>
            </label>
            <label className="evidence">
              <span>Evidence</span>
              <input
                value={evidence}
                placeholder="what shows it"
                onChange={(event) => setEvidence(event.target.value)}
                aria-invalid={problem !== ''}
                aria-describedby={problem === '' ? undefined : problemId}
              />
            </label>
            <button type="submit" disabled={open.length === 0}>
              Exclude {countOf(open.length, 'task')}
            </button>
            {problem !== '' && (
              <p id={problemId} className="is-wrong" role="alert">
                {problem}
              </p>
            )}
          </form>
          {open.length < rows.length && (
            <p className="quiet">
              {formatCount(rows.length - open.length)} of those shown are excluded or not eligible already.
            </p>
          )}
        </>
      )}
      <p role="status" className="quiet">
        {done}
      </p>
      {faults.length > 0 && (
        <div className="is-wrong">
          <p>The changed plan does not run; what is shown is the last selection that did.</p>
          <FaultList faults={faults} />
        </div>
      )}
    </section>
  );
}
