import { queryOptions } from '@tanstack/react-query';
import { type Answer, api } from '../../api/client.ts';
import { personalKey } from '../../api/query-keys.ts';

export type Device = Answer<'GET /auth/sessions'>['sessions'][number];

export function devicesQuery(userId: number) {
  return queryOptions({
    queryKey: personalKey(userId, 'devices'),
    queryFn: async ({ signal }): Promise<Device[]> => (await api('GET /auth/sessions', { signal })).sessions,
    staleTime: 0,
  });
}
