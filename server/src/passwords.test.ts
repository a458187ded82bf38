import { describe, expect, it } from 'vitest';
import { createPasswords } from './passwords.ts';

const passwords = createPasswords();

describe('the password check', () => {
  it('a password is hashed with argon2id at the cost that OWASP recommends, with a new salt each time', async () => {
    const [one, other] = await Promise.all([passwords.hash('open sesame'), passwords.hash('open sesame')]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
  });

  it('only the right password is accepted', async () => {
    const hash = await passwords.hash('open sesame');
    expect(await passwords.verify(hash, 'open sesame')).toBe(true);
    expect(await passwords.verify(hash, 'open sesam')).toBe(false);
  });

  it('no password is accepted when there is no hash', async () => {
    expect(await passwords.verify(undefined, 'nobody has this password')).toBe(false);
  });
});
