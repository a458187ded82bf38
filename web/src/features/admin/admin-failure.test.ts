import { describe, expect, it } from 'vitest';
import { CallError, readError } from '../../api/call-error.ts';
import { describeAdminFailure, isMissing } from './admin-failure.ts';

describe('the message about a failed change', () => {
  async function describeAnswer(body: unknown): Promise<string> {
    const answer = new Response(JSON.stringify(body), { status: 500 });
    return describeAdminFailure(await readError(answer), 'Failed to delete user');
  }

  it('is the text of the server, else the text of the error, else the fallback', async () => {
    expect(await describeAnswer({ msg: 'one', message: 'other' })).toBe('one');
    expect(await describeAnswer({ msg: '', message: 'other' })).toBe('other');
    expect(await describeAnswer({ message: 'other' })).toBe('other');
    expect(await describeAnswer({})).toBe('Failed to delete user');
    expect(describeAdminFailure(new Error('own'), 'fallback')).toBe('own');
    expect(describeAdminFailure(new Error(''), 'fallback')).toBe('fallback');
  });
});

describe('the admin dashboard', () => {
  it('recognises a missing user or team by the error code, not by the message', () => {
    expect(isMissing(new CallError(404, { code: 'team_not_found', msg: 'Team not found' }))).toBe(true);
    expect(isMissing(new CallError(400, { code: 'validation_failed', msg: 'id is not valid' }))).toBe(true);
    expect(isMissing(new CallError(403, { code: 'forbidden', msg: 'Team not found' }))).toBe(false);
    expect(isMissing(new Error('Team not found'))).toBe(false);
  });
});
