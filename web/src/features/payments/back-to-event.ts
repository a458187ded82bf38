import { paths } from '../../paths.ts';
import { findEventKey } from './checkout-marks.ts';

/** The link contains the key with which the buyer opened a private event. */
export function backToEvent(eventId: number) {
  return {
    to: paths.event,
    params: { id: String(eventId) },
    search: { key: findEventKey(eventId) },
  } as const;
}
