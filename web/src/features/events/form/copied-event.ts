import type { ViewedEvent } from '../events.api.ts';
import type { ManagedType } from '../events.types.api.ts';
import { type EventFormValues, eventValuesOf } from './event-form-values.ts';

export interface CopiedEvent {
  event: ViewedEvent;
  types: readonly ManagedType[];
}

/**
 * The values of a new event that is a copy: everything except when it takes place and when its tickets are on sale. The
 * copy is a draft, and its ticket types are new ones.
 */
export function copyEventValues({ event, types }: CopiedEvent, timeZone: string): EventFormValues {
  const values = eventValuesOf(event, timeZone, types);
  return {
    ...values,
    start_time: '',
    end_time: '',
    // Foyer keeps each picture for one event. The form uploads a stored picture again.
    event_img_url: '',
    ticket_types: values.ticket_types.map((type) => ({
      ...type,
      id: '',
      sales_start: '',
      sales_end: '',
      paused: false,
    })),
    status: 'draft',
  };
}

/** How long the event takes, in minutes. */
export function findLength({ start_time, end_time }: ViewedEvent): number {
  return Math.round((Date.parse(end_time) - Date.parse(start_time)) / 60_000);
}
