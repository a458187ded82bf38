import { ArrowDown, ArrowUp } from 'lucide-react';
import { Fragment, useId } from 'react';
import { IconButton } from '../button.tsx';
import type { Column, DataTableProps, TableSort } from './data-table.tsx';
import { Select } from '../forms/field.tsx';

export function DataCards<Row>({
  label,
  columns,
  rows,
  rowKey,
  renderActions,
  sort,
  onSort,
}: Omit<DataTableProps<Row>, 'needs'>) {
  const name = columns.find((column) => column.isName);
  const rest = columns.filter((column) => column !== name);
  return (
    <>
      {onSort && <SortChoice columns={columns} sort={sort} onSort={onSort} />}
      <ul aria-label={label} className="grid grid-cols-1 gap-3 @[38rem]:grid-cols-2">
        {rows.map((row) => (
          <li key={rowKey(row)} className="flex flex-col rounded-2xl border border-line bg-raised p-4">
            {name && <div className="text-lg leading-snug font-semibold wrap-anywhere">{name.cell(row)}</div>}
            <dl className="mt-2 grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-1.5 text-[0.9375rem] leading-snug">
              {rest.map((column) => (
                <div key={column.header} className="contents">
                  <dt className="text-ink-faint">{column.header}</dt>
                  <dd className="min-w-0 wrap-anywhere">{column.cell(row)}</dd>
                </div>
              ))}
            </dl>
            {renderActions && (
              <div className="mt-auto flex flex-wrap pt-3 empty:hidden has-[>.size-11]:-mb-2 [&>.size-11:first-child]:-ml-2.5">
                {renderActions(row)}
              </div>
            )}
          </li>
        ))}
      </ul>
    </>
  );
}

interface SortChoiceProps<Row> {
  columns: readonly Column<Row>[];
  sort: TableSort | undefined;
  onSort: (sort: TableSort) => void;
}

/** A select for the sort order, because cards have no column headers to press. */
function SortChoice<Row>({ columns, sort, onSort }: SortChoiceProps<Row>) {
  const id = useId();
  const sortable = columns.filter((column) => column.sort !== undefined);
  if (sortable.length === 0) return null;
  const isUp = sort?.order === 'asc';
  const Icon = isUp ? ArrowUp : ArrowDown;
  return (
    <div className="mb-4 flex items-center gap-2">
      <label htmlFor={id} className="font-semibold text-ink-soft">
        Sort by
      </label>
      <Select
        id={id}
        className="min-w-0 flex-1"
        value={sort?.by ?? ''}
        onChange={(event) => onSort({ by: event.target.value, order: 'desc' })}
      >
        {!sort && <option value="">Newest</option>}
        {sortable.map((column) => (
          <option key={column.sort} value={column.sort}>
            {column.header}
          </option>
        ))}
      </Select>
      {columns.map(({ header, extra }) => extra && <Fragment key={header}>{extra}</Fragment>)}
      {sort && (
        <IconButton
          label={isUp ? 'Sort descending' : 'Sort ascending'}
          onClick={() => onSort({ by: sort.by, order: isUp ? 'desc' : 'asc' })}
        >
          <Icon size={20} aria-hidden />
        </IconButton>
      )}
    </div>
  );
}
