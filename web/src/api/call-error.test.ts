import { describe, expect, it } from 'vitest';
import { CallError, messageOf, readError } from './call-error.ts';
import { listFieldErrors } from './field-errors.ts';

const answer = (body: unknown, status = 400) => readError(Response.json(body, { status }));

describe('the error of a refused call', () => {
  it('contains the field `message` of the response, or else the field `msg`', async () => {
    const both = await answer({ status: 'error', code: 'forbidden', message: 'Read this', msg: 'Or this' });
    expect(messageOf(both, 'Failed')).toBe('Read this');
    expect(both.msg).toBe('Or this');
    expect(both.code).toBe('forbidden');
    expect((await answer({ status: 'error', code: 'forbidden', msg: 'You may not' })).msg).toBe(
      'You may not',
    );
  });

  it('contains the message of a response without an error code', async () => {
    const error = await answer({ message: 'The line is down' }, 502);
    expect(messageOf(error, 'Failed')).toBe('The line is down');
  });

  it('contains the fallback text when the response has no message', async () => {
    const page = await readError(new Response('<h1>Bad gateway</h1>', { status: 502 }));
    expect(messageOf(page, 'Login failed. Please try again.')).toBe('Login failed. Please try again.');
    expect(messageOf(await answer({ message: '' }), 'Failed')).toBe('Failed');
    expect(messageOf(await answer(null), 'Failed')).toBe('Failed');
  });
});

describe('the field errors of a refused form', () => {
  const fields = { username: ['username_taken'], email: ['email_taken'] } as const;

  it("are in the order of the form's fields, and leave out unknown fields", () => {
    const error = new CallError(400, {
      code: 'validation_failed',
      msg: 'Email is invalid',
      errors: [
        { field: 'email', message: 'Email is invalid' },
        { field: 'username', message: 'Username is required' },
        { field: 'elsewhere', message: 'Unknown here' },
      ],
    });
    expect(listFieldErrors(error, fields)).toEqual([
      { name: 'username', message: 'Username is required' },
      { name: 'email', message: 'Email is invalid' },
    ]);
  });

  it('include the field that the error code is about', () => {
    const error = new CallError(409, { code: 'email_taken', msg: 'Email already exists' });
    expect(listFieldErrors(error, fields)).toEqual([{ name: 'email', message: 'Email already exists' }]);
  });

  it('are empty when the error concerns no field', () => {
    expect(listFieldErrors(new CallError(503, { code: 'unavailable', msg: 'Busy' }), fields)).toEqual([]);
    expect(listFieldErrors(new TypeError('username'), fields)).toEqual([]);
  });
});
