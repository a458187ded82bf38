import type { StopScope } from '../../db/tables.ts';
import type { Deps } from '../../deps.ts';
import { ApiError } from '../../http/errors.ts';
import {
  deleteStop,
  findStops,
  insertStop,
  readStopToken,
  type Stop,
  type StopLink,
} from '../../mail/mail-stops.ts';

interface Choice {
  scope: StopScope;
  name: string | null;
  is_stopped: boolean;
}

/** Lists the kinds of mail that the link in a mail can stop, the narrowest kind first. Throws `stop_link_invalid`. */
export async function listStopChoices(deps: Deps, token: string): Promise<Choice[]> {
  const link = readLink(deps, token);
  const offered = await listOffered(deps, link);
  const stopped = await findStops(deps.db, link.addressHash, offered);
  return offered.map(({ scope, name }) => ({
    scope,
    name,
    is_stopped: stopped.some((stop) => stop.scope === scope),
  }));
}

/**
 * Stops mails of one kind, or allows them again. Throws `stop_link_invalid` for an invalid link, or for a kind of
 * mail that the link cannot stop.
 */
export async function changeStop(
  deps: Deps,
  { token, scope, isStopped }: { token: string; scope: StopScope; isStopped: boolean },
): Promise<Choice[]> {
  const link = readLink(deps, token);
  const stop = (await listOffered(deps, link)).find((offered) => offered.scope === scope);
  if (!stop) throw new ApiError('stop_link_invalid');
  await (isStopped ? insertStop(deps, link.addressHash, stop) : deleteStop(deps.db, link.addressHash, stop));
  return listStopChoices(deps, token);
}

/**
 * Stops the narrowest kind of mail that the link in a mail can stop. Mail programs send this request when their reader
 * presses Unsubscribe.
 */
export async function stopWithOneClick(deps: Deps, token: string): Promise<void> {
  const link = readLink(deps, token);
  const [stop] = await listOffered(deps, link);
  if (stop) await insertStop(deps, link.addressHash, stop);
}

function readLink(deps: Deps, token: string): StopLink {
  const link = readStopToken(deps.sessionSecret, token);
  if (!link) throw new ApiError('stop_link_invalid');
  return link;
}

async function listOffered(
  deps: Deps,
  { teamId, eventId, topic }: StopLink,
): Promise<(Stop & Pick<Choice, 'name'>)[]> {
  if (eventId !== null) {
    const event = await deps.db
      .selectFrom('events')
      .select('title')
      .where('id', '=', eventId)
      .executeTakeFirst();
    return [{ scope: 'event', objectId: eventId, name: event?.title ?? null }];
  }
  const all: Stop & Pick<Choice, 'name'> = { scope: 'all', objectId: 0, name: null };
  if (teamId === null) return [all];
  const team = await deps.db.selectFrom('teams').select('name').where('id', '=', teamId).executeTakeFirst();
  const ofTeam = { objectId: teamId, name: team?.name ?? null };
  if (topic === 'follow') return [{ scope: 'follow', ...ofTeam }];
  if (topic === 'messages') return [{ scope: 'messages', ...ofTeam }, all];
  return [{ scope: 'team', ...ofTeam }, all];
}
