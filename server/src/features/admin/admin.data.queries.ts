import type { Db } from '../../db/connect.ts';

/** Finds the result of the last data check. */
export function findDataCheck(db: Db) {
  return db.selectFrom('data_checks').select(['checked_at', 'faults']).executeTakeFirst();
}
