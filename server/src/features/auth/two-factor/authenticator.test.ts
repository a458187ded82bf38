import { describe, expect, it } from 'vitest';
import { Secret } from 'otpauth';
import { findStep } from './authenticator.rules.ts';

// The secret and the times come from the tests in RFC 6238, appendix B. The codes there have eight digits, and our
// codes are the last six of these digits.
const secret = Secret.fromLatin1('12345678901234567890').base32;

describe('the check of an authenticator code', () => {
  it.each([
    [59, '287082'],
    [1_111_111_109, '081804'],
    [1_111_111_111, '050471'],
    [1_234_567_890, '005924'],
    [2_000_000_000, '279037'],
  ])('accepts the code that RFC 6238 lists for the Unix time %i', (second, code) => {
    expect(findStep(secret, code, new Date(second * 1000))).toBe(Math.floor(second / 30));
  });

  it('accepts the codes of the previous and the next time step, but no code two time steps away', () => {
    expect(findStep(secret, '287082', new Date(61_000))).toBe(1);
    expect(findStep(secret, '287082', new Date(29_000))).toBe(1);
    expect(findStep(secret, '287082', new Date(91_000))).toBeNull();
  });

  it.each(['', '28708', '2870820', '28708a', '𐀀𐀀𐀀', '２８７０８２'])('refuses the text %j', (text) => {
    expect(findStep(secret, text, new Date(59_000))).toBeNull();
  });
});
