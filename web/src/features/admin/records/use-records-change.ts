import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { toast } from 'sonner';
import { describeAdminFailure } from '../admin-failure.ts';
import type { TablePage } from '../admin.api.ts';

/** Asks the server to look at one record again; what it then says takes the record's place in the list. */
export function useRecordsChange<Row extends { id: string | number }>({
  queryKey,
  send,
  failure,
}: {
  /** Of the list. */
  queryKey: QueryKey;
  send: (row: Row) => Promise<{ row: Row; news: string; isGood: boolean }>;
  failure: string;
}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: ({ row, news, isGood }) => {
      queryClient.setQueryData<TablePage<Row>>(
        queryKey,
        (page) => page && { ...page, rows: page.rows.map((one) => (one.id === row.id ? row : one)) },
      );
      if (isGood) toast.success(news);
      else toast.error(news);
    },
    onError: (error) => toast.error(describeAdminFailure(error, failure)),
  });
}
