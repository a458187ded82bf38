import { describe, expect, it } from 'vitest';
import { createPasswords, type Asker } from './passwords.ts';

const passwords = createPasswords();

describe('a password', () => {
  it('is hashed with argon2id at the cost that OWASP recommends, with a new salt each time', async () => {
    const [one, other] = await Promise.all([
      passwords.hash('open sesame', null),
      passwords.hash('open sesame', null),
    ]);
    expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(other).not.toBe(one);
  });

  it('is accepted only when it is right', async () => {
    const hash = await passwords.hash('open sesame', null);
    expect(await passwords.verify(hash, 'open sesame', null)).toBe(true);
    expect(await passwords.verify(hash, 'open sesam', null)).toBe(false);
  });

  it('is refused when the account has no password hash', async () => {
    expect(await passwords.verify(undefined, 'nobody has this password', null)).toBe(false);
  });

  it.each([
    ['user', { userId: 1 }, { userId: 2 }, 5],
    ['network address', { address: '198.51.100.1' }, { address: '198.51.100.2' }, 50],
  ])(
    'is not checked while too many checks for the same %s wait, but checks for others go on',
    async (_, one, other, most) => {
      const quick = createPasswords({ memoryCost: 64, timeCost: 1, parallelism: 1 });
      const hash = await quick.hash('open sesame', null);
      const check = (asker: Asker) => quick.verify(hash, 'open sesame', asker);
      const rush = Array.from({ length: most }, () => check(one));
      await expect(check(one)).rejects.toMatchObject({ code: 'unavailable' });
      expect(await check(other)).toBe(true);
      expect(new Set(await Promise.all(rush))).toEqual(new Set([true]));
      expect(await check(one)).toBe(true);
    },
  );
});
