import { describe, expect, it } from 'vitest';
import { openSecret, sealSecret } from './sealing.rules.ts';

const ours = new TextEncoder().encode('the session secret of this site');
const secret = 'JBSWY3DPEHPK3PXP';

describe('a sealed secret', () => {
  it('can be opened with the same session secret, for the same user', () => {
    expect(openSecret(ours, 7, sealSecret(ours, 7, secret))).toBe(secret);
  });

  it('looks different each time the same secret is sealed', () => {
    expect(sealSecret(ours, 7, secret)).not.toEqual(sealSecret(ours, 7, secret));
  });

  it('cannot be opened with another session secret, for another user, or after a change of a byte', () => {
    const sealed = sealSecret(ours, 7, secret);
    expect(openSecret(new TextEncoder().encode('another session secret'), 7, sealed)).toBeNull();
    expect(openSecret(ours, 8, sealed)).toBeNull();
    const changed = Buffer.from(sealed);
    changed[changed.length - 1] = (changed.at(-1) ?? 0) ^ 1;
    expect(openSecret(ours, 7, changed)).toBeNull();
  });
});
