import type { Selection } from '../../../core/model/selection.js';
import type { ScoredTask } from '../../../core/model/task.js';
import { type PoolColumns, poolColumns } from '../../packed/selection-columns.js';

export type Moves = ReturnType<typeof movesBetween>;

/**
 * The tasks in only one of two selections from the same pools, by benchmark and id, with their row in the columns of the
 * later selection, and their score before and after.
 */
export function movesBetween(before: Selection, after: Selection) {
  const [was, is] = [poolColumns(before), poolColumns(after)];
  const rowBefore = rowsAcross(is, was);
  const rowAfter = rowsAcross(was, is);
  const move = (task: ScoredTask, from: number | undefined, to: number | undefined) => ({
    task,
    row: to,
    before: from === undefined ? undefined : was.score[from],
    after: to === undefined ? undefined : is.score[to],
  });
  const cameIn = rowsIn(is)
    .filter((row) => was.states[rowBefore(row) ?? -1] !== 0)
    .map((row) => move(is.taskAt(row), rowBefore(row), row));
  const wentOut = rowsIn(was)
    .filter((row) => is.states[rowAfter(row) ?? -1] !== 0)
    .map((row) => move(was.taskAt(row), row, rowAfter(row)));
  return { cameIn, wentOut };
}

function rowsIn({ states, labels }: PoolColumns): number[] {
  const rows: number[] = [];
  for (const row of labels.byName()) if (states[row] === 0) rows.push(row);
  return rows;
}

/** Finds a row of one selection's columns in another's: the same place, unless the benchmarks or labels have changed. */
function rowsAcross(from: PoolColumns, to: PoolColumns): (row: number) => number | undefined {
  if (from.labels === to.labels) return (row) => row;
  let places: ReadonlyMap<string, number> | undefined;
  return (row) => {
    places ??= new Map(Array.from({ length: to.count }, (_, each) => [nameOf(to.labels.givenAt(each)), each]));
    return places.get(nameOf(from.labels.givenAt(row)));
  };
}

/** The unique name of a task: its benchmark, which contains no slash, and its id. */
export function nameOf({ benchmark, id }: Pick<ScoredTask, 'benchmark' | 'id'>): string {
  return `${benchmark}/${id}`;
}
