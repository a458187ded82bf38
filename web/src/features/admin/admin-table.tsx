import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Button } from '../../ui/button.tsx';
import { classes } from '../../ui/classes.ts';
import { type Column, DataTable } from '../../ui/lists/data-table.tsx';
import { Pagination, type PaginationProps } from '../../ui/lists/pagination.tsx';
import { SearchBox } from '../../ui/forms/search-box.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { OutOfDate } from '../../ui/states.tsx';
import { useSearchText } from '../../layout/use-search-text.ts';
import { describeAdminFailure } from './admin-failure.ts';
import { type Nouns, perPage, sortOf, summarise, type TableSearch } from './admin-search.ts';
import type { TablePage } from './admin.api.ts';
import { useRecheckOn } from './records/use-recheck.ts';

export interface AdminTableProps<Row, Sort extends string> {
  nouns: Nouns;
  list: UseQueryResult<TablePage<Row>>;
  search: TableSearch<Sort>;
  sorts?: readonly Sort[];
  columns: readonly Column<Row>[];
  rowKey: (row: Row) => string | number;
  renderActions?: (row: Row) => ReactNode;
  /** A table without a label has no search box. */
  searchLabel?: string;
  filter?: ReactNode;
  /** The width in pixels below which the rows become cards. */
  needs?: number;
  emptyHint?: ReactNode;
  /** The message when the rows could not be loaded and the server sent no message. */
  failure: string;
  onShow: (search: TableSearch<Sort>, replace?: boolean) => void;
  renderLink: PaginationProps['renderLink'];
}

/**
 * The id of the table. Deleting a row removes the focused button with the row, so the table gets the focus.
 */
export const adminTableId = 'admin-table';

export function findAdminTable(): HTMLElement | null {
  return document.getElementById(adminTableId);
}

export function AdminTable<Row, Sort extends string>(table: AdminTableProps<Row, Sort>) {
  const { nouns, list, search, searchLabel, filter, onShow } = table;
  const { text, type } = useSearchText(search.q ?? '', (q) =>
    onShow({ ...search, q: q || undefined, page: undefined }, true),
  );
  useRecheckOn(list.error);
  const rows = list.data?.rows ?? [];
  return (
    <section id={adminTableId} aria-label={nouns[1]}>
      {(searchLabel || filter) && (
        <search className="mb-4 flex flex-wrap items-center gap-x-6 gap-y-2">
          {searchLabel && (
            <SearchBox
              label={searchLabel}
              text={text}
              maxLength={200}
              className="w-full sm:max-w-md"
              onText={type}
            />
          )}
          {filter}
        </search>
      )}
      <output className="mb-3 block min-h-6 text-[0.9375rem] leading-6 text-ink-soft">
        {list.data && summarise({ total: list.data.total, shown: rows.length }, search, nouns)}
      </output>
      <Rows {...table} rows={rows} />
    </section>
  );
}

function Rows<Row, Sort extends string>({
  rows,
  ...table
}: AdminTableProps<Row, Sort> & { rows: readonly Row[] }) {
  const { nouns, list, search, sorts, columns, rowKey, renderActions, onShow } = table;
  if (!list.data) {
    return list.error ? (
      <ErrorState
        message={describeAdminFailure(list.error, table.failure)}
        onRetry={() => void list.refetch()}
      />
    ) : (
      <RowsSkeleton />
    );
  }
  const { total } = list.data;
  if (rows.length === 0) return <NoRows {...table} total={total} />;
  return (
    <div
      aria-busy={list.isPlaceholderData}
      className={classes('transition-opacity duration-200', list.isPlaceholderData && 'opacity-50')}
    >
      {list.error && <OutOfDate>{describeAdminFailure(list.error, table.failure)}</OutOfDate>}
      <DataTable
        label={nouns[1]}
        columns={columns}
        rows={rows}
        rowKey={rowKey}
        renderActions={renderActions}
        needs={table.needs}
        sort={sortOf(search)}
        onSort={
          sorts &&
          (({ by, order }) =>
            onShow({ ...search, sort_by: sorts.find((sort) => sort === by), order, page: undefined }))
        }
      />
      <Pages {...table} total={total} />
    </div>
  );
}

function Pages({
  search,
  total,
  renderLink,
}: Pick<PaginationProps, 'renderLink'> & { search: TableSearch; total: number }) {
  return (
    <div className="mt-8">
      <Pagination page={search.page ?? 1} totalPages={Math.ceil(total / perPage)} renderLink={renderLink} />
    </div>
  );
}

function NoRows<Row, Sort extends string>({
  nouns,
  search,
  total,
  emptyHint,
  onShow,
  renderLink,
}: AdminTableProps<Row, Sort> & { total: number }) {
  const title = `No ${nouns[1]} found`;
  const isBeyond = total > 0 && ((search.page ?? 1) - 1) * perPage >= total;
  if (isBeyond) {
    return (
      <EmptyState
        title={title}
        hint="The list has fewer pages than that."
        action={
          <Button variant="secondary" onClick={() => onShow({ ...search, page: undefined })}>
            First page
          </Button>
        }
      />
    );
  }
  return (
    <>
      <EmptyState title={title} hint={search.q ? 'Try adjusting your search terms' : emptyHint} />
      <Pages search={search} total={total} renderLink={renderLink} />
    </>
  );
}

function RowsSkeleton() {
  return (
    <output className="grid gap-2">
      <span className="sr-only">Loading…</span>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-12 rounded-xl" />
      ))}
    </output>
  );
}
