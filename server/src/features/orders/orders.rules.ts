export function computeHoldEnd(now: Date, holdMinutes: number): Date {
  return new Date(now.getTime() + holdMinutes * 60_000);
}

/** Returns when the buyer began to hold places. A hold that replaced others began with the first of them. */
export function getHoldStart({ held_since, placed_at }: { held_since: Date | null; placed_at: Date }): Date {
  return held_since ?? placed_at;
}

const dayMs = 24 * 3600 * 1000;

/**
 * Returns until when the buyer can cancel the paid tickets of an order, or null if the event did not allow this when
 * the order was placed. The time moves with the event.
 */
export function computeCancelUntil(order: { start_time: Date; refund_days: number | null }): Date | null {
  return order.refund_days === null ? null : new Date(order.start_time.getTime() - order.refund_days * dayMs);
}
