import { describe, expect, it } from 'vitest';
import { blankEventValues, type EventFormValues } from './event-form-values.ts';
import { makeEventSchema } from './event.schema.ts';

const filled: EventFormValues = {
  ...blankEventValues(7),
  title: 'Bread for beginners',
  description: 'Flour, water, salt.\nAnd patience.',
  location: 'Mill Lane 4',
  start_time: '2026-11-21T19:30',
  end_time: '2026-11-21T21:00',
  category: 'Food',
};

/** Returns the first message for each refused field. The form shows only this message. */
function listFaults(change: Partial<EventFormValues>) {
  const result = makeEventSchema('Europe/London').safeParse({ ...filled, ...change });
  const issues = result.error?.issues.toReversed() ?? [];
  return Object.fromEntries(issues.map((issue) => [issue.path.join('.'), issue.message]));
}

describe('the schema of the event form', () => {
  it('accepts a completely filled form', () => {
    expect(listFaults({})).toEqual({});
  });

  it.each(['', '366', '1.5', '-1'])(
    'refuses “%s” as the number of refund days, but only if buyers may cancel',
    (refund_days) => {
      expect(listFaults({ buyers_cancel: false, refund_days })).toEqual({});
      expect(listFaults({ buyers_cancel: true, refund_days })).toEqual({
        refund_days: 'Choose from 0 to 365 days',
      });
    },
  );

  it('gives a message for every missing field of a blank form', () => {
    expect(listFaults(blankEventValues(undefined))).toEqual({
      team_id: 'Team is required',
      title: 'Title is required',
      description: 'Description is required',
      location: 'Location is required',
      start_time: 'Start time is required',
      end_time: 'End time is required',
      category: 'Event type is required',
    });
  });
});

describe('the event form', () => {
  it.each([
    ['title', '   ', 'Title is required'],
    ['title', 'x'.repeat(201), 'Use at most 200 characters'],
    ['description', ' \n ', 'Description is required'],
    ['price', '', 'Price must be 0 or greater'],
    ['price', '-1', 'Price must be 0 or greater'],
    ['price', '9.999', 'Price can have at most two decimals'],
    ['max_attendees', '0', 'Must allow at least 1 attendee'],
    ['max_attendees', '2.5', 'Must be a whole number'],
    ['event_img_url', 'poster.png', 'Image address must start with http:// or https://'],
    ['event_img_url', 'javascript:alert(1)', 'Image address must start with http:// or https://'],
    ['end_time', '2026-11-21T19:30', 'End time must be after start time'],
    ['end_time', '2026-11-20T21:00', 'End time must be after start time'],
  ])('refuses the %s %j with the message “%s”', (field, value, message) => {
    expect(listFaults({ [field]: value })).toEqual({ [field]: message });
  });

  it.each([
    ['price', '0'],
    ['price', '12.50'],
    ['max_attendees', '1'],
    ['max_attendees', ''],
    ['event_img_url', 'https://example.org/poster.png'],
  ])('accepts the %s %j', (field, value) => {
    expect(listFaults({ [field]: value })).toEqual({});
  });
});
