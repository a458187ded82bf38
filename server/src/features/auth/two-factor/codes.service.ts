import { createHash, randomBytes } from 'node:crypto';
import type { Tx } from '../../../db/connect.ts';
import type { Deps } from '../../../deps.ts';
import { findStep, isAppCode } from './authenticator.rules.ts';
import { createRecoveryCodes, tidyCode } from './recovery-codes.rules.ts';
import { openSecret } from './sealing.rules.ts';
import { findTwoFactor } from './two-factor.queries.ts';

/**
 * The result of reading a typed code: a right code of the app with its 30-second time step, or the hash of a code that
 * may be one of the recovery codes.
 */
export type Proof =
  | { kind: 'app'; userId: number; sealedSecret: Buffer; step: number }
  | { kind: 'recovery'; userId: number; codeHash: Buffer };

/**
 * Returns null for a wrong code of the app. The caller must also call `useProof`, which checks recovery codes, and
 * refuses codes that were used before.
 */
export async function readCode(deps: Deps, userId: number, typed: string): Promise<Proof | null> {
  const factor = await findTwoFactor(deps.db, userId);
  if (!factor?.confirmed_at || !factor.recovery_salt) return null;
  const code = tidyCode(typed);
  if (!isAppCode(code)) {
    return { kind: 'recovery', userId, codeHash: hashCode(code, factor.recovery_salt) };
  }
  const step = findStepOf(deps, userId, factor.sealed_secret, code);
  return step === null ? null : { kind: 'app', userId, sealedSecret: factor.sealed_secret, step };
}

/** Finds the time step of an app's code. Returns null for a wrong code, or when the secret cannot be read. */
export function findStepOf(deps: Deps, userId: number, sealedSecret: Buffer, code: string): number | null {
  const secret = openSecret(deps.sessionSecret, userId, sealedSecret);
  if (secret !== null) return findStep(secret, code, deps.clock.now());
  deps.log.warn(
    { userId },
    'a second factor cannot be read, because SESSION_SECRET has changed since its set-up',
  );
  return null;
}

/**
 * Uses up a code, in the transaction that does what the code allows. Returns false when the code is wrong or used. A
 * single conditional statement lets only one of several requests use it.
 */
export async function useProof(tx: Tx, proof: Proof): Promise<boolean> {
  if (proof.kind === 'recovery') {
    const deleted = await tx
      .deleteFrom('recovery_codes')
      .where('user_id', '=', proof.userId)
      .where('code_hash', '=', proof.codeHash)
      .executeTakeFirst();
    return deleted.numDeletedRows > 0n;
  }
  const updated = await tx
    .updateTable('two_factors')
    .set({ last_step: proof.step })
    .where('user_id', '=', proof.userId)
    .where('sealed_secret', '=', proof.sealedSecret)
    .where('confirmed_at', 'is not', null)
    .where('last_step', '<', proof.step)
    .executeTakeFirst();
  return updated.numUpdatedRows > 0n;
}

export interface RecoveryCodes {
  /** The user sees these codes only once. */
  codes: string[];
  salt: Buffer;
  hashes: Buffer[];
}

export function makeRecoveryCodes(): RecoveryCodes {
  const codes = createRecoveryCodes();
  const salt = randomBytes(16);
  return { codes, salt, hashes: codes.map((code) => hashCode(tidyCode(code), salt)) };
}

/**
 * A quick hash is enough, because nobody can try all values of about 74 random bits. With a slow hash, one account
 * could keep others from logging in.
 */
function hashCode(code: string, salt: Buffer): Buffer {
  return createHash('sha256').update(salt).update(code).digest();
}

/** Replaces all recovery codes of a user. The caller must store the salt. */
export async function replaceHashes(tx: Tx, userId: number, hashes: readonly Buffer[]): Promise<void> {
  await tx.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await tx
    .insertInto('recovery_codes')
    .values(hashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}
