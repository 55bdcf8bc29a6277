import type { ReactNode } from 'react';

/** A plain table: what each column is called, whether it holds numbers, and the rows. The first cell names the row. */
export interface TableContent {
  readonly columns: readonly { readonly name: string; readonly number?: boolean }[];
  readonly rows: readonly { readonly key: string; readonly cells: readonly ReactNode[] }[];
}

/** A table that scrolls in a box of its own where it is wider than the page. */
export function DataTable({ caption, columns, rows }: TableContent & { readonly caption: string }) {
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keyboard
    <section className="table-box" tabIndex={0} aria-label={caption}>
      <table>
        <caption className="only-heard">{caption}</caption>
        <thead>
          <tr>
            {columns.map(({ name, number }) => (
              <th key={name} scope="col" className={number ? 'number' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, cells }) => (
            <tr key={key}>
              {cells.map((cell, at) => {
                const column = columns[at];
                const className = column?.number ? 'number' : undefined;
                return at === 0 ? (
                  <th key={column?.name} scope="row">
                    {cell}
                  </th>
                ) : (
                  <td key={column?.name} className={className}>
                    {cell}
                  </td>
                );
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
