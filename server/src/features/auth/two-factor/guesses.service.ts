import { recordAudit } from '../../../db/audit.ts';
import type { Deps } from '../../../deps.ts';
import type { Caller } from '../../../http/caller.ts';
import { clearUses, countUse, limits, prolongCount, tryUse, type LimitName } from '../../../http/limits.ts';
import { findKnownDevice } from '../../users/users.tries.service.ts';
import { isAppCode } from './authenticator.rules.ts';
import { enqueueTwoFactorNews } from './mails.service.ts';
import { tidyCode } from './recovery-codes.rules.ts';

/**
 * After ten wrong codes, Foyer refuses further codes for this many minutes: the first time, the second time, and each
 * later time.
 */
const blockMinutes = [15, 60, 24 * 60];

/** The owner is told after this many wrong codes. Fewer wrong codes are most likely typing errors. */
const toldAfter = 3;

interface Guess {
  userId: number;
  caller: Caller;
  code: string;
}

/**
 * Limits the second-factor codes that a person may try after the right password. Returns the result of `attempt`, null
 * for a wrong code. Known devices and recovery codes have counters of their own, so that an attacker with the password
 * cannot lock the owner out.
 */
export async function limitCodes<T>(
  deps: Deps,
  guess: Guess,
  attempt: () => Promise<T | null>,
): Promise<T | null> {
  const [name, subject] = await chooseLimit(deps, guess);
  const tries = await countUse(deps, name, subject);
  const key = `${name} ${subject}`;
  if (name !== 'recovery_code' && tries === limits[name].uses) {
    const times = await countUse(deps, 'second_factor_block', key);
    await prolongCount(deps, name, subject, blockMinutes[times - 1] ?? Math.max(...blockMinutes));
  }
  const result = await attempt();
  if (result !== null) {
    await clearUses(deps, name, subject);
    await clearUses(deps, 'second_factor_block', key);
  } else if (tries === toldAfter && (await tryUse(deps, 'second_factor_news', guess.userId))) {
    await tellOwner(deps, guess.userId);
  }
  return result;
}

async function chooseLimit(deps: Deps, { userId, caller, code }: Guess): Promise<[LimitName, string]> {
  if (!isAppCode(tidyCode(code))) return ['recovery_code', `${userId} ${caller.address}`];
  const device = await findKnownDevice(deps, userId, caller);
  return device ? ['second_factor_device', device] : ['second_factor_account', String(userId)];
}

/** Tells the owner that somebody knows the password, and records the wrong codes in the audit log. */
function tellOwner(deps: Deps, userId: number): Promise<void> {
  return deps.db.transaction().execute(async (tx) => {
    await recordAudit(tx, deps.clock.now(), {
      by: 'Foyer itself',
      action: 'user.second_factor_guessed',
      objectId: userId,
      eventId: null,
    });
    await enqueueTwoFactorNews(deps, tx, userId, 'guessed');
  });
}
