import { listRefundsTo } from '../orders/orders.refunds.queries.ts';
import { recordAudit } from '../../db/audit.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import { countUse } from '../../http/limits.ts';
import type { Actor } from '../../http/session.ts';
import { assertRecentPassword } from '../users/users.passwords.service.ts';
import { assertMayActFor } from '../users/users.service.ts';
import {
  findPaymentCustomer,
  findProfile,
  findSecondFactor,
  listAuditOf,
  listDevicesOf,
  listFollowsOf,
  listInvitationsOf,
  listMailedLinksOf,
  listMailsTo,
  listMailsWaitingFor,
  listPaymentsOf,
  listRegistrationsOf,
  listSessionsOf,
  listStopsOf,
  listTeamsOf,
  listTicketsOf,
} from './accounts.export.queries.ts';
import {
  listAutomaticWordsBy,
  listDoorLinksMadeBy,
  listEventsCreatedBy,
  listMessagesBy,
} from './accounts.export-work.queries.ts';

/**
 * Collects everything that Foyer keeps about a person. The caller must have typed the password recently, because a
 * stolen login session must not be enough to take all data. A test fails when a table about people is missing here.
 */
export async function exportUser(deps: Deps, actor: Actor, userId: number) {
  assertMayActFor(actor, userId);
  assertRecentPassword(deps, actor);
  await countUse(deps, 'account_export', actor.id);
  const { db, clock } = deps;
  const profile = await findProfile(db, userId);
  if (!profile) throw new ApiError('user_not_found');
  if (userId !== actor.id) {
    const entry = { by: actor, action: 'user.exported', objectId: userId, eventId: null } as const;
    await db.transaction().execute((tx) => recordAudit(tx, clock.now(), entry));
  }
  // Run the queries one after the other. In parallel, one request would take several database connections.
  return {
    exported_at: clock.now(),
    profile,
    teams: await listTeamsOf(db, userId),
    team_invitations: await listInvitationsOf(db, userId),
    registrations: await listRegistrationsOf(db, userId),
    tickets: await listTicketsOf(db, userId),
    payments: await listPaymentsOf(db, userId),
    refunds: await listRefundsTo(db, userId),
    payment_customer: (await findPaymentCustomer(db, userId)) ?? null,
    followed_teams: profile.email_verified_at ? await listFollowsOf(db, profile.email) : [],
    messages_sent: await listMessagesBy(db, userId),
    automatic_mails_written: await listAutomaticWordsBy(db, userId),
    door_links_made: await listDoorLinksMadeBy(db, userId),
    events_created: await listEventsCreatedBy(db, userId),
    sessions: await listSessionsOf(db, userId),
    known_devices: await listDevicesOf(db, userId),
    second_factor: (await findSecondFactor(db, userId)) ?? null,
    mailed_links: await listMailedLinksOf(db, userId),
    mails: await listMailsTo(db, userId),
    waiting_mails: await listMailsWaitingFor(db, userId),
    stopped_mails: await listStopsOf(db, profile.email),
    audit: await listAuditOf(db, userId),
  };
}
