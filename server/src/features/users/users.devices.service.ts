import type { Db, Tx } from '../../db/connect.ts';
import { prepare } from '../../db/hot.ts';
import { deviceDays } from '../../http/caller.ts';
import { createSecretToken, hashToken } from '../../http/secret-tokens.ts';

const dayMs = 24 * 3600 * 1000;

/** A browser that keeps no cookies becomes a new device with every login, so the number of devices needs a limit. */
const maxDevicesPerUser = 100;

interface SignIn {
  userId: number;
  /** The device's identifier from its cookie, as `describeCaller` reads it. */
  device: Buffer | null;
  now: Date;
}

/**
 * Makes the device known to the account that has just logged in on it. Returns a new value for the device's cookie,
 * which the caller must send. The old value stops working for every account, because an attacker may have put that
 * value into this browser.
 */
export async function rememberDevice(tx: Tx, { userId, device, now }: SignIn): Promise<string> {
  const token = createSecretToken();
  const device_hash = hashToken(token);
  if (device) {
    await tx
      .updateTable('known_devices')
      .set({ device_hash })
      .where('device_hash', '=', device)
      .where('last_used_at', '>', oldestKnown(now))
      .execute();
  }
  await insertDevice(tx, { userId, hash: device_hash, now });
  return token;
}

/** Adds a device, and forgets those that were not used for longest when there are too many. */
const insertDevice = prepare((db, { userId, hash, now }: { userId: number; hash: Buffer; now: Date }) =>
  db
    .with('forgotten', (with_) =>
      with_
        .deleteFrom('known_devices')
        .where('user_id', '=', userId)
        .where('device_hash', 'in', (from) =>
          from
            .selectFrom('known_devices')
            .select('device_hash')
            .where('user_id', '=', userId)
            .where('device_hash', '!=', hash)
            .orderBy('last_used_at', 'desc')
            .orderBy('device_hash')
            .offset(maxDevicesPerUser - 1),
        ),
    )
    .insertInto('known_devices')
    .values({ user_id: userId, device_hash: hash, last_used_at: now })
    .onConflict((conflict) =>
      conflict.columns(['user_id', 'device_hash']).doUpdateSet({ last_used_at: now }),
    ),
);

export async function isKnownDevice(db: Db, { userId, device, now }: SignIn): Promise<boolean> {
  if (!device) return false;
  const known = await db
    .selectFrom('known_devices')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('device_hash', '=', device)
    .where('last_used_at', '>', oldestKnown(now))
    .executeTakeFirst();
  return known !== undefined;
}

export async function forgetOtherDevices(tx: Tx, userId: number, kept: Buffer | null): Promise<void> {
  const devices = tx.deleteFrom('known_devices').where('user_id', '=', userId);
  await (kept ? devices.where('device_hash', '!=', kept) : devices).execute();
}

export async function forgetOldDevices(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('known_devices').where('last_used_at', '<', oldestKnown(now)).execute();
}

function oldestKnown(now: Date): Date {
  return new Date(now.getTime() - deviceDays * dayMs);
}
