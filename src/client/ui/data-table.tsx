// biome-ignore-all lint/a11y/noRedundantRoles: `display: block` on phones removes the roles; they are restored
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers: right-aligned, with tabular figures. */
  align?: 'start' | 'end';
  /** For row actions: the header is for screen readers only, and the card shows no label. */
  headerHidden?: boolean;
  className?: string;
};

export type DataTableProps<Row> = {
  /** Accessible name of the table. */
  caption: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  /** Replaces the table while there are no rows. */
  empty?: ReactNode;
  /** Newer rows are loading; a line above the table says so. */
  stale?: boolean;
  className?: string;
};

/**
 * A table with a sticky header. Below 640 px each row is a card with labels. The explicit roles keep the table
 * semantics for screen readers, which `display: block` would remove.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  stale = false,
  className,
}: DataTableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  return (
    <div className={classNames('relative sm:max-lg:overflow-x-auto print:overflow-visible', className)}>
      {/* Old rows stay readable during a reload: a line instead of faded text. */}
      {stale && (
        <span aria-hidden="true" className="absolute inset-x-0 top-0 h-0.5 animate-pulse bg-primary" />
      )}
      <table role="table" className="block w-full border-collapse text-sm sm:table">
        <caption className="sr-only">{caption}</caption>
        <thead role="rowgroup" className="hidden sm:table-header-group">
          <tr role="row">
            {columns.map((column) => (
              <th
                role="columnheader"
                key={column.key}
                scope="col"
                className={classNames(
                  'z-10 border-b border-control bg-bg px-3 py-2 print:px-1 font-semibold whitespace-nowrap text-muted lg:sticky lg:top-16',
                  column.align === 'end' ? 'text-right' : 'text-left',
                )}
              >
                {column.headerHidden ? <span className="sr-only">{column.header}</span> : column.header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody
          role="rowgroup"
          aria-busy={stale || undefined}
          className="flex flex-col gap-3 sm:table-row-group"
        >
          {rows.map((row) => (
            <tr
              role="row"
              key={rowKey(row)}
              className="block rounded-card border border-border bg-surface p-4 transition-colors sm:table-row sm:h-11 sm:rounded-none sm:border-0 sm:border-b sm:bg-transparent sm:hover:bg-sunken"
            >
              {columns.map((column) => (
                <TableCell key={column.key} column={column} row={row} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function TableCell<Row>({ column, row }: { column: Column<Row>; row: Row }) {
  return (
    <td
      role="cell"
      data-label={column.headerHidden ? undefined : column.header}
      className={classNames(
        // A label without a value says nothing.
        'flex items-baseline justify-between gap-4 py-1 text-right max-sm:wrap-anywhere max-sm:empty:hidden sm:table-cell sm:px-3 sm:py-2 sm:align-middle print:px-1',
        // Without a label there is no label box either, so that actions take the full width.
        !column.headerHidden &&
          'before:shrink-0 before:text-left before:text-muted before:content-[attr(data-label)] sm:before:content-none',
        column.align === 'end' ? 'tabular sm:text-right' : 'sm:text-left',
        column.className,
      )}
    >
      {column.cell(row)}
    </td>
  );
}
