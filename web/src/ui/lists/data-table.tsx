import { ArrowDown, ArrowUp, ChevronsUpDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { classes } from '../classes.ts';
import { DataCards } from './data-cards.tsx';
import { useRoom } from '../use-room.ts';

export type SortOrder = 'asc' | 'desc';

export interface TableSort {
  by: string;
  order: SortOrder;
}

export interface Column<Row> {
  header: string;
  /** The field to sort by when the header is pressed. Without a field, the column cannot be sorted. */
  sort?: string;
  cell: (row: Row) => ReactNode;
  /** Whether the cell names its row. Screen readers read this name before the other cells of the row. */
  isName?: boolean;
  /** Whether the cells are numbers or amounts, which stand below each other at the right. */
  isNumber?: boolean;
  /** Shown beside the header, such as a button that reloads the column. */
  extra?: ReactNode;
  className?: string;
}

export interface DataTableProps<Row> {
  /** Names the table for screen readers. */
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  renderActions?: (row: Row) => ReactNode;
  sort?: TableSort;
  onSort?: (sort: TableSort) => void;
  /** Below this width, in pixels, the rows are shown as cards. */
  needs?: number;
}

/** A table with sortable headers. Where there is no room for a table, each row becomes a card. */
export function DataTable<Row>({ needs = 760, ...table }: DataTableProps<Row>) {
  const [hasRoom, ref] = useRoom(needs);
  return (
    <div ref={ref} className="@container">
      {hasRoom ? <WideTable {...table} /> : <DataCards {...table} />}
    </div>
  );
}

type TableParts<Row> = Omit<DataTableProps<Row>, 'needs'>;

function WideTable<Row>({ label, columns, rows, rowKey, renderActions, sort, onSort }: TableParts<Row>) {
  return (
    // A box that scrolls would keep the sticky head from the top of the window.
    <div className="overflow-x-auto rounded-2xl border border-line bg-raised xl:overflow-x-clip">
      <table
        aria-label={label}
        className="w-full border-collapse text-left text-sm leading-snug @[64rem]:text-[0.9375rem]"
      >
        <thead className="text-ink-soft">
          <tr className="h-11">
            {columns.map((column) => (
              <HeaderCell key={column.header} column={column} sort={sort} onSort={onSort} />
            ))}
            {renderActions && (
              <th scope="col" className={classes(headStyle, sideSpace, 'text-right')}>
                Actions
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={rowKey(row)} className="h-11 border-t border-line hover:bg-sunken/50">
              {columns.map((column) =>
                column.isName ? (
                  <th
                    key={column.header}
                    scope="row"
                    className={classes(cellStyle, 'font-semibold wrap-anywhere', column.className)}
                  >
                    {column.cell(row)}
                  </th>
                ) : (
                  <td
                    key={column.header}
                    className={classes(
                      cellStyle,
                      column.isNumber && 'text-right tabular-nums',
                      column.className,
                    )}
                  >
                    {column.cell(row)}
                  </td>
                ),
              )}
              {renderActions && (
                <td className={classes(sideSpace, 'py-1')}>
                  {/* The drawing of the last round button ends where the header ends. */}
                  <span className="flex justify-end pointer-fine:[&>.size-11]:size-9 [&>.size-11:last-child]:-mr-2.5">
                    {renderActions(row)}
                  </span>
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const sideSpace = 'px-2.5 @[64rem]:px-4';
const cellStyle = `${sideSpace} py-2 @[64rem]:py-3`;
const headStyle = 'z-10 bg-sunken font-semibold first:rounded-tl-2xl last:rounded-tr-2xl xl:sticky xl:top-18';

/** The first press of a column's header sorts descending. Each further press reverses the order. */
function nextSort(by: string, sort: TableSort | undefined): TableSort {
  return { by, order: sort?.by === by && sort.order === 'desc' ? 'asc' : 'desc' };
}

interface HeaderCellProps<Row> {
  column: Column<Row>;
  sort: TableSort | undefined;
  onSort?: (sort: TableSort) => void;
}

function HeaderCell<Row>({
  column: { header, sort: by, extra, isNumber, className },
  sort,
  onSort,
}: HeaderCellProps<Row>) {
  if (by === undefined || !onSort) {
    return (
      <th scope="col" className={classes(headStyle, sideSpace, isNumber && 'text-right', className)}>
        {header}
      </th>
    );
  }
  const order = sort?.by === by ? sort.order : undefined;
  const Icon = order === 'asc' ? ArrowUp : order === 'desc' ? ArrowDown : ChevronsUpDown;
  return (
    <th
      scope="col"
      aria-sort={order === 'asc' ? 'ascending' : order === 'desc' ? 'descending' : undefined}
      className={classes(headStyle, 'px-0.5 @[64rem]:px-2', className)}
    >
      <span className={classes('flex items-center', isNumber && 'justify-end')}>
        <button
          type="button"
          className={classes(
            'flex min-h-10 items-center gap-1.5 rounded-lg px-2 text-left font-semibold whitespace-nowrap -outline-offset-3 hover:bg-line/60 hover:text-ink',
            order && 'text-ink',
          )}
          onClick={() => onSort(nextSort(by, sort))}
        >
          {header}
          <Icon size={15} aria-hidden className={order ? 'text-spot' : 'text-ink-faint'} />
        </button>
        {extra}
      </span>
    </th>
  );
}
