import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import { type MyRegistration, registrationsQuery } from './registrations.api.ts';

/**
 * Of several registrations for the event, returns the one that is not paid yet, because the user must act on it. If the
 * call fails, the user counts as not registered.
 */
export function useMyRegistration(eventId: number): {
  checking: boolean;
  registration: MyRegistration | null;
} {
  const { status, user } = useSession();
  const { data, isPending } = useQuery({ ...registrationsQuery(user?.id ?? 0), enabled: status === 'in' });
  const own = data?.filter((registration) => registration.event_id === eventId) ?? [];
  return {
    checking: status !== 'out' && isPending,
    registration: own.find(({ hold_expires_at }) => hold_expires_at !== null) ?? own[0] ?? null,
  };
}
