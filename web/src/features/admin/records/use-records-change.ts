import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query';
import { updateLoaded } from '../../../api/update-loaded.ts';
import { describeAdminFailure } from '../admin-failure.ts';
import type { TablePage } from '../admin.api.ts';
import { toast } from '../../../ui/overlays/toast.ts';

/** Asks the server to check one record again, and puts the updated record into the list. */
export function useRecordsChange<Row extends { id: string | number }>({
  queryKey,
  send,
  failure,
}: {
  queryKey: QueryKey;
  send: (row: Row) => Promise<{ row: Row; message: string; isGood: boolean }>;
  failure: string;
}) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: send,
    onSuccess: async ({ row, message, isGood }) => {
      await updateLoaded(queryClient, queryKey, (page: TablePage<Row>) => ({
        ...page,
        rows: page.rows.map((one) => (one.id === row.id ? row : one)),
      }));
      if (isGood) toast.success(message);
      else toast.error(message);
    },
    onError: (error) => toast.error(describeAdminFailure(error, failure)),
  });
}
