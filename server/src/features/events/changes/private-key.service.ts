import type { Deps } from '../../../deps.ts';
import { ApiError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import { makePrivateKey } from '../events.rules.ts';
import { getEventFor } from '../events.access.service.ts';

/** Gives a private event a new key, so that links with the old key stop working. Throws `event_is_public`. */
export async function renewPrivateKey(deps: Deps, actor: Actor, id: number): Promise<string> {
  const private_key = makePrivateKey();
  return deps.db.transaction().execute(async (tx) => {
    await getEventFor(tx, actor, 'edit', { id });
    const changed = await tx
      .updateTable('events')
      .set({ private_key, updated_at: deps.clock.now() })
      .where('id', '=', id)
      .where('is_public', '=', false)
      .returning('id')
      .executeTakeFirst();
    if (!changed) throw new ApiError('event_is_public');
    return private_key;
  });
}
