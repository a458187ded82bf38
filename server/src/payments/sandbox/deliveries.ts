import { sql } from 'kysely';
import type { Bell } from './bell.ts';
import { settleDueObjects } from './settling.ts';
import { getSwitches, isDown, type Switches } from './switches.ts';
import { postWebhook, type WebhookTarget } from './webhook-sender.ts';
import { NO_REQUEST, runWork, type World } from './work.ts';

const POLL_MS = 500;
const BATCH = 16;
/** Longer than an attempt can take; after it, an attempt whose process died is made again. */
const CLAIM_MS = 15_000;
/** What an attempt under way gets to finish in when the process stops. */
const STOP_GRACE_MS = 2000;
const GIVE_UP_MS = 24 * 60 * 60 * 1000;
/** The pauses after the first, second… failed attempt; the last one repeats. */
const PAUSES_S = [1, 2, 5, 15, 60, 300, 900, 3600];

interface Claim {
  id: number;
  attempts: number;
  createdAt: Date;
  event: object;
}

export interface RunningDeliveries {
  /** Resolves when the loop has ended; an attempt under way has two seconds to finish. */
  stop(): Promise<void>;
}

/** Sends webhooks as they fall due, and lets sessions expire and refunds settle when their time comes. */
export function startDeliveryLoop(world: World, bell: Bell, target: () => WebhookTarget): RunningDeliveries {
  const stopping = new AbortController();
  const abandoning = new AbortController();
  const loop = async () => {
    while (!stopping.signal.aborted) {
      const busy = await advanceSafely(world, target(), abandoning.signal);
      if (!busy) await bell.wait(POLL_MS);
    }
  };
  const ended = loop();
  return {
    async stop() {
      stopping.abort();
      bell.ring();
      const timer = setTimeout(() => abandoning.abort(), STOP_GRACE_MS);
      await ended;
      clearTimeout(timer);
    },
  };
}

/** A database that is away for a moment must not end the loop: it tries again at the next poll. */
async function advanceSafely(world: World, target: WebhookTarget, signal: AbortSignal): Promise<boolean> {
  try {
    const settled = await settleAllDue(world);
    const sent = await deliverBatch(world, target, signal);
    return settled + sent > 0;
  } catch (error) {
    world.log.warn({ err: error }, 'the payment sandbox could not send its webhooks');
    return false;
  }
}

/** Lets everything happen that is due by now, and sends what is due; returns how many attempts it made. */
export async function deliverAllDue(world: World, target: WebhookTarget): Promise<number> {
  await settleAllDue(world);
  const { signal } = new AbortController();
  let attempts = 0;
  for (;;) {
    const sent = await deliverBatch(world, target, signal);
    if (sent === 0) return attempts;
    attempts += sent;
  }
}

async function settleAllDue(world: World): Promise<number> {
  const due = await world.db
    .selectFrom('sandbox_objects')
    .select('id')
    .where('due_at', '<=', world.clock.now())
    .limit(1)
    .executeTakeFirst();
  return due ? runWork(world, NO_REQUEST, settleDueObjects) : 0;
}

async function deliverBatch(world: World, target: WebhookTarget, signal: AbortSignal): Promise<number> {
  const switches = await getSwitches(world.db);
  const silent = switches.webhookHold || isDown(switches);
  const claims = silent ? [] : await claimDue(world, switches);
  await Promise.all(claims.map((claim) => deliver(world, target, claim, signal)));
  return claims.length;
}

/**
 * Takes due deliveries so that no other process makes the same attempt. A chosen order only means
 * something when one is sent after the other, so then they are claimed one by one.
 */
async function claimDue(world: World, switches: Switches): Promise<Claim[]> {
  const now = world.clock.now();
  const order = {
    created: sql`id`,
    reversed: sql`id desc`,
    shuffled: sql`md5(id::text || ${String(switches.webhookSeed)})`,
  }[switches.webhookOrder];
  const claimed = await world.db
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
  return claimed;
}

async function deliver(
  world: World,
  target: WebhookTarget,
  claim: Claim,
  signal: AbortSignal,
): Promise<void> {
  const failure = await postWebhook(target, claim.event, signal);
  const now = world.clock.now();
  const exhausted = now.getTime() - claim.createdAt.getTime() >= GIVE_UP_MS;
  await world.db
    .updateTable('sandbox_deliveries')
    .set(
      failure === null
        ? { status: 'delivered', delivered_at: now, last_error: null }
        : {
            status: exhausted ? 'failed' : 'pending',
            next_attempt_at: new Date(now.getTime() + pauseAfter(claim.attempts)),
            last_error: failure,
          },
    )
    .where('id', '=', claim.id)
    .where('attempts', '=', claim.attempts)
    .execute();
}

function pauseAfter(attempts: number): number {
  return (PAUSES_S[attempts - 1] ?? PAUSES_S.at(-1) ?? 1) * 1000;
}
