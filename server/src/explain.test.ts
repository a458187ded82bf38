import { describe, expect, it } from 'vitest';
import { explain } from './explain.ts';

function makeError(message: string, fields: object): Error {
  return Object.assign(new Error(message), fields);
}

describe('the text for an error that stops Foyer', () => {
  it.each([
    [
      'a wrong password',
      makeError('password authentication failed for user "foyer"', { code: '28P01' }),
      'password authentication failed for user "foyer". Check the user and the password in DATABASE_URL.',
    ],
    [
      'a user who does not own the database',
      makeError('permission denied for schema public', { code: '42501' }),
      'permission denied for schema public. Make the user of DATABASE_URL the owner of the database.',
    ],
    [
      'a folder of another user',
      makeError("EACCES: permission denied, scandir '/srv/x'", { code: 'EACCES', path: '/srv/x' }),
      "EACCES: permission denied, scandir '/srv/x'. Run this as the user that owns the folder, or choose another folder.",
    ],
  ])('says without a stack trace what to do about %s', (_, error, text) => {
    expect(explain(error)).toBe(text);
  });

  it('has a stack trace when only a developer can solve the problem', () => {
    expect(explain(makeError('value out of range', { code: '22003' }))).toContain('explain.test.ts');
  });
});
