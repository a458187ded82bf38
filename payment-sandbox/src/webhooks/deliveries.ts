import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { applyDueChanges } from '../due-changes.ts';
import { getSwitches, isDown, type Switches } from '../fault-switches.ts';
import { inTransaction, NO_REQUEST, type SandboxContext } from '../transaction.ts';
import type { WakeUpSignal } from './wake-up-signal.ts';
import { postWebhook, type WebhookTarget } from './webhook-sender.ts';

const POLL_MS = 500;
const BATCH = 16;
/**
 * Other processes leave a webhook alone for this long after one process has begun to send it. Afterwards they may send
 * the webhook, because the first process may have died.
 */
const CLAIM_MS = 15_000;
/**
 * The longest time that a process tries to store the result of a webhook. Sending (at most 10 seconds) and storing
 * together must take less time than `CLAIM_MS`. Otherwise another process would send the same webhook again.
 */
const RECORD_MS = 4_000;
/** When the process stops, webhooks that are being sent have this long to finish. */
const STOP_GRACE_MS = 2000;
const GIVE_UP_MS = 24 * 60 * 60 * 1000;
/** The seconds to wait after the first, second… failed attempt. After the last entry, every pause is an hour. */
const PAUSES_S = [1, 2, 5, 15, 60, 300, 900, 3600];

interface Claim {
  id: number;
  attempts: number;
  createdAt: Date;
  event: object;
}

export interface RunningDeliveries {
  /** Waits at most two seconds for webhooks that are being sent. */
  stop(): Promise<void>;
}

/** Starts a loop that sends due webhooks and makes due changes, such as the expiry of a session. */
export function startDeliveryLoop(
  context: SandboxContext,
  wakeUpSignal: WakeUpSignal,
  target: WebhookTarget,
  pollMs = POLL_MS,
): RunningDeliveries {
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const isBusy = await advanceSafely(context, target, abandoning.signal);
      if (!isBusy) await wakeUpSignal.wait(pollMs);
    }
  };
  const ended = loop();
  return {
    async stop() {
      stopping.abort();
      wakeUpSignal.wakeUp();
      const timer = setTimeout(() => abandoning.abort(), STOP_GRACE_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/**
 * Sends due webhooks and makes due changes. Catches errors, so that the loop survives a short outage of the database.
 */
async function advanceSafely(
  context: SandboxContext,
  target: WebhookTarget,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    const changed = await applyAllDueChanges(context);
    const sent = await deliverBatch(context, target, signal);
    return changed + sent > 0;
  } catch (error) {
    context.log.warn({ err: error }, 'the payment sandbox could not send its webhooks');
    return false;
  }
}

/** Makes up to 50 due changes and sends every due webhook. Returns how many times a webhook was sent. */
export async function deliverAllDue(context: SandboxContext, target: WebhookTarget): Promise<number> {
  await applyAllDueChanges(context);
  const { signal } = new AbortController();
  let attempts = 0;
  for (;;) {
    const sent = await deliverBatch(context, target, signal);
    if (sent === 0) return attempts;
    attempts += sent;
  }
}

async function applyAllDueChanges(context: SandboxContext): Promise<number> {
  const due = await context.db
    .selectFrom('sandbox_objects')
    .select('id')
    .where('due_at', '<=', context.clock.now())
    .limit(1)
    .executeTakeFirst();
  return due ? inTransaction(context, NO_REQUEST, applyDueChanges) : 0;
}

async function deliverBatch(
  context: SandboxContext,
  target: WebhookTarget,
  signal: AbortSignal,
): Promise<number> {
  const switches = await getSwitches(context.db);
  const isSilent = switches.webhookHold || isDown(switches);
  const claims = isSilent ? [] : await claimDue(context, switches);
  await Promise.all(claims.map((claim) => deliver(context, target, claim, signal)));
  return claims.length;
}

/**
 * Reserves the webhooks to send next, so that no other process sends them. Reserves several only in the order
 * `created`, because webhooks that are sent at the same time arrive in any order.
 */
async function claimDue(context: SandboxContext, switches: Switches): Promise<Claim[]> {
  const now = context.clock.now();
  const order = {
    created: sql`id`,
    reversed: sql`id desc`,
    shuffled: sql`md5(id::text || ${String(switches.webhookSeed)})`,
  }[switches.webhookOrder];
  return context.db
    .with('due', (db) =>
      db
        .selectFrom('sandbox_deliveries')
        .select('id')
        .where('status', '=', 'pending')
        .where('next_attempt_at', '<=', now)
        .orderBy(order)
        .limit(switches.webhookOrder === 'created' ? BATCH : 1)
        .forUpdate()
        .skipLocked(),
    )
    .updateTable('sandbox_deliveries')
    .from('due')
    .from('sandbox_events')
    .whereRef('sandbox_deliveries.id', '=', 'due.id')
    .whereRef('sandbox_events.id', '=', 'sandbox_deliveries.event_id')
    .set((eb) => ({
      attempts: eb('sandbox_deliveries.attempts', '+', 1),
      next_attempt_at: new Date(now.getTime() + CLAIM_MS),
    }))
    .returning([
      'sandbox_deliveries.id',
      'sandbox_deliveries.attempts',
      'sandbox_deliveries.created_at as createdAt',
      'sandbox_events.data as event',
    ])
    .execute();
}

async function deliver(
  context: SandboxContext,
  target: WebhookTarget,
  claim: Claim,
  signal: AbortSignal,
): Promise<void> {
  const failure = await postWebhook(target, claim.event, signal);
  const now = context.clock.now();
  const isExhausted = now.getTime() - claim.createdAt.getTime() >= GIVE_UP_MS;
  const record = context.db
    .updateTable('sandbox_deliveries')
    .set(
      failure === null
        ? { status: 'delivered', delivered_at: now, last_error: null }
        : {
            status: isExhausted ? 'failed' : 'pending',
            next_attempt_at: new Date(now.getTime() + pauseAfter(claim.attempts)),
            last_error: failure,
          },
    )
    .where('id', '=', claim.id)
    .where('attempts', '=', claim.attempts);
  await retryWithinClaim(() => record.execute(), signal);
}

/**
 * Calls `run`, which stores whether the shop accepted a webhook. Repeats the call for a few seconds if it fails,
 * because the database may be down for a moment.
 */
async function retryWithinClaim(run: () => Promise<unknown>, signal: AbortSignal): Promise<void> {
  const deadline = performance.now() + RECORD_MS;
  for (;;) {
    try {
      await run();
      return;
    } catch (error) {
      if (signal.aborted || performance.now() > deadline) throw error;
    }
    await sleep(POLL_MS);
  }
}

function pauseAfter(attempts: number): number {
  return (PAUSES_S[attempts - 1] ?? PAUSES_S.at(-1) ?? 1) * 1000;
}
