import { describe, expect, it } from 'vitest';
import { readTicketCode, readTypedTicketCode } from './read-ticket-code.ts';

const code = 'Zk3_u7-Qx1LmN0pRsTuVwXyZ';

describe('the door page', () => {
  it.each([
    [code, code],
    [`  ${code}\n`, code],
    [`https://foyer.example/tickets/verify/${code}`, code],
    [`http://localhost:3000/tickets/verify/${code}?event=4#x`, code],
    [`/tickets/verify/${code}/`, code],
  ])('finds the ticket code in the scanned text %j', (typed, found) => {
    expect(readTicketCode(typed)).toBe(found);
  });

  it.each([
    '',
    'hello',
    `${code}!`,
    `https://foyer.example/events/${code}`,
    'https://x/tickets/verify/',
    'x'.repeat(65),
  ])('finds no ticket code in the scanned text %j', (typed) => {
    expect(readTicketCode(typed)).toBeNull();
  });

  it.each([
    [`${code.slice(0, 12)} ${code.slice(12)}`, code],
    [`  ${code.slice(0, 12)}\n\t${code.slice(12)}\u00a0`, code],
    [`https://foyer.example/tickets/verify/${code.slice(0, 12)} ${code.slice(12)}`, code],
    ['4t7wq 2k9xm', '4T7WQ2K9XM'],
    ['4T7WQ-2K9XM', '4T7WQ2K9XM'],
    ['hello, there', null],
  ])('looks for a ticket code or a short code in the typed text %j', (typed, found) => {
    expect(readTypedTicketCode(typed)).toBe(found);
  });

  it('finds no ticket code in a QR code that contains other text', () => {
    expect(readTicketCode('Welcome to the Lisbon book fair')).toBeNull();
  });
});
