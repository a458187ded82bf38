import { describe, expect, it } from 'vitest';
import { callerNetwork, callerSubject } from './caller-address.ts';

describe('the count of requests by address', () => {
  it('a caller with an IPv4 address is counted by that address, even if it is written as IPv6', () => {
    expect(callerSubject('203.0.113.7')).toBe('203.0.113.7');
    expect(callerSubject('::ffff:203.0.113.7')).toBe('203.0.113.7');
  });

  it('all addresses of one IPv6 /64 network are counted as one caller', () => {
    const first = callerSubject('2001:db8:1:2::1');
    expect(callerSubject('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(first);
    expect(callerSubject('2001:db8:1:3::1')).not.toBe(first);
  });

  it('all addresses of one IPv6 /48 are counted as one network where the larger network matters', () => {
    const first = callerNetwork('2001:db8:1:2::1');
    expect(callerNetwork('2001:db8:1:ffff::1')).toBe(first);
    expect(callerNetwork('2001:db8:2:2::1')).not.toBe(first);
    expect(callerNetwork('203.0.113.7')).toBe('203.0.113.7');
  });

  it('an address that cannot be parsed is counted as it is', () => {
    expect(callerSubject('unknown')).toBe('unknown');
  });
});
