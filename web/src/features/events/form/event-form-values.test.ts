import { describe, expect, it } from 'vitest';
import {
  blankEventValues,
  eventValuesOf,
  writeEventChange,
  writeMultipart,
  writeNewEvent,
} from './event-form-values.ts';
import type { FoyerEvent } from '../events.api.ts';

const zone = 'Europe/London';

const event: FoyerEvent = {
  id: 5,
  title: 'Midsummer sketching',
  description: 'Bring a pencil.',
  location: 'The quay',
  category: 'Art',
  price: 7.5,
  highest_price: 7.5,
  start_time: '2027-06-21T18:00:30.000Z',
  end_time: '2027-06-21T20:00:00.000Z',
  max_attendees: 12,
  tickets_remaining: 12,
  all_reserved: false,
  sales_paused: false,
  event_img_url: '/uploads/events/aa/page.webp',
  status: 'published',
  is_public: true,
  allows_transfers: true,
  asks_for_names: false,
  refund_days: null,
  picture_x: 50,
  picture_y: 50,
  is_past: false,
  team_id: 3,
  team_name: 'Quayside Arts',
  created_by: 1,
  creator_username: 'teamadmin',
  attendee_count: 0,
  event_type: null,
  created_at: '2026-11-01T00:00:00.000Z',
  updated_at: '2026-11-01T00:00:00.000Z',
};

describe('the event form', () => {
  it('starts a new event as a free, public draft for ten attendees', () => {
    expect(blankEventValues(4)).toMatchObject({
      price: '0',
      max_attendees: '10',
      status: 'draft',
      is_public: true,
      team_id: '4',
    });
    expect(blankEventValues(undefined).team_id).toBe('');
  });

  it('sends the times of a new event in UTC, and its price and its limit of attendees as numbers', () => {
    const values = {
      ...eventValuesOf(event, zone),
      start_time: '2027-06-21T19:00',
      end_time: '2027-06-21T21:00',
    };
    expect(writeNewEvent(values, zone)).toMatchObject({
      team_id: 3,
      start_time: '2027-06-21T18:00:00.000Z',
      end_time: '2027-06-21T20:00:00.000Z',
      price: 7.5,
      max_attendees: 12,
      event_img_url: '',
    });
  });
});

describe('the form of an existing event', () => {
  const before = eventValuesOf(event, zone);

  it('sends no fields when no field has changed', () => {
    expect(writeEventChange({ ...before }, before, zone)).toEqual({});
  });

  it('sends only the changed fields, so that the stored start time keeps its seconds', () => {
    const change = writeEventChange({ ...before, title: 'Sketching', price: '8' }, before, zone);
    expect(change).toEqual({ title: 'Sketching', price: 8 });
  });

  it('shows two decimals only for a price that has pence', () => {
    expect(before.price).toBe('7.50');
    expect(eventValuesOf({ ...event, price: 8 }, zone).price).toBe('8');
  });

  it('removes the limit of attendees when Max Attendees is empty', () => {
    expect(writeEventChange({ ...before, max_attendees: '' }, before, zone)).toEqual({ max_attendees: null });
  });

  it('sends the number of refund days if buyers may cancel, and null when they may no longer cancel', () => {
    expect(before).toMatchObject({ buyers_cancel: false, refund_days: '7' });
    expect(writeEventChange({ ...before, refund_days: '3' }, before, zone)).toEqual({});
    const cancelling = { ...before, buyers_cancel: true };
    expect(writeEventChange(cancelling, before, zone)).toEqual({ refund_days: 7 });
    expect(writeEventChange({ ...cancelling, refund_days: '0' }, cancelling, zone)).toEqual({
      refund_days: 0,
    });
    expect(writeEventChange(before, cancelling, zone)).toEqual({ refund_days: null });
  });

  it('shows the web address of a picture on another site, but not the path of an uploaded picture', () => {
    expect(before.event_img_url).toBe('');
    const elsewhere = 'https://example.org/a.png';
    expect(eventValuesOf({ ...event, event_img_url: elsewhere }, zone).event_img_url).toBe(elsewhere);
  });
});

describe('the event form', () => {
  it('sends the picture as a file and the other fields as text, and leaves out the picture address', () => {
    const file = new File(['x'], 'poster.png', { type: 'image/png' });
    const form = writeMultipart(
      { title: 'A', is_public: false, max_attendees: null, event_img_url: '' },
      file,
    );
    expect(Object.fromEntries(form)).toEqual({
      title: 'A',
      is_public: 'false',
      max_attendees: 'null',
      event_image: file,
    });
  });
});
