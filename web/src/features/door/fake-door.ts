import { json } from '../../api/fake-browser.ts';

/** A ticket and the answers of a server to it, for tests of the door. */
export const ticket = { id: 3, status: 'valid', used_at: null, username: 'gil' };
export const used = { ...ticket, status: 'used', used_at: '2031-05-01T18:02:00.000Z' };
export const code = 'A'.repeat(24);

export const isGood = () => json(200, { status: 'success', msg: 'Ticket is valid', ticket });
export const isUsed = () =>
  json(409, { status: 'error', code: 'ticket_used', msg: 'Ticket has already been used', ticket: used });
export const isBusy = () =>
  json(429, { status: 'error', code: 'too_many_requests', msg: 'Too many at once' });
export const isLost = () => {
  throw new TypeError('Failed to fetch');
};
