import { useVirtualizer } from '@tanstack/react-virtual';
import { type KeyboardEvent, useLayoutEffect, useRef } from 'react';
import { formatCount } from '../../../core/text/count-of.js';
import { useIsPrinting } from '../parts/use-is-printing.js';
import { useKeptFocus } from '../parts/use-kept-focus.js';
import type { TaskSort } from '../route/task-filter.js';
import { goTo } from '../route/use-route.js';
import { nameOf } from '../state/compare-selections.js';
import type { TaskColumn } from './task-columns.js';
import type { ShownRows } from './task-rows.js';

interface TaskTableProps {
  /** Names the list: whoever comes back to the same one finds it where it was. */
  readonly place: string;
  readonly rows: ShownRows;
  readonly columns: readonly TaskColumn[];
  readonly sort: TaskSort;
  readonly onSort: (sort: TaskSort) => void;
}

const rowHeight = 38;
/** Rows on paper: some twenty pages. */
const mostPrinted = 500;

/** The list that was last looked at, and how far down. */
let left = { place: '', top: 0 };

/** The tasks as a table of which only the rows in sight are in the page: a hundred thousand scroll as one does. */
export function TaskTable({ place, rows, columns, sort, onSort }: TaskTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const virtual = useVirtualizer({
    count: rows.count,
    getScrollElement: () => box.current,
    estimateSize: () => rowHeight,
    overscan: 12,
  });
  const isPrinting = useIsPrinting();
  const items = virtual.getVirtualItems();
  const [first, last] = isPrinting ? [] : [items[0], items.at(-1)];
  const inSight = last === undefined ? 0 : last.index + 1;
  const [from, to] = [first?.index ?? 0, isPrinting ? Math.min(rows.count, mostPrinted) : inSight];
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: left.place === place ? left.top : 0 });
  }, [place]);
  // The row that the keyboard is at: it may be out of sight, and so out of the page.
  const current = useRef<number>(undefined);
  useKeptFocus(box);
  return (
    <section
      className="table-box tasks"
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label="Tasks"
      onScroll={(event) => {
        left = { place, top: event.currentTarget.scrollTop };
      }}
      onFocus={(event) => {
        current.current = indexOf(event.target) ?? current.current;
      }}
      onKeyDown={(event) => moveByKey(event, current.current, rows.count, virtual)}
    >
      <table
        aria-rowcount={rows.count + 1}
        className="task-table"
        style={{ '--table-width': `${width}rem` } as React.CSSProperties}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name, header, width: own, isNumber }) => {
              const direction = sort.key !== name ? undefined : sort.descending ? 'descending' : 'ascending';
              return (
                <th
                  key={name}
                  scope="col"
                  className={`column-${name}`}
                  style={{ '--column-width': `${own}rem` } as React.CSSProperties}
                  aria-sort={direction}
                >
                  <button
                    type="button"
                    className="sort"
                    title={header}
                    onClick={() => onSort(nextSort(sort, name, isNumber))}
                  >
                    {header}
                    <span aria-hidden="true" className="arrow">
                      {direction === undefined ? '' : sort.descending ? '▼' : '▲'}
                    </span>
                  </button>
                </th>
              );
            })}
          </tr>
        </thead>
        <tbody>
          <Spacer height={first?.start ?? 0} columns={columns.length} />
          {Array.from({ length: Math.max(0, to - from) }, (_, at) => rows.rowAt(from + at)).map((row, at) => (
            <tr
              key={nameOf(row.task)}
              aria-rowindex={from + at + 2}
              data-index={from + at}
              className={`is-${row.state}`}
              onClick={(event) => {
                if (!(event.target instanceof HTMLAnchorElement)) goTo({ view: 'task', ...row.task });
              }}
            >
              {columns.map(({ name, cell, isNumber }) => (
                <td key={name} className={`column-${name}${isNumber ? ' is-number' : ''}`}>
                  {cell(row)}
                </td>
              ))}
            </tr>
          ))}
          <Spacer
            height={isPrinting ? 0 : Math.max(0, virtual.getTotalSize() - (last?.end ?? 0))}
            columns={columns.length}
          />
        </tbody>
      </table>
      {isPrinting && rows.count > to && <p>and {formatCount(rows.count - to)} more, not printed.</p>}
    </section>
  );
}

/** Stands for the rows that are not in the page. */
function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  return height === 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a row of space takes no focus
    <tr aria-hidden="true" className="spacer">
      <td colSpan={columns} style={{ height }} />
    </tr>
  );
}

/** The same column again turns it round; a number begins with the largest, a word with the first. */
function nextSort(sort: TaskSort, key: string, isNumber: boolean): TaskSort {
  return sort.key === key ? { key, descending: !sort.descending } : { key, descending: isNumber };
}

/** Rows that the keys go by: the arrows one, the page keys a screen, Home and End all the way. */
const keySteps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 12,
  PageUp: -12,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function indexOf(target: EventTarget): number | undefined {
  const index =
    target instanceof HTMLElement ? target.closest('tr[data-index]')?.getAttribute('data-index') : undefined;
  return index == null ? undefined : Number(index);
}

/** The keys go from task to task, also to those that are not in the page yet; from the box, on from the task they were at. */
function moveByKey(
  event: KeyboardEvent<HTMLElement>,
  current: number | undefined,
  count: number,
  virtual: { readonly scrollToIndex: (index: number) => void },
): void {
  const by = keySteps[event.key];
  const at = indexOf(event.target) ?? (event.target === event.currentTarget ? current : undefined);
  if (by === undefined || at === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  const next = Math.min(count - 1, Math.max(0, at + by));
  const box = event.currentTarget;
  let tries = 10;
  const focus = () => {
    const link = box.querySelector<HTMLAnchorElement>(`tr[data-index="${next}"] a`);
    link?.focus({ preventScroll: true });
    // A row far away is in the page a frame or two after it was scrolled to.
    if (link === null && tries-- > 0) requestAnimationFrame(focus);
  };
  virtual.scrollToIndex(next);
  focus();
  requestAnimationFrame(focus);
}
