const noStart = 'Start time must be a time such as 2031-11-20T18:30:00Z';

export const id = 'Id must be a positive number';
export const control = 'Control characters are not allowed';
export const hidden =
  'Type this again without invisible characters. They can make it look like something else.';
export const broken = 'This text contains a broken character. Please type it again.';
export const turned = 'Remove the hidden characters that change the direction of the text';
export const noText = (field: string) => `${field} must be text`;
export const noBoolean = (field: string) => `${field} must be true or false`;
export const wrongIds = [0, -1, 1.5, 'abc', 1e300, null, true, {}, []];

/** Wrong values that are refused both in a new event and in a change to an event, with the expected messages. */
export const eventRules = [
  [{ title: '' }, { title: 'Title is required' }],
  [{ title: '  ' }, { title: 'Title is required' }],
  [{ title: null }, { title: 'Title is required' }],
  [{ title: 5 }, { title: 'Title is required' }],
  [{ title: 'a'.repeat(201) }, { title: 'Use at most 200 characters' }],
  [{ title: 'two\nlines' }, { title: control }],
  [{ title: 'gpj.\u202eYou won' }, { title: hidden }],
  [{ title: 'Late\u200b jazz' }, { title: hidden }],
  [{ title: '\u00ad' }, { title: hidden }],
  [{ title: 'Late\ud800 jazz' }, { title: broken }],
  [{ title: '\u2800' }, { title: 'Title is required' }],
  [{ description: 5 }, { description: noText('description') }],
  [{ description: 'a'.repeat(20_001) }, { description: 'Use at most 20000 characters' }],
  [{ description: 'a\u0000b' }, { description: control }],
  [{ description: 'Two lines,\none turned: \u202eabc' }, { description: turned }],
  [{ description: 'Two lines,\none broken: \udc00' }, { description: broken }],
  [{ location: {} }, { location: noText('location') }],
  [{ location: 'a'.repeat(301) }, { location: 'Use at most 300 characters' }],
  [{ location: 'Mill Lane\nHarbour' }, { location: control }],
  [{ location: 'Mill\u2060 Lane' }, { location: hidden }],
  [{ start_time: '' }, { start_time: 'Start time is required' }],
  [{ start_time: null }, { start_time: 'Start time is required' }],
  [{ start_time: 'tomorrow' }, { start_time: noStart }],
  [{ start_time: '2031-02-30T10:00:00Z' }, { start_time: noStart }],
  [{ start_time: '2031-05-01 18:00' }, { start_time: noStart }],
  [{ start_time: '2031-02-30T18:00' }, { start_time: noStart }],
  [{ end_time: '9031-05-01T18:00' }, { end_time: 'Choose a date between the years 2000 and 2200' }],
  [{ start_time: 1_900_000_000 }, { start_time: noStart }],
  [{ end_time: 'later' }, { end_time: 'End time must be a time such as 2031-11-20T18:30:00Z' }],
  [{ end_time: '9031-05-01T18:00:00Z' }, { end_time: 'Choose a date between the years 2000 and 2200' }],
  [{ price: -0.01 }, { price: 'Price must be 0 or greater' }],
  [{ price: 'free' }, { price: 'Price must be 0 or greater' }],
  [{ price: '12.50' }, { price: 'Price must be 0 or greater' }],
  [{ price: 12.345 }, { price: 'Price can have at most two decimals' }],
  [{ price: 0.29 }, { price: 'Price must be 0 or at least £0.30, the least that a card can pay' }],
  [{ price: 100_000.01 }, { price: 'Price must be at most 100000' }],
  [{ max_attendees: 0 }, { max_attendees: 'Must allow at least 1 attendee' }],
  [{ max_attendees: -5 }, { max_attendees: 'Must allow at least 1 attendee' }],
  [{ max_attendees: 2.5 }, { max_attendees: 'Must be a whole number' }],
  [{ max_attendees: 'many' }, { max_attendees: 'Must allow at least 1 attendee' }],
  [{ max_attendees: 1_000_001 }, { max_attendees: 'Max attendees must be at most 1000000' }],
  [{ category: 5 }, { category: noText('category') }],
  [{ category: 'a'.repeat(101) }, { category: 'Use at most 100 characters' }],
  [{ doors_minutes: 0 }, { doors_minutes: 'Choose from 1 to 1440 minutes' }],
  [{ doors_minutes: 1441 }, { doors_minutes: 'Choose from 1 to 1440 minutes' }],
  [{ doors_minutes: 'early' }, { doors_minutes: 'Choose from 1 to 1440 minutes' }],
  [{ age_limit: 0 }, { age_limit: 'Choose from 1 to 99 years' }],
  [{ age_limit: 100 }, { age_limit: 'Choose from 1 to 99 years' }],
  [{ age_limit: 17.5 }, { age_limit: 'Choose from 1 to 99 years' }],
  [{ line_up: 5 }, { line_up: noText('line_up') }],
  [{ line_up: 'a'.repeat(2001) }, { line_up: 'Use at most 2000 characters' }],
  [{ accessibility: 'a\u0000b' }, { accessibility: control }],
  [{ picture_x: -1 }, { picture_x: 'Choose from 0 to 100 percent' }],
  [{ picture_y: 101 }, { picture_y: 'Choose from 0 to 100 percent' }],
  [{ picture_y: null }, { picture_y: 'Choose from 0 to 100 percent' }],
  [{ is_public: 'yes' }, { is_public: noBoolean('is_public') }],
  [{ is_public: null }, { is_public: noBoolean('is_public') }],
  [{ allows_transfers: 'yes' }, { allows_transfers: noBoolean('allows_transfers') }],
  [{ asks_for_names: 'yes' }, { asks_for_names: noBoolean('asks_for_names') }],
  ...[-1, 366, '7', true].map(
    (refund_days) => [{ refund_days }, { refund_days: 'Choose from 0 to 365 days' }] as const,
  ),
  [{ refund_days: 1.5 }, { refund_days: 'Must be a whole number' }],
  [{ status: 'sold' }, { status: 'status must be one of draft, published, cancelled' }],
  [
    { event_type: 'party' },
    { event_type: 'event_type must be one of workshop, conference, meetup, webinar, other' },
  ],
  ...['poster.png', '/uploads/events/../page.webp', 'javascript:alert(1)', 'data:,'].map(
    (event_img_url) =>
      [{ event_img_url }, { event_img_url: 'Image address must start with http:// or https://' }] as const,
  ),
  [
    { event_img_url: `https://example.org/${'a'.repeat(2000)}` },
    { event_img_url: 'Image address is too long' },
  ],
  [{ event_img_url: 'https://example.org/\u0001' }, { event_img_url: control }],
  ...wrongIds.map((team_id) => [{ team_id }, { team_id: id }] as const),
  [
    { title: '', start_time: 'x', end_time: 'y', price: -1, max_attendees: 0, team_id: 0 },
    {
      title: 'Title is required',
      start_time: noStart,
      end_time: 'End time must be a time such as 2031-11-20T18:30:00Z',
      price: 'Price must be 0 or greater',
      max_attendees: 'Must allow at least 1 attendee',
      team_id: id,
    },
  ],
] as const;

export const event = {
  title: 'Late jazz',
  start_time: '2031-05-01T18:00:00Z',
  end_time: '2031-05-01T20:00:00Z',
};

export const endFirst = 'End time must be after start time';
