import type { BodyInput } from '@foyer/contract/endpoint.ts';
import type { EventFormValues } from '@foyer/contract/event-form.ts';
import type { Endpoints } from '@foyer/contract/index.ts';
import type { FoyerEvent, ViewedEvent } from '../events.api.ts';
import type { ManagedType } from '../events.types.api.ts';
import { openTypeValues } from '../types/type-values.ts';
import { formatPriceInput } from '../../../format/money.ts';
import { writeForm } from '../../../ui/forms/write-form.ts';
import { isOwnPicture } from '../../../ui/own-picture.ts';
import { instantOf, wallTimeOf } from '../../../format/zoned-time.ts';

export type { EventFormValues };
type NewEventBody = BodyInput<Endpoints['POST /events']>;
export type EventChangeBody = BodyInput<Endpoints['PATCH /events/:id']>;

/** An event from the server. Only a single event has all details, and lists leave some out. */
type SavedEvent = FoyerEvent &
  Partial<Pick<ViewedEvent, 'doors_minutes' | 'age_limit' | 'line_up' | 'accessibility'>>;

/** The optional details in both event forms. */
export const blankDetails = { doors_minutes: '', age_limit: '', line_up: '', accessibility: '' };

function numberOf(typed: string): number | null {
  return typed.trim() === '' ? null : Number(typed);
}

/** Writes the details that are numbers. An empty field means none. */
export function writeDetails({ doors_minutes, age_limit }: typeof blankDetails) {
  return { doors_minutes: numberOf(doors_minutes), age_limit: numberOf(age_limit) };
}

export function blankEventValues(teamId: number | undefined): EventFormValues {
  return {
    team_id: String(teamId ?? ''),
    title: '',
    description: '',
    location: '',
    start_time: '',
    end_time: '',
    price: '0',
    max_attendees: '10',
    ticket_types: [],
    category: '',
    event_img_url: '',
    is_public: true,
    buyers_cancel: false,
    refund_days: '7',
    allows_transfers: true,
    asks_for_names: false,
    ...blankDetails,
    picture_x: 50,
    picture_y: 50,
    status: 'draft',
  };
}

export function eventValuesOf(
  event: SavedEvent,
  timeZone: string,
  types: readonly ManagedType[] = [],
): EventFormValues {
  return {
    // The form refuses an empty team, so an event without a team gets the team 0. The 0 is never sent, because this
    // form cannot change the team.
    team_id: String(event.team_id ?? 0),
    title: event.title,
    // A text area turns CRLF into LF, and an event that was saved with a file has CRLF. Without this change, its
    // description would count as changed.
    description: event.description?.replaceAll('\r\n', '\n') ?? '',
    location: event.location ?? '',
    start_time: wallTimeOf(event.start_time, timeZone),
    end_time: wallTimeOf(event.end_time, timeZone),
    price: formatPriceInput(event.price ?? 0),
    max_attendees: String(event.max_attendees ?? ''),
    ticket_types: openTypeValues(types, timeZone),
    category: event.category ?? '',
    event_img_url: isOwnPicture(event.event_img_url) ? '' : (event.event_img_url ?? ''),
    is_public: event.is_public,
    buyers_cancel: event.refund_days !== null,
    refund_days: String(event.refund_days ?? 7),
    allows_transfers: event.allows_transfers,
    asks_for_names: event.asks_for_names,
    doors_minutes: String(event.doors_minutes ?? ''),
    age_limit: String(event.age_limit ?? ''),
    line_up: event.line_up?.replaceAll('\r\n', '\n') ?? '',
    accessibility: event.accessibility?.replaceAll('\r\n', '\n') ?? '',
    picture_x: event.picture_x,
    picture_y: event.picture_y,
    status: event.status,
  };
}

export function writeNewEvent(values: EventFormValues, timeZone: string): NewEventBody {
  const { team_id, start_time, end_time, price, max_attendees, ticket_types, ...rest } = values;
  const { buyers_cancel, refund_days, ...same } = rest;
  return {
    ...same,
    team_id: Number(team_id),
    start_time: instantOf(start_time, timeZone) ?? '',
    end_time: instantOf(end_time, timeZone) ?? '',
    // With several ticket types, the server gives this price to the first type. The other types are saved after the
    // event.
    price: Number(ticket_types[0]?.price ?? price),
    max_attendees: numberOf(max_attendees),
    refund_days: buyers_cancel ? Number(refund_days) : null,
    ...writeDetails(values),
  };
}

/**
 * Writes only the changed fields, because an unchanged time could get another value: the form has no seconds, and the
 * night when the clocks go back has two equal hours.
 */
export function writeEventChange(
  values: EventFormValues,
  before: EventFormValues,
  timeZone: string,
): EventChangeBody {
  const whole: EventChangeBody = writeNewEvent(values, timeZone);
  const names = Object.keys(before) as (keyof EventFormValues)[];
  const changed = names.filter((name): name is keyof EventFormValues & keyof EventChangeBody => {
    // The price of each ticket type is saved with the ticket type, and not with the event.
    if (name === 'ticket_types' || (name === 'price' && values.ticket_types.length > 0)) return false;
    // The request's `refund_days` replaces both `buyers_cancel` and `refund_days` of the form.
    if (name === 'buyers_cancel') return false;
    if (name === 'refund_days') return whole.refund_days !== writeNewEvent(before, timeZone).refund_days;
    return values[name] !== before[name];
  });
  return Object.fromEntries(changed.map((name) => [name, whole[name]]));
}

/** Leaves out the picture's web address, because the file replaces it. */
export function writeMultipart(body: EventChangeBody, file: File): FormData {
  return writeForm({ ...body, event_img_url: undefined }, { name: 'event_image', content: file });
}
