import { useState } from 'react';
import { countOf, formatCount } from '../../../core/text/count-of.js';
import { ExcludeForm } from '../parts/exclude-form.js';
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
  const [done, setDone] = useState('');
  const isAll = rows.length === pool.count;
  const isTooMany = rows.length > mostAtOnce;
  const open = isAll || isTooMany ? [] : Array.from(rows).filter((row) => (pool.states[row] ?? 0) < 2);
  const tasks = () => open.map((row) => pool.taskAt(row));
  const pin = () => {
    const wanted = tasks();
    step({ kind: 'edit', change: (edits) => pinAll(edits, wanted) });
    setDone(`${countOf(wanted.length, 'task')} pinned.`);
  };
  const exclude = (why: Parameters<typeof excludeAll>[2]) => {
    const wanted = tasks();
    step({ kind: 'edit', change: (edits) => excludeAll(edits, wanted, why) });
    setDone(`${countOf(wanted.length, 'task')} excluded: ${why.reason}.`);
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
          <ExcludeForm
            words={`Exclude ${countOf(open.length, 'task')}`}
            isDisabled={open.length === 0}
            onExclude={exclude}
          />
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
