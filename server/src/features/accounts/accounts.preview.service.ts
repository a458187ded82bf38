import type { Deps } from '../../deps.ts';
import type { Actor } from '../../http/session.ts';
import { hasUnfinishedSales } from '../payments/payments.sales.queries.ts';
import { assertMayReadFor } from '../users/users.service.ts';
import {
  countEventsCreatedBy,
  countPlaces,
  isLastSiteAdmin,
  listTeamsWithAdmins,
  listUsablePaidTickets,
} from './accounts.removal.queries.ts';

/** Says what deleting the account would change, so that its owner can decide. */
export async function previewDeletion({ db, clock }: Deps, actor: Actor, userId: number) {
  await assertMayReadFor(db, actor, userId);
  const now = clock.now();
  const teams: { team_id: number; team_name: string; is_only_admin: boolean; blocks: boolean }[] = [];
  for (const team of await listTeamsWithAdmins(db, userId)) {
    const blocks = team.is_only_admin && (await hasUnfinishedSales(db, team.team_id, now));
    teams.push({ ...team, blocks });
  }
  return {
    places: await countPlaces(db, userId, now),
    paid_tickets: await listUsablePaidTickets(db, userId, now),
    teams,
    events_created: await countEventsCreatedBy(db, userId),
    is_last_site_admin: await isLastSiteAdmin(db, userId),
  };
}
