import { paths } from '../../paths.ts';
import { findEventKey } from './checkout-marks.ts';

/**
 * A link from a page after the payment to the event. The link contains the key with which the buyer opened a
 * private event.
 */
export function backToEvent(eventId: number) {
  return {
    to: paths.event,
    params: { id: String(eventId) },
    search: { key: findEventKey(eventId) },
  } as const;
}
