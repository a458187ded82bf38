import { countFaults } from '../../db/invariants.ts';
import type { Deps } from '../../deps.ts';
import { readHour } from '../../zoned-time.ts';
import { findDataCheck } from './admin.data.queries.ts';
import { isDataCheckDue } from './admin.data.rules.ts';

/**
 * Compares all stored counts with the tickets, orders and payments, once each night. The system check shows the result.
 */
export async function checkDataNightly(deps: Deps): Promise<void> {
  const { db, clock, config } = deps;
  const last = await findDataCheck(db);
  const now = clock.now();
  const hour = readHour(now, config.timeZone);
  if (isDataCheckDue(last?.checked_at ?? null, { now, hour })) await checkData(deps);
}

async function checkData({ db, clock, log }: Deps): Promise<void> {
  const faults = await countFaults(db);
  if (faults.length > 0) log.error({ faults }, 'the counters disagree with the tickets and payments');
  const values = { checked_at: clock.now(), faults: JSON.stringify(faults) };
  await db
    .insertInto('data_checks')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doUpdateSet(values))
    .execute();
}
