import type { ComponentChildren, ComponentProps } from 'preact';
import { type Column, figureColumn, type Row, wordColumn } from '../../../core/blocks/blocks.js';
import { visibleText } from '../../../core/text/words.js';
import { Button } from '../parts/controls.js';
import { useIsPrinting } from '../parts/hooks.js';
import { TaskLink } from '../parts/task-marks.js';
import type { TaskSort } from '../route/task-filter.js';

interface ScrollBoxProps {
  readonly label: string;
  readonly class?: string;
  readonly children: ComponentChildren;
}

/** A box that scrolls if its content is wider than the page. */
export function ScrollBox({ label, class: name = 'table-box', children }: ScrollBoxProps) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section class={name} tabIndex={0} aria-label={label}>
      {children}
    </section>
  );
}

export interface TableContent {
  readonly columns: readonly Column[];
  readonly rows: readonly (PageRow | readonly ComponentChildren[])[];
}

interface PageRow extends Omit<Row, 'cells'> {
  readonly cells: readonly ComponentChildren[];
  readonly className?: string;
  readonly isCurrent?: boolean;
}

export function words(...names: readonly string[]): readonly Column[] {
  return names.map((name) => wordColumn(name));
}

export function figures(...names: readonly string[]): readonly Column[] {
  return names.map((name) => figureColumn(name));
}

interface TableViewProps extends TableContent {
  readonly title: string;
  /** The accessible name, if several tables have the same title. */
  readonly label?: string;
}

/** A table. The task of a row comes first; without one, the first cell names the row. */
export function TableView({ title, label = title, columns, rows }: TableViewProps) {
  const order = columns
    .map((column, at) => ({ ...column, at, className: column.align === 'right' ? 'number' : undefined }))
    .filter(({ at }) => rows.length === 0 || rows.some((row) => rowOf(row).cells[at] !== ''))
    .toSorted((a, b) => Number(b.isTask === true) - Number(a.isTask === true));
  return (
    <ScrollBox label={label}>
      <table>
        <caption class="only-heard">{title}</caption>
        <thead>
          <tr>
            {order.map(({ name, className }) =>
              // An empty heading would be reported as an error by accessibility checks.
              name === '' ? (
                <td key={name} />
              ) : (
                <th key={name} scope="col" class={className}>
                  {name}
                </th>
              ),
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map(rowOf).map(({ cells, level = 0, task, className: own, isCurrent }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows of an answer have no other name
            <tr key={row} class={own} aria-current={isCurrent === true ? 'true' : undefined}>
              {order.map(({ name, at, isTask, className }, place) => {
                const cell = isTask === true && task !== undefined ? <TaskCell task={task} /> : cells[at];
                if (place > 0)
                  return (
                    <td key={name} class={className}>
                      {cell}
                    </td>
                  );
                return (
                  <th key={name} scope="row" class={className}>
                    {'\u2003'.repeat(level)}
                    {cell}
                  </th>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  );
}

function rowOf(row: TableContent['rows'][number]): PageRow {
  return 'cells' in row ? row : { cells: row };
}

function TaskCell({ task }: { readonly task: NonNullable<Row['task']> }) {
  return (
    <>
      {visibleText(task.benchmark, 40)} <TaskLink task={task} />
    </>
  );
}

interface SortHeadProps extends Pick<ComponentProps<'th'>, 'class' | 'style'> {
  readonly column: string;
  readonly name: string;
  readonly sort: TaskSort;
  /** Whether the largest come first. */
  readonly isNumber: boolean;
  readonly onSort: (sort: TaskSort) => void;
}

/**
 * A column heading that sorts by its column, and reverses the order when pressed again. On paper it is plain text, because
 * Chromium leaves buttons out of repeated headings.
 */
export function SortHead({ column, name, sort, isNumber, onSort, ...look }: SortHeadProps) {
  const isPrinting = useIsPrinting();
  const isOwn = sort.key === column;
  const arrow = (
    <span aria-hidden="true" class="arrow">
      {!isOwn ? '' : sort.descending ? '▼' : '▲'}
    </span>
  );
  return (
    <th scope="col" aria-sort={!isOwn ? undefined : sort.descending ? 'descending' : 'ascending'} {...look}>
      {isPrinting ? (
        <>
          {name} {arrow}
        </>
      ) : (
        <Button
          class="sort"
          title={name}
          onClick={() => onSort({ key: column, descending: isOwn ? !sort.descending : isNumber })}
        >
          {name}
          {arrow}
        </Button>
      )}
    </th>
  );
}
