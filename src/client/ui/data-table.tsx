// biome-ignore-all lint/a11y/noRedundantRoles: `display: block` on phones removes the implicit roles
import type { ReactNode } from 'react';
import { classNames } from './class-names.ts';

export type Column<Row> = {
  key: string;
  header: string;
  cell: (row: Row) => ReactNode;
  /** `end` for numbers: right-aligned, with tabular figures. */
  align?: 'start' | 'end';
  /**
   * Where the cell is on phones. If any column sets `phone`, each row has two lines instead of being a card. The
   * columns that do not set it are in the second line.
   */
  phone?: 'first' | 'hidden';
  /** For a column that the user can do without: hidden on screens where the table would not fit with the column. */
  wideOnly?: boolean;
  /** The key by which a click on the header sorts, if the table can be sorted by this column. */
  sortKey?: string;
  /** For dates: the first click sorts descending, as it does for numbers. */
  descendingFirst?: boolean;
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
  /** The current order of the rows, and the handler of clicks on headers with a `sortKey`. */
  sorting?: { key: string; descending: boolean; onSort: (key: string, descending: boolean) => void };
  /** Whether newer rows are loading, which a line above the table indicates. */
  stale?: boolean;
};

/**
 * A table with a sticky header. Below 640 px each row is a card with labels, or two lines if a column sets `phone`.
 * `display: block` would remove the table semantics for screen readers, so all roles are explicit.
 */
export function DataTable<Row>({
  caption,
  columns,
  rows,
  rowKey,
  empty,
  stale = false,
  sorting,
}: DataTableProps<Row>) {
  if (rows.length === 0 && empty !== undefined) return <>{empty}</>;
  const isDense = columns.some(({ phone }) => phone !== undefined);
  return (
    <div className="@container">
      {/* A table that does not fit scrolls sideways in this box. A sticky header would stick to the box, not to the page. */}
      <div className="relative sm:@max-5xl:overflow-x-auto print:overflow-visible">
        {/* This line indicates a reload. Fading the old rows would make them hard to read. */}
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
                  aria-sort={sortOf(column, sorting)}
                  className={classNames(
                    'z-10 border-b border-control bg-bg px-3 py-2 print:px-1 font-semibold whitespace-nowrap text-muted @5xl:sticky @5xl:top-16',
                    column.align === 'end' ? 'text-right' : 'text-left',
                    column.wideOnly && wideOnlyClass,
                  )}
                >
                  <Header column={column} sorting={sorting} />
                </th>
              ))}
            </tr>
          </thead>
          <tbody
            role="rowgroup"
            aria-busy={stale || undefined}
            className={classNames('flex flex-col sm:table-row-group', !isDense && 'gap-3')}
          >
            {rows.map((row) => (
              <tr
                role="row"
                key={rowKey(row)}
                className={classNames(
                  'transition-colors sm:table-row sm:h-11 sm:rounded-none sm:border-0 sm:border-b sm:border-border sm:bg-transparent sm:hover:bg-sunken',
                  isDense
                    ? 'flex flex-wrap items-baseline gap-x-2 gap-y-1 border-b border-border py-2 max-sm:before:order-1 max-sm:before:basis-full max-sm:before:content-[""]'
                    : 'block rounded-card border border-border bg-surface p-4',
                )}
              >
                {columns.map((column) => (
                  <TableCell key={column.key} column={column} row={row} isDense={isDense} />
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

function sortOf<Row>(
  { sortKey }: Column<Row>,
  sorting: DataTableProps<Row>['sorting'],
): 'ascending' | 'descending' | undefined {
  if (sortKey === undefined || sorting?.key !== sortKey) return undefined;
  return sorting.descending ? 'descending' : 'ascending';
}

function Header<Row>({ column, sorting }: { column: Column<Row>; sorting: DataTableProps<Row>['sorting'] }) {
  const { align, header, headerHidden, sortKey, descendingFirst = align === 'end' } = column;
  if (headerHidden) return <span className="sr-only">{header}</span>;
  if (sortKey === undefined || !sorting) return header;
  const order = sortOf(column, sorting);
  return (
    <button
      type="button"
      className="inline-flex min-h-6 items-center gap-1 font-semibold hover:text-text"
      onClick={() => sorting.onSort(sortKey, order ? order === 'ascending' : descendingFirst)}
    >
      {header}
      <span aria-hidden="true" className={order ? 'text-primary-text' : 'text-border'}>
        {order === 'ascending' ? '↑' : '↓'}
      </span>
    </button>
  );
}

const wideOnlyClass = 'sm:@max-4xl:hidden';

type TableCellProps<Row> = { column: Column<Row>; row: Row; isDense: boolean };

function TableCell<Row>({ column, row, isDense }: TableCellProps<Row>) {
  const { phone = 'second' } = column;
  return (
    <td
      role="cell"
      data-label={column.headerHidden || isDense ? undefined : column.header}
      className={classNames(
        'max-sm:wrap-anywhere max-sm:empty:hidden sm:table-cell sm:px-3 sm:py-2 sm:align-middle print:px-1',
        isDense
          ? {
              first: 'first:min-w-0 max-sm:first:min-w-36 first:flex-1',
              second: 'max-sm:order-2 max-sm:text-xs max-sm:text-muted',
              hidden: 'max-sm:hidden',
            }[phone]
          : 'flex items-baseline justify-between gap-4 py-1 text-right',
        // A cell without a label has no box for the label, so that actions use the full width.
        !column.headerHidden &&
          !isDense &&
          'before:shrink-0 before:text-left before:text-muted before:content-[attr(data-label)] sm:before:content-none',
        column.align === 'end' ? 'tabular sm:text-right' : 'sm:text-left',
        isDense && column.headerHidden && column.align === 'end' && 'max-sm:ml-auto',
        column.wideOnly && wideOnlyClass,
        column.className,
      )}
    >
      {column.cell(row)}
    </td>
  );
}
