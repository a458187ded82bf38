import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { prepare } from '../../db/hot.ts';

const ofTeam = (teamId: number) => sql`
  from orders join events on events.id = orders.event_id and events.team_id = ${teamId}
`;

const members = (teamId: number) => sql`
  from team_members join users on users.id = team_members.user_id where team_members.team_id = ${teamId}
`;

/** An order that somebody placed without the team. It counts once it was confirmed, also if it is given back later. */
const isOwnOrder = sql`orders.confirmed_at is not null and orders.made_by is null and orders.channel <> 'complimentary'`;

const selectStart = prepare((db, { teamId, now }: { teamId: number; now: Date }) =>
  db
    .selectFrom('teams')
    .select([
      sql<boolean>`picture_url is not null`.as('has_picture'),
      sql<boolean>`coalesce(description, '') <> ''`.as('has_description'),
      sql<boolean>`exists (
        select ${ofTeam(teamId)}
        where ${isOwnOrder} and (
          orders.user_id in (select users.id ${members(teamId)})
          or lower(orders.buyer_email) in (select lower(users.email) ${members(teamId)})
        )
      )`.as('tried'),
      sql<boolean>`exists (
        select ${ofTeam(teamId)}
        where ${isOwnOrder}
          and (orders.user_id is null or orders.user_id not in (select users.id ${members(teamId)}))
          and lower(orders.buyer_email) not in (select lower(users.email) ${members(teamId)})
      ) or exists (
        select from team_followers
        where team_followers.team_id = ${teamId} and confirmed_at is not null
          and lower(team_followers.email) not in (select lower(users.email) ${members(teamId)})
      )`.as('reached'),
    ])
    .where('teams.id', '=', teamId)
    // A team whose event is over needs no first steps, and may have too many orders to look through.
    .where(
      sql<boolean>`not exists (
        select from events where events.team_id = ${teamId} and status <> 'draft' and end_time <= ${now}
      )`,
    ),
);

/** Finds how far a new team has come. Undefined once one of its events has ended. */
export async function findStart(db: Db, teamId: number, now: Date) {
  const [start] = await selectStart(db, { teamId, now });
  return start;
}
