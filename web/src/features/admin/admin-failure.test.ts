import { describe, expect, it } from 'vitest';
import { readError } from '../../api/call-error.ts';
import { describeAdminFailure } from './admin-failure.ts';

describe('the words for a change that failed', () => {
  async function describeAnswer(body: unknown): Promise<string> {
    const answer = new Response(JSON.stringify(body), { status: 500 });
    return describeAdminFailure(await readError(answer), 'Failed to delete user');
  }

  it('are the server’s msg, else its message, else the error’s own, else the given ones', async () => {
    expect(await describeAnswer({ msg: 'one', message: 'other' })).toBe('one');
    expect(await describeAnswer({ msg: '', message: 'other' })).toBe('other');
    expect(await describeAnswer({ message: 'other' })).toBe('other');
    expect(await describeAnswer({})).toBe('Failed to delete user');
    expect(describeAdminFailure(new Error('own'), 'given')).toBe('own');
    expect(describeAdminFailure(new Error(''), 'given')).toBe('given');
  });
});
