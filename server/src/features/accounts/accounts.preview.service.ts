import type { Deps } from '../../deps.ts';
import type { Actor } from '../../http/session.ts';
import { assertMayReadFor } from '../users/users.service.ts';
import {
  countEventsCreatedBy,
  countPlaces,
  findDeletionBarriers,
  listUsablePaidTickets,
} from './accounts.removal.queries.ts';

export async function previewDeletion({ db, clock }: Deps, actor: Actor, userId: number) {
  await assertMayReadFor(db, actor, userId);
  const now = clock.now();
  const { isLastSiteAdmin, teams } = await findDeletionBarriers(db, userId, now);
  return {
    places: await countPlaces(db, userId, now),
    paid_tickets: await listUsablePaidTickets(db, userId, now),
    teams,
    events_created: await countEventsCreatedBy(db, userId),
    is_last_site_admin: isLastSiteAdmin,
  };
}
