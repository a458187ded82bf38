import { expect, it } from 'vitest';
import { readTicketCode } from './read-ticket-code.ts';

const code = 'Zk3_u7-Qx1LmN0pRsTuVwXyZ';

it.each([
  [code, code],
  [`  ${code}\n`, code],
  [`https://foyer.example/tickets/verify/${code}`, code],
  [`http://localhost:3000/tickets/verify/${code}?event=4#x`, code],
  [`/tickets/verify/${code}/`, code],
])('finds the code in %j', (typed, found) => {
  expect(readTicketCode(typed)).toBe(found);
});

it.each([
  '',
  'hello',
  `${code}!`,
  `https://foyer.example/events/${code}`,
  'https://x/tickets/verify/',
  'x'.repeat(65),
])('finds none in %j', (typed) => {
  expect(readTicketCode(typed)).toBeNull();
});
