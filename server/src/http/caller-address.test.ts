import { describe, expect, it } from 'vitest';
import { callerNetwork, callerSubject } from './caller-address.ts';

describe('a caller’s IP address in the limits of Foyer', () => {
  it('is counted as the same IPv4 address when it is written in IPv6 notation', () => {
    expect(callerSubject('203.0.113.7')).toBe('203.0.113.7');
    expect(callerSubject('::ffff:203.0.113.7')).toBe('203.0.113.7');
  });

  it('is counted together with all addresses of the same IPv6 /64 network', () => {
    const first = callerSubject('2001:db8:1:2::1');
    expect(callerSubject('2001:db8:1:2:ffff:ffff:ffff:ffff')).toBe(first);
    expect(callerSubject('2001:db8:1:3::1')).not.toBe(first);
  });

  it('is counted by limits for networks together with its whole IPv6 /48 network', () => {
    const first = callerNetwork('2001:db8:1:2::1');
    expect(callerNetwork('2001:db8:1:ffff::1')).toBe(first);
    expect(callerNetwork('2001:db8:2:2::1')).not.toBe(first);
    expect(callerNetwork('203.0.113.7')).toBe('203.0.113.7');
  });

  it('is counted unchanged when it cannot be parsed', () => {
    expect(callerSubject('unknown')).toBe('unknown');
  });
});
