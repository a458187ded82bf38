import { formatCount } from '../../../format/counts.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { formatMoney } from '../../../format/money.ts';
import type { Desk, EventFigures } from './dashboard.desk.api.ts';
import { countDaysToGo } from './desk-times.ts';

/** Where the button leads that solves the problem. */
export type Remedy =
  | { to: 'order'; eventId: number; number: string }
  | { to: 'edit' | 'sales' | 'attendees'; eventId: number }
  | { to: 'members' };

export interface Attention {
  key: string;
  isUrgent: boolean;
  text: string;
  /** The label of the button. Null when the viewer's role cannot solve the problem. */
  action: { label: string; remedy: Remedy } | null;
}

interface Viewer {
  mayEdit: boolean;
  /** How many invitations to the team wait for an answer, as far as the viewer may know. */
  openInvitations: number;
  now: number;
  timeZone: string;
}

/** Lists what the team should look at, the most urgent first. */
export function listAttention(
  { failing_refunds, events, next }: Pick<Desk, 'failing_refunds' | 'events' | 'next'>,
  viewer: Viewer,
): Attention[] {
  const live = events.filter(
    ({ status, start_time }) => status === 'published' && Date.parse(start_time) > viewer.now,
  );
  return [
    ...failing_refunds.map((refund) => ({
      key: `refund ${refund.id}`,
      isUrgent: true,
      text: `A refund of ${formatMoney(refund.amount)} for ${refund.event_title} failed. Foyer keeps trying.`,
      action: {
        label: 'See the order',
        remedy: { to: 'order', eventId: refund.event_id, number: refund.order_number } as const,
      },
    })),
    // The card of the next event itself says when the event begins.
    ...live.flatMap((event) => (event.id === next?.event_id ? [] : (findTomorrow(event, viewer) ?? []))),
    ...live.flatMap((event) => findSaleTrouble(event, viewer) ?? []),
    ...describeInvitations(viewer.openInvitations),
  ];
}

function findTomorrow(event: EventFigures, { now, timeZone }: Viewer): Attention | null {
  if (countDaysToGo(event, now, timeZone) !== 1) return null;
  return {
    key: `tomorrow ${event.id}`,
    isUrgent: false,
    text: `${event.title} is tomorrow at ${formatTime(event.start_time, timeZone)}.`,
    action: { label: 'See who comes', remedy: { to: 'attendees', eventId: event.id } },
  };
}

function findSaleTrouble(event: EventFigures, { mayEdit, timeZone }: Viewer): Attention | null {
  const tell = (key: string, text: string, label: string, to: 'edit' | 'sales'): Attention => ({
    key: `${key} ${event.id}`,
    isUrgent: false,
    text,
    action: mayEdit ? { label, remedy: { to, eventId: event.id } } : null,
  });
  if (event.sold_out) {
    // Places that are held for payment may come back in minutes.
    if (event.held > 0) return null;
    // Several dates of a series have the same title.
    const date = formatDate(event.start_time, timeZone);
    return tell('sold out', `${event.title} on ${date} is sold out.`, 'Add places', 'edit');
  }
  if (event.on_sale) return null;
  if (event.opens_at === null) {
    return tell('closed', `No tickets for ${event.title} are on sale.`, 'Open the sale', 'sales');
  }
  const opens = `${formatDate(event.opens_at, timeZone)}, ${formatTime(event.opens_at, timeZone)}`;
  return tell('opens', `The sale for ${event.title} begins on ${opens}.`, 'Change the dates', 'edit');
}

function describeInvitations(count: number): Attention[] {
  if (count === 0) return [];
  const text = `${formatCount(count, 'invitation')} to the team ${count === 1 ? 'has' : 'have'} no answer yet.`;
  const action = { label: 'See invitations', remedy: { to: 'members' } as const };
  return [{ key: 'invitations', isUrgent: false, text, action }];
}
