import { recordAudit } from '../../../db/audit.ts';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../http/caller.ts';
import { ApiError } from '../../../http/errors.ts';
import { lockUser } from '../../users/users.queries.ts';
import { getUserWithTeams } from '../../users/users.service.ts';
import { openUserSession, signSession } from '../auth.service.ts';
import { findChallenged, takeTry, useChallenge } from './challenges.service.ts';
import { readCode, useProof } from './codes.service.ts';
import { limitCodes } from './guesses.service.ts';
import { enqueueTwoFactorNews } from './mails.service.ts';

/**
 * Completes a login with the second factor. Throws `invalid_challenge`, or `invalid_two_factor_code` for a wrong or
 * used code.
 */
export async function logInWithCode(deps: Deps, typed: { challenge: string; code: string }, caller: Caller) {
  const userId = await findChallenged(deps.db, typed.challenge, deps.clock.now());
  if (userId === undefined) throw new ApiError('invalid_challenge');
  const session = await limitCodes(deps, { userId, caller, code: typed.code }, async () => {
    if (!(await takeTry(deps.db, typed.challenge))) throw new ApiError('invalid_challenge');
    return exchangeCode(deps, userId, typed, caller);
  });
  if (!session) throw new ApiError('invalid_two_factor_code');
  return signSession(deps, session);
}

/**
 * Uses up the code and the challenge, and opens the login session, all in one transaction. Returns null for a wrong
 * code.
 */
async function exchangeCode(
  deps: Deps,
  userId: number,
  typed: { challenge: string; code: string },
  caller: Caller,
) {
  const proof = await readCode(deps, userId, typed.code);
  if (!proof) return null;
  return deps.db.transaction().execute(async (tx) => {
    await lockUser(tx, userId);
    if (!(await useProof(tx, proof))) return null;
    // Another request used the challenge or replaced the password at the same moment. Throw, so that the rollback keeps
    // the code unused.
    if (!(await useChallenge(tx, typed.challenge))) throw new ApiError('invalid_challenge');
    if (proof.kind === 'recovery') {
      const by = { id: userId };
      const entry = { by, action: 'user.recovery_code_used', objectId: userId, eventId: null } as const;
      await recordAudit(tx, deps.clock.now(), entry);
      await enqueueTwoFactorNews(deps, tx, userId, 'recovery_code_used');
    }
    const opened = await openUserSession(tx, { userId, caller, now: deps.clock.now() });
    return { ...opened, user: await getUserWithTeams(deps, tx, userId) };
  });
}
