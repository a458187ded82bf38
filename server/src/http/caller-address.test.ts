import { expect, it } from 'vitest';
import { callerSubject } from './caller-address.ts';

it('keeps an IPv4 address, also when it is written as IPv6', () => {
  expect(callerSubject('203.0.113.7')).toBe('203.0.113.7');
  expect(callerSubject('::ffff:203.0.113.7')).toBe('203.0.113.7');
});

it('counts all addresses of one IPv6 /64 network as one caller', () => {
  const first = callerSubject('2001:db8:1:2::1');
  expect(callerSubject('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(first);
  expect(callerSubject('2001:db8:1:3::1')).not.toBe(first);
});

it('keeps an address that it cannot read', () => {
  expect(callerSubject('unknown')).toBe('unknown');
});
