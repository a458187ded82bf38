import { useMutation, useQueryClient } from '@tanstack/react-query';
import { describeAdminFailure } from './admin-failure.ts';
import { adminKey, tableKey, type TablePage, type TableRows } from './admin.api.ts';
import { useAdminId } from './use-admin-id.ts';
import { useRecheck } from './records/use-recheck.ts';
import { toast } from '../../ui/overlays/toast.ts';

export interface AdminChange<Table extends keyof TableRows, Input, Answer> {
  table: Table;
  send: (input: Input) => Promise<Answer>;
  /**
   * Returns the rows of the table's page as they are after the change. The table shows them until the server has
   * answered.
   */
  preview: (page: TablePage<TableRows[Table]>, input: Input) => TablePage<TableRows[Table]>;
  successText: (input: Input) => string;
  /** The message when the change failed and the server sent no message. */
  failure: string;
  /** Called after success, to refresh other data that the change affects. */
  onDone?: (input: Input, answer: Answer) => void;
}

/** Makes a change that the table shows at once. If the change fails, the old rows come back. */
export function useAdminChange<Table extends keyof TableRows, Input, Answer>({
  table,
  send,
  preview,
  successText,
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
      // Cancel list calls that are still running, because their results would bring the old rows back.
      await queryClient.cancelQueries({ queryKey });
      const before = queryClient.getQueriesData<TablePage<TableRows[Table]>>({ queryKey });
      queryClient.setQueriesData<TablePage<TableRows[Table]>>(
        { queryKey },
        (page) => page && preview(page, input),
      );
      return before;
    },
    onSuccess: (answer, input) => {
      toast.success(successText(input));
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

export function withoutRow<Row extends { id: number }>(page: TablePage<Row>, id: number): TablePage<Row> {
  const rows = page.rows.filter((row) => row.id !== id);
  return { rows, total: page.total - (page.rows.length - rows.length) };
}

export function withChangedRow<Row extends { id: number }>(
  page: TablePage<Row>,
  id: number,
  change: Partial<Row>,
): TablePage<Row> {
  return { ...page, rows: page.rows.map((row) => (row.id === id ? { ...row, ...change } : row)) };
}

/** Puts the new row on top, with the id `unsavedId`. */
export function withNewRow<Row extends { id: number }>(page: TablePage<Row>, row: Row): TablePage<Row> {
  return { rows: [row, ...page.rows], total: page.total + 1 };
}

/** The id of a row that the server has not stored yet. */
export const unsavedId = 0;
