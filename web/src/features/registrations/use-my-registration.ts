import { useQuery } from '@tanstack/react-query';
import { useSession } from '../../api/session.ts';
import { type MyRegistration, registrationsQuery } from './registrations.api.ts';

/** If the call fails, the user counts as not registered. */
export function useMyRegistration(eventId: number): {
  checking: boolean;
  registration: MyRegistration | null;
} {
  const { status, user } = useSession();
  const { data, isPending } = useQuery({ ...registrationsQuery(user?.id ?? 0), enabled: status === 'in' });
  return {
    checking: status !== 'out' && isPending,
    registration: data?.find((registration) => registration.event_id === eventId) ?? null,
  };
}
