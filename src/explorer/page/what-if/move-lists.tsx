import { memo } from 'react';
import { formatCount } from '../../../core/text/count-of.js';
import { visibleText } from '../../../core/text/visible-text.js';
import { TaskLink } from '../parts/task-link.js';
import type { Move, Moves } from '../state/compare-selections.js';
import { nameOf } from '../state/compare-selections.js';

/** More are counted, not listed: nobody reads them, and the page would wait for them. */
const mostListed = 50;

/** What came in and what went out, with the scores before and after. */
export const MoveLists = memo(function MoveLists({
  moves,
  decimals,
}: {
  readonly moves: Moves;
  readonly decimals: number;
}) {
  return (
    <div className="moves">
      <MoveList title="Came in" sign="+" moves={moves.cameIn} decimals={decimals} />
      <MoveList title="Went out" sign="−" moves={moves.wentOut} decimals={decimals} />
    </div>
  );
});

interface MoveListProps {
  readonly title: string;
  readonly sign: string;
  readonly moves: readonly Move[];
  readonly decimals: number;
}

function MoveList({ title, sign, moves, decimals }: MoveListProps) {
  const score = (value: number | undefined) => value?.toFixed(decimals) ?? '–';
  return (
    <div className={`move-list ${sign === '+' ? 'came-in' : 'went-out'}`}>
      <h3>
        {title} <span className="count">{formatCount(moves.length)}</span>
      </h3>
      {moves.length === 0 && <p className="quiet">None.</p>}
      <ul>
        {moves.slice(0, mostListed).map(({ task, before, after }) => (
          <li key={nameOf(task)}>
            <span aria-hidden="true" className="sign">
              {sign}
            </span>
            <TaskLink task={task} />
            <span className="quiet">
              {visibleText(task.benchmark, 60)} · score {score(before)}
              {before === after ? '' : ` → ${score(after)}`}
            </span>
          </li>
        ))}
      </ul>
      {moves.length > mostListed && <p className="quiet">and {formatCount(moves.length - mostListed)} more.</p>}
    </div>
  );
}
