import { useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { describeAdminFailure } from './admin-failure.ts';
import { adminKey, tableKey, type TablePage, type TableRows } from './admin.api.ts';
import { useAdminId } from './use-admin-id.ts';
import { useRecheck } from './records/use-recheck.ts';

export interface AdminChange<Table extends keyof TableRows, Input, Answer> {
  table: Table;
  /** Asks the server for it. */
  send: (input: Input) => Promise<Answer>;
  /** How a page of the table looks once it is done; shown while it is not. */
  foresee: (page: TablePage<TableRows[Table]>, input: Input) => TablePage<TableRows[Table]>;
  /** The good news. */
  succeed: (input: Input) => string;
  /** The bad news, where nobody has better words. */
  failure: string;
  /** Begins to look at what else has changed with it. */
  onDone?: (input: Input, answer: Answer) => void;
}

/** A change that the table shows at once, and takes back with the server's words when it is refused. */
export function useAdminChange<Table extends keyof TableRows, Input, Answer>({
  table,
  send,
  foresee,
  succeed,
  failure,
  onDone,
}: AdminChange<Table, Input, Answer>) {
  const queryClient = useQueryClient();
  const adminId = useAdminId();
  const queryKey = tableKey(adminId, table);
  const recheck = useRecheck();
  const change = useMutation({
    mutationFn: send,
    onMutate: async (input) => {
      // An answer that is on its way would bring the old rows back.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueriesData<TablePage<TableRows[Table]>>({ queryKey });
      queryClient.setQueriesData<TablePage<TableRows[Table]>>(
        { queryKey },
        (page) => page && foresee(page, input),
      );
      return before;
    },
    onSuccess: (answer, input) => {
      toast.success(succeed(input));
      onDone?.(input, answer);
    },
    onError: (error, _input, before) => {
      for (const [key, page] of before ?? []) queryClient.setQueryData(key, page);
      toast.error(describeAdminFailure(error, failure));
      recheck(error);
    },
    onSettled: () => void queryClient.invalidateQueries({ queryKey: adminKey(adminId) }),
  });
  return { ...change, failure: change.error ? describeAdminFailure(change.error, failure) : undefined };
}

/** A page without that row. */
export function withoutRow<Row extends { id: number }>(page: TablePage<Row>, id: number): TablePage<Row> {
  const rows = page.rows.filter((row) => row.id !== id);
  return { rows, total: page.total - (page.rows.length - rows.length) };
}

/** A page on which that row has other values. */
export function withChangedRow<Row extends { id: number }>(
  page: TablePage<Row>,
  id: number,
  change: Partial<Row>,
): TablePage<Row> {
  return { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) };
}

/** A page that begins with a row which has no id yet. */
export function withNewRow<Row extends { id: number }>(page: TablePage<Row>, row: Row): TablePage<Row> {
  return { rows: [row, ...page.rows], total: page.total + 1 };
}

/** The id of a row that the server has yet to give one. */
export const unborn = 0;
