import type { Deps } from '../../../deps.ts';
import { countUse } from '../../../http/limits.ts';
import type { Signed } from '../../../http/caller.ts';
import { countAddingPeople } from '../../users/users.tries.service.ts';
import { assertVerified } from '../../users/users.service.ts';

/** A person who is added to an event, named by id or by the typed username or email address. */
interface Added {
  user_id?: number;
  name?: string;
}

/** Returns null for a username, which is a text without an @. */
export function findTypedEmail({ name = '' }: Added): string | null {
  return name.includes('@') ? name : null;
}

/**
 * Limits adding other people to events. Throws `email_not_verified` and `too_many_requests`. Users who add themselves
 * and site administrators are not limited.
 */
export async function assertMayAdd(deps: Deps, { actor, address }: Signed, added: Added): Promise<void> {
  if (actor.isSiteAdmin || added.user_id === actor.id) return;
  await assertVerified(deps.db, actor);
  await countAddingPeople(deps, { actor, address }, added.user_id);
  if (findTypedEmail(added) === null) return;
  await countUse(deps, 'typed_email_address', address);
  await countUse(deps, 'typed_email', actor.id);
}
