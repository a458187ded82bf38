import { describe, expect, it } from 'vitest';
import { listMissing } from './signup-missing.ts';

const account = { username: 'ada', email: 'ada@example.com', password: 'secret1' };
const names = (values: Parameters<typeof listMissing>[0]) => listMissing(values).map(({ name }) => name);

describe('the sign-up form', () => {
  it('lists all empty required fields at once, in the order of the form', () => {
    expect(names({})).toEqual(['username', 'email', 'password']);
    expect(names({ ...account, username: '  ' })).toEqual(['username']);
  });

  it('requires a team name from organisers only', () => {
    expect(names({ ...account, isEventOrganiser: false, teamName: '' })).toEqual([]);
    expect(names({ ...account, isEventOrganiser: true, teamName: ' ' })).toEqual(['teamName']);
    expect(names({ ...account, isEventOrganiser: true, teamName: 'Harbour' })).toEqual([]);
  });
});
