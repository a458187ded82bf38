import { createHash } from 'node:crypto';
import type { ApiAnswer } from './api-call.ts';
import { SandboxError } from './sandbox-error.ts';
import type { SandboxTransaction } from '../transaction.ts';

/** The provider forgets an idempotency key after a day. A new call can then use the same key. */
const KEY_LIFETIME_MS = 24 * 60 * 60 * 1000;

export interface KeyedAnswer {
  answer: ApiAnswer;
  replayed: boolean;
}

/**
 * Runs a call once for each idempotency key, and answers repeated calls with the stored response. The key is stored
 * first, so a repeated call waits while the first call runs. A call that throws leaves its key unused.
 */
export async function answerOnce(
  tx: SandboxTransaction,
  call: { key: string; method: string; path: string; body: string },
  runCall: () => Promise<ApiAnswer>,
): Promise<KeyedAnswer> {
  const fingerprint = createHash('sha256').update(`${call.method} ${call.path}\n${call.body}`).digest('hex');
  const forgotten = new Date(tx.now.getTime() - KEY_LIFETIME_MS);
  const taken = await tx.db
    .insertInto('sandbox_idempotency_keys')
    .values({ key: call.key, fingerprint, status: null, answer: null, created_at: tx.now })
    .onConflict((conflict) =>
      conflict
        .column('key')
        .doUpdateSet({ fingerprint, status: null, answer: null, created_at: tx.now })
        .where('sandbox_idempotency_keys.created_at', '<', forgotten),
    )
    .returning('key')
    .executeTakeFirst();
  if (!taken) return { answer: await replay(tx, call.key, fingerprint), replayed: true };
  const answer = await runCall();
  await tx.db
    .updateTable('sandbox_idempotency_keys')
    .set({ status: answer.status, answer: JSON.stringify(answer.body) })
    .where('key', '=', call.key)
    .execute();
  return { answer, replayed: false };
}

async function replay(tx: SandboxTransaction, key: string, fingerprint: string): Promise<ApiAnswer> {
  const row = await tx.db
    .selectFrom('sandbox_idempotency_keys')
    .select(['fingerprint', 'status', 'answer'])
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  if (row.fingerprint !== fingerprint) {
    throw new SandboxError(400, {
      type: 'idempotency_error',
      message: `Keys for idempotent requests can only be used with the same parameters they were first used with. Try using a key other than '${key}' if you meant to execute a different request.`,
    });
  }
  return { status: row.status ?? 500, body: row.answer ?? {} };
}
