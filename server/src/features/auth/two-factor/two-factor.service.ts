import { recordAudit } from '../../../db/audit.ts';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { ApiError, fieldError } from '../../../http/errors.ts';
import type { Actor } from '../../../http/session.ts';
import { assertKnowsPassword, assertRecentPassword } from '../../users/users.passwords.service.ts';
import { findPasswordHash } from '../../users/users.queries.ts';
import { getUser } from '../../users/users.service.ts';
import { limitTries } from '../../users/users.tries.service.ts';
import { composeAppAddress, createSecret } from './authenticator.rules.ts';
import { findStepOf, makeRecoveryCodes, readCode, replaceHashes, useProof } from './codes.service.ts';
import { tidyCode } from './recovery-codes.rules.ts';
import { sealSecret } from './sealing.rules.ts';
import { enqueueTwoFactorNews } from './mails.service.ts';
import { countRecoveryCodes, findTwoFactor, hasTwoFactor } from './two-factor.queries.ts';

const setUpMs = 3600 * 1000;

export async function describeTwoFactor({ db, config }: Deps, actor: Actor) {
  const enabled_at = (await findTwoFactor(db, actor.id))?.confirmed_at ?? null;
  return {
    enabled: enabled_at !== null,
    enabled_at,
    compulsory: actor.isSiteAdmin && config.requireTwoFactor === 'admins',
    recovery_codes_left: await countRecoveryCodes(db, actor.id),
  };
}

/**
 * Creates a secret for an authenticator app. A new set-up replaces an earlier set-up that the user has not confirmed.
 */
export async function setUpTwoFactor(deps: Deps, actor: Actor, password: string) {
  if (await hasTwoFactor(deps.db, actor.id)) throw new ApiError('two_factor_already_on');
  await assertKnowsPassword(deps, actor, { field: 'current_password', password });
  const secret = createSecret();
  const sealed = {
    sealed_secret: sealSecret(deps.sessionSecret, actor.id, secret),
    created_at: deps.clock.now(),
  };
  const written = await deps.db
    .insertInto('two_factors')
    .values({ user_id: actor.id, ...sealed, confirmed_at: null, last_step: 0, recovery_salt: null })
    .onConflict((conflict) =>
      conflict.column('user_id').doUpdateSet(sealed).where('two_factors.confirmed_at', 'is', null),
    )
    .returning('user_id')
    .executeTakeFirst();
  if (!written) throw new ApiError('two_factor_already_on');
  // People may have accounts on several Foyer sites, so the app shows the host name of this site.
  const issuer = `Foyer ${new URL(deps.publicUrl).host}`;
  return { secret, app_address: composeAppAddress(secret, { issuer, username: actor.username }) };
}

/**
 * `code` is the first code of the app. Returns the recovery codes. Throws `two_factor_already_on`,
 * `two_factor_setup_expired`, and a field error for a wrong code.
 */
export async function confirmTwoFactor(deps: Deps, actor: Actor, code: string): Promise<string[]> {
  const factor = await findTwoFactor(deps.db, actor.id);
  if (factor?.confirmed_at) throw new ApiError('two_factor_already_on');
  const oldest = deps.clock.now().getTime() - setUpMs;
  if (!factor || factor.created_at.getTime() < oldest) throw new ApiError('two_factor_setup_expired');
  const prover = { sessionId: actor.sessionId, isSecondFactor: true };
  const step = await limitTries(deps, prover, async () =>
    findStepOf(deps, actor.id, factor.sealed_secret, tidyCode(code)),
  );
  if (step === null) throw fieldError('code', wrongCode);
  const { codes, salt, hashes } = makeRecoveryCodes();
  const confirmed = { confirmed_at: deps.clock.now(), last_step: step, recovery_salt: salt };
  await deps.db.transaction().execute(async (tx) => {
    const { numUpdatedRows } = await tx
      .updateTable('two_factors')
      .set(confirmed)
      .where('user_id', '=', actor.id)
      .where('sealed_secret', '=', factor.sealed_secret)
      .where('confirmed_at', 'is', null)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) throw new ApiError('two_factor_setup_expired');
    await replaceHashes(tx, actor.id, hashes);
    await enqueueTwoFactorNews(deps, tx, actor.id, 'on');
  });
  return codes;
}

const wrongCode = 'This code is not correct. Enter the newest code from your app.';
const wrongCodeOrUsed =
  'This code is not correct, or it was used before. Enter the newest code from your app.';

interface PasswordAndCode {
  current_password: string;
  code: string;
}

export async function switchOffTwoFactor(deps: Deps, actor: Actor, typed: PasswordAndCode): Promise<void> {
  if (actor.isSiteAdmin && deps.config.requireTwoFactor === 'admins') {
    throw new ApiError('two_factor_compulsory');
  }
  await changeWithBoth(deps, actor, typed, async (tx) => {
    await deleteTwoFactor(tx, actor.id);
    await enqueueTwoFactorNews(deps, tx, actor.id, 'off');
  });
}

export async function replaceRecoveryCodes(
  deps: Deps,
  actor: Actor,
  typed: PasswordAndCode,
): Promise<string[]> {
  const { codes, salt, hashes } = makeRecoveryCodes();
  await changeWithBoth(deps, actor, typed, async (tx) => {
    await tx
      .updateTable('two_factors')
      .set({ recovery_salt: salt })
      .where('user_id', '=', actor.id)
      .execute();
    await replaceHashes(tx, actor.id, hashes);
    await enqueueTwoFactorNews(deps, tx, actor.id, 'new_recovery_codes');
  });
  return codes;
}

/**
 * Makes a change that needs the password and a code. Both count as one try, because otherwise a right password would
 * clear the count, and somebody who knows it could guess codes without end.
 */
async function changeWithBoth(
  deps: Deps,
  actor: Actor,
  { current_password, code }: PasswordAndCode,
  change: (tx: Tx) => Promise<void>,
): Promise<void> {
  if (!(await hasTwoFactor(deps.db, actor.id))) throw new ApiError('two_factor_not_on');
  const prover = { sessionId: actor.sessionId, isSecondFactor: true };
  const done = await limitTries(deps, prover, async () => {
    const known = await findPasswordHash(deps.db, actor.id);
    if (!(await deps.passwords.verify(known?.password_hash, current_password, { userId: actor.id }))) {
      throw fieldError('current_password', 'Current password is not correct');
    }
    const proof = await readCode(deps, actor.id, code);
    if (!proof) return null;
    return deps.db.transaction().execute(async (tx) => {
      if (!(await useProof(tx, proof))) return null;
      await change(tx);
      return true;
    });
  });
  if (!done) throw fieldError('code', wrongCodeOrUsed);
}

export async function removeTwoFactor(deps: Deps, actor: Actor, userId: number): Promise<void> {
  if (userId === actor.id) throw new ApiError('forbidden', { msg: ownFactor });
  assertRecentPassword(deps, actor);
  await deps.db.transaction().execute(async (tx) => {
    await getUser(tx, userId);
    if (!(await deleteTwoFactor(tx, userId))) throw new ApiError('two_factor_not_on');
    await recordAudit(tx, deps.clock.now(), {
      by: actor,
      action: 'user.two_factor_removed',
      objectId: userId,
      eventId: null,
    });
    await enqueueTwoFactorNews(deps, tx, userId, 'off_by_administrator');
  });
}

const ownFactor = 'Switch off your own two-factor authentication on the Account security page, with a code.';

/** Returns whether the second factor was on. */
async function deleteTwoFactor(tx: Tx, userId: number): Promise<boolean> {
  const deleted = await tx
    .deleteFrom('two_factors')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return deleted.numDeletedRows > 0n;
}
