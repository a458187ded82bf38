import type { Db, Tx } from '../../../db/connect.ts';
import { prepare } from '../../../db/hot.ts';

const selectTwoFactor = prepare((db, { userId }: { userId: number }) =>
  db
    .selectFrom('two_factors')
    .select(['sealed_secret', 'created_at', 'confirmed_at', 'recovery_salt'])
    .where('user_id', '=', userId),
);

/** Also finds an authenticator app that the user has not confirmed yet. */
export async function findTwoFactor(db: Db | Tx, userId: number) {
  const [found] = await selectTwoFactor(db, { userId });
  return found;
}

export async function hasTwoFactor(db: Db | Tx, userId: number): Promise<boolean> {
  const found = await findTwoFactor(db, userId);
  return found !== undefined && found.confirmed_at !== null;
}

export async function countRecoveryCodes(db: Db | Tx, userId: number): Promise<number> {
  const { total } = await db
    .selectFrom('recovery_codes')
    .select((select) => select.fn.countAll<number>().as('total'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return total;
}
