import type { Db } from '../../db/connect.ts';

/** What the mail about a refund says; undefined when its buyer is gone. */
export function findRefundForMail(db: Db, paymentId: number) {
  return db
    .selectFrom('payments')
    .innerJoin('users', 'users.id', 'payments.user_id')
    .leftJoin('events', 'events.id', 'payments.event_id')
    .select([
      'users.email',
      'users.username',
      'events.title as event_title',
      'payments.amount_pence',
      'payments.refund_reason',
    ])
    .where('payments.id', '=', paymentId)
    .executeTakeFirst();
}

const mostTeamAdmins = 1000;

/** What the mail about a dispute says, for each admin of the event's team; nobody when the event is gone. */
export function listDisputeReaders(db: Db, paymentId: number) {
  return db
    .selectFrom('payments')
    .innerJoin('events', 'events.id', 'payments.event_id')
    .innerJoin('team_members', 'team_members.team_id', 'events.team_id')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .leftJoin('users as buyers', 'buyers.id', 'payments.user_id')
    .select([
      'users.id as user_id',
      'users.email',
      'users.username',
      'events.id as event_id',
      'events.title as event_title',
      'events.start_time',
      'events.end_time',
      'payments.amount_pence',
      'payments.payment_intent_id',
      'buyers.username as buyer_username',
    ])
    .where('payments.id', '=', paymentId)
    .where('team_members.role', '=', 'team_admin')
    .orderBy('users.id')
    .limit(mostTeamAdmins)
    .execute();
}
