import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { sql } from 'kysely';
import type { Db, Tx } from '../db/connect.ts';
import { OperatorError } from '../operator-error.ts';

/** A new version of Foyer that cannot restore older backups must raise `format`. */
export interface Manifest {
  format: 1;
  madeAt: string;
  database: 'postgres' | 'embedded';
  /** The value `elsewhere` means that the files are in S3-compatible storage, which the backup does not include. */
  files: 'included' | 'elsewhere';
  counts: Counts;
}

/** The numbers that must be equal before the backup and after a restore. Money is in pence. */
export type Counts = Record<
  'users' | 'events' | 'seats' | 'tickets' | 'payments' | 'paidPence' | 'refundedPence',
  number
>;

const fileName = 'manifest.json';

export async function writeManifest(folder: string, manifest: Manifest): Promise<void> {
  await writeFile(join(folder, fileName), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** Throws `OperatorError` when the folder does not contain a complete backup that this version of Foyer can restore. */
export async function readManifest(folder: string): Promise<Manifest> {
  const text = await readFile(join(folder, fileName), 'utf8').catch(() => {
    throw new OperatorError(`${folder} is not a complete backup: it has no ${fileName}.`);
  });
  const manifest = JSON.parse(text) as Partial<Manifest>;
  if (manifest.format !== 1) {
    throw new OperatorError(
      `A newer Foyer made the backup in ${folder}. Restore it with that version or a newer one.`,
    );
  }
  return manifest as Manifest;
}

export async function countEverything(db: Db | Tx): Promise<Counts> {
  const { rows } = await sql<Counts>`
    select
      (select count(*) from users) as users,
      (select count(*) from events) as events,
      (select coalesce(sum(seats_taken), 0) from events) as seats,
      (select count(*) from tickets) as tickets,
      (select count(*) from payments) as payments,
      (select coalesce(sum(amount_pence), 0) from payments where paid_at is not null) as "paidPence",
      (select coalesce(sum(amount_refunded_pence), 0) from payments) as "refundedPence"`.execute(db);
  const [counts] = rows;
  if (!counts) throw new Error('A query without a table always returns one row');
  return counts;
}
