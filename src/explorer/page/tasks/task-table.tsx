import type { CSSProperties, TargetedKeyboardEvent } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { countOf } from '../../../core/text/words.js';
import { SortHead } from '../blocks/table.js';
import { memo, useIsPrinting, useKeptFocus, useSize, useWhenSeen } from '../parts/hooks.js';
import { IsTabbed } from '../parts/task-marks.js';
import { goTo } from '../route/route.js';
import type { TaskSort } from '../route/task-filter.js';
import { nameOf } from '../state/compare-selections.js';
import type { ShownRows } from '../state/task-rows.js';
import type { TaskColumn } from './task-columns.js';

interface TaskTableProps {
  /** Identifies the list, so that it keeps its scroll position. */
  readonly place: string;
  readonly label?: string;
  readonly rows: ShownRows;
  readonly columns: readonly TaskColumn[];
  readonly sort: TaskSort;
  readonly onSort: (sort: TaskSort) => void;
}

const rowHeight = 34;
/** Rows rendered beyond the visible edges. */
const overscan = 6;
/** Printed rows: about 3 pages. */
const mostPrinted = 120;

/** The last list shown, and its scroll position. */
let left = { place: '', top: 0 };

export function TaskTable({ place, label = 'Tasks', sort, onSort, ...latest }: TaskTableProps) {
  const box = useRef<HTMLDivElement>(null);
  const { height } = useSize(box);
  const [top, setTop] = useState(0);
  const isPrinting = useIsPrinting();
  // biome-ignore lint/correctness/useExhaustiveDependencies: these are all its parts
  const wanted = useMemo(() => latest, [latest.rows, latest.columns]);
  // Off screen, only slider changes are deferred. Filters, sorting and columns apply at once.
  const key = [place, ...latest.columns.map(({ name }) => name)].join();
  const { rows, columns } = useWhenSeen(wanted, box, isPrinting ? 'print' : key);
  const first = Math.max(0, Math.min(rows.count, Math.floor(top / rowHeight)) - overscan);
  const end = Math.min(rows.count, Math.ceil((top + Math.max(height, 400)) / rowHeight) + overscan);
  const [from, to] = isPrinting ? [0, printedRows(rows, sort)] : [first, end];
  const width = columns.reduce((sum, column) => sum + column.width, 0);
  useLayoutEffect(() => {
    box.current?.scrollTo({ top: left.place === place ? left.top : 0 });
  }, [place]);
  // The row with keyboard focus, which may not be rendered.
  const [current, setCurrent] = useState<number>();
  const seen = Math.max(from, Math.floor(top / rowHeight));
  const tabbed = current !== undefined && current >= from && current < to ? current : seen;
  useKeptFocus(box);
  return (
    <section
      class="table-box tasks"
      ref={box}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
      tabIndex={0}
      aria-label={label}
      onScroll={(event) => {
        left = { place, top: event.currentTarget.scrollTop };
        setTop(event.currentTarget.scrollTop);
      }}
      onFocusIn={({ target }) => setCurrent((before) => indexOf(target) ?? before)}
      onKeyDown={(event) => moveByKey(event, current, rows.count)}
    >
      <table
        aria-rowcount={rows.count + 1}
        class="task-table"
        style={{ '--table-width': `${width}rem`, '--columns': columns.length } as CSSProperties}
      >
        <thead>
          <tr aria-rowindex={1}>
            {columns.map(({ name, header, width: own, isNumber }) => (
              <SortHead
                key={name}
                column={name}
                name={header}
                class={`column-${name}`}
                style={{ '--column-width': `${own}rem` } as CSSProperties}
                {...{ sort, isNumber, onSort }}
              />
            ))}
          </tr>
        </thead>
        <TableRows {...{ rows, columns, from, to, tabbed, isPrinting }} />
      </table>
      {isPrinting && rows.count > to && <p>{countOf(rows.count - to, 'more task')} not printed.</p>}
    </section>
  );
}

/** The number of rows to print: the selected tasks if they come first, otherwise all, up to a limit. */
function printedRows(rows: ShownRows, { key, descending }: TaskSort): number {
  const most = Math.min(rows.count, mostPrinted);
  const others = Array.from({ length: most }, (_, at) => rows.rowAt(at).state).findIndex((state) => state !== 'in');
  return key === 'state' && !descending && others > 0 ? others : most;
}

interface TableRowsProps extends Pick<TaskTableProps, 'rows' | 'columns'> {
  readonly from: number;
  readonly to: number;
  /** The row that Tab reaches. */
  readonly tabbed: number;
  readonly isPrinting: boolean;
}

const TableRows = memo(function TableRows({ rows, columns, from, to, tabbed, isPrinting }: TableRowsProps) {
  return (
    <tbody>
      <Spacer height={isPrinting ? 0 : from * rowHeight} columns={columns.length} />
      {Array.from({ length: Math.max(0, to - from) }, (_, at) => rows.rowAt(from + at)).map((row, at) => (
        <tr
          key={nameOf(row.task)}
          aria-rowindex={from + at + 2}
          data-index={from + at}
          class={`is-${row.state}`}
          onClick={(event) => {
            if (!(event.target instanceof HTMLAnchorElement)) goTo({ view: 'task', ...row.task });
          }}
        >
          {columns.map(({ name, cell, isNumber }) => (
            <td key={name} class={`column-${name}${isNumber ? ' is-number' : ''}`}>
              <IsTabbed value={from + at === tabbed}>{cell(row)}</IsTabbed>
            </td>
          ))}
        </tr>
      ))}
      <Spacer height={isPrinting ? 0 : (rows.count - to) * rowHeight} columns={columns.length} />
    </tbody>
  );
});

function Spacer({ height, columns }: { readonly height: number; readonly columns: number }) {
  return height === 0 ? null : (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a spacer can't be focused
    <tr aria-hidden="true" class="spacer">
      <td colSpan={columns} style={{ height: `${height}px` }} />
    </tr>
  );
}

const keySteps: Readonly<Record<string, number>> = {
  ArrowDown: 1,
  ArrowUp: -1,
  PageDown: 12,
  PageUp: -12,
  Home: Number.NEGATIVE_INFINITY,
  End: Number.POSITIVE_INFINITY,
};

function indexOf(target: EventTarget | null): number | undefined {
  const index =
    target instanceof HTMLElement ? target.closest('tr[data-index]')?.getAttribute('data-index') : undefined;
  return index == null ? undefined : Number(index);
}

/** Moves the focus by a key, even to tasks not rendered yet. From the box, it continues at the last focused task. */
function moveByKey(event: TargetedKeyboardEvent<HTMLElement>, current: number | undefined, count: number): void {
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
    // A distant row is rendered a frame or two after scrolling to it.
    if (link === null && tries-- > 0) requestAnimationFrame(focus);
  };
  reveal(box, next);
  focus();
  requestAnimationFrame(focus);
}

function reveal(box: HTMLElement, row: number): void {
  const heading = box.querySelector('thead')?.clientHeight ?? 0;
  const [top, bottom] = [row * rowHeight, (row + 1) * rowHeight + heading];
  if (top < box.scrollTop) box.scrollTop = top;
  else if (bottom > box.scrollTop + box.clientHeight) box.scrollTop = bottom - box.clientHeight;
}
