import { describe, expect, it } from 'vitest';
import { replaceTicket, listAttendees } from './attendee-rows.ts';

type Registration = Parameters<typeof listAttendees>[0][number];
type Ticket = Parameters<typeof listAttendees>[1][number];

const time = '2031-05-01T10:00:00.000Z';

function ticket(id: number, change: Partial<Ticket> = {}): Ticket {
  const known = {
    id,
    registration_id: 1,
    order_number: '7QK2M9XWTA',
    type_name: 'Adult',
    attendee_name: null,
  };
  const more = { username: 'mara', email: 'mara@example.org', status: 'valid', issued_at: time, price: 12 };
  return { ...known, ...more, paid: true, used_at: null, ...change } as Ticket;
}

function registration(change: Partial<Registration> = {}): Registration {
  const known = { id: 1, username: 'mara', email: 'mara@example.org', status: 'registered' };
  return {
    ...known,
    registration_time: time,
    hold_expires_at: null,
    ticket: ticket(5),
    ...change,
  } as Registration;
}

const namesOf = (...given: Parameters<typeof listAttendees>) =>
  listAttendees(...given).map(({ name }) => name);

describe('the rows of the list of attendees', () => {
  it('are one per ticket of an order, each with the name on its ticket', () => {
    const tickets = [ticket(4, { attendee_name: 'Ivo Marsh' }), ticket(5, { attendee_name: 'Mara Ellis' })];
    expect(namesOf([registration()], tickets)).toEqual(['Mara Ellis', 'Ivo Marsh']);
  });

  it('have the code of a ticket only while the ticket is live', () => {
    const codes = { short_code: '4T7WQ2K9XM', registration_id: 2 };
    const rows = listAttendees([], [ticket(8, codes), ticket(9, { ...codes, status: 'cancelled' })]);
    expect(rows.map(({ short_code }) => short_code)).toEqual(['4T7WQ2K9XM', null]);
  });

  it('lose the code when the ticket is cancelled while the list is open', () => {
    const live = ticket(8, { short_code: '4T7WQ2K9XM', registration_id: 2 });
    const [row] = listAttendees([], [live]);
    expect(row && replaceTicket(row, { ...live, status: 'cancelled' })).toMatchObject({
      status: 'cancelled',
      ticket: { status: 'cancelled' },
      short_code: null,
    });
  });

  it('show guests, who have no account', () => {
    const guest = ticket(9, { registration_id: 2, username: 'Nell Okafor' });
    expect(listAttendees([], [guest])).toMatchObject([
      { id: 'ticket-9', name: 'Nell Okafor', order_number: '7QK2M9XWTA', status: 'registered' },
    ]);
  });

  it('leave out the earlier ticket of somebody who registered again', () => {
    const earlier = ticket(3, { status: 'cancelled', issued_at: '2031-04-01T10:00:00.000Z' });
    expect(listAttendees([registration()], [earlier, ticket(5)])).toHaveLength(1);
    const held = registration({ hold_expires_at: time, ticket: { ...ticket(3, { status: 'refunded' }) } });
    expect(listAttendees([held], [ticket(3, { status: 'refunded' })])).toMatchObject([
      { name: 'mara', status: 'registered', hold_expires_at: time },
    ]);
  });

  it('show one ticket as cancelled while another ticket of the same order stays valid', () => {
    const tickets = [ticket(4), ticket(5, { status: 'refunded' })];
    expect(listAttendees([registration()], tickets).map(({ status }) => status)).toEqual([
      'cancelled',
      'registered',
    ]);
  });
});
