import { afterEach, describe, expect, it, vi } from 'vitest';
import { json, installFakeBrowser } from '../../../api/fake-browser.ts';
import type { FoyerEvent } from '../events.api.ts';
import { eventValuesOf } from './event-form-values.ts';
import { type EventToSave, saveEvent } from './use-save-event.ts';

const event: FoyerEvent = {
  id: 5,
  title: 'Midsummer sketching',
  description: 'Bring a pencil.',
  location: 'The quay',
  category: 'Art',
  price: 7.5,
  highest_price: 7.5,
  start_time: '2027-06-21T18:00:00.000Z',
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
const zone = 'Europe/London';
const initial = eventValuesOf(event, zone);

/** Saves the event. Returns the result and the calls that were sent to the server. */
async function save(changed: Partial<EventToSave>) {
  const { calls } = installFakeBrowser(() => json(200, { msg: 'The server answered', event }));
  const toSave = {
    values: initial,
    initial,
    file: null,
    removesPicture: false,
    scope: 'this' as const,
    ...changed,
  };
  const answer = await saveEvent(event, toSave, zone, { onUpload: () => undefined });
  return { answer, sent: calls.map(({ path, init }) => [init.method, path, init.body]) };
}

afterEach(() => {
  vi.unstubAllGlobals();
});

describe('the event form', () => {
  it('saves an unchanged event successfully without a call to the server', async () => {
    expect(await save({})).toEqual({ answer: { msg: 'Event updated successfully', event }, sent: [] });
  });

  it('sends only the changed fields of an event', async () => {
    const { answer, sent } = await save({ values: { ...initial, title: 'Sketching' } });
    expect(answer.msg).toBe('The server answered');
    expect(sent).toEqual([['PATCH', '/api/events/5', JSON.stringify({ title: 'Sketching' })]]);
  });

  it('sends the removal of the picture even when no other field was changed', async () => {
    const { sent } = await save({ removesPicture: true });
    expect(sent).toEqual([['PATCH', '/api/events/5', JSON.stringify({ event_img_url: '' })]]);
  });
});
