import { describe, expect, it } from 'vitest';
import { createLog, summarizeError } from './log.ts';

function log(err: unknown): string {
  let written = '';
  createLog('info', { write: (line) => void (written += line) }).error({ err }, 'failed');
  return written;
}

describe('the log', () => {
  it('contains the error code and the constraint of a refused SQL statement, but none of the values', () => {
    const cause = Object.assign(
      new Error('duplicate key value violates unique constraint "users_email_key"'),
      {
        code: '23505',
        severity: 'ERROR',
        constraint: 'users_email_key',
        detail: 'Key (email)=(ann@example.org) already exists.',
        where: 'COPY users, line 1: "ann"',
        hint: 'Not Ann?',
        query: 'insert into users values ($1)',
        params: ['ann'],
        parameters: ['ann'],
      },
    );
    const written = log(new Error('The user was not created', { cause }));
    expect(written).toContain('The user was not created');
    expect(written).toContain('"constraint":"users_email_key"');
    expect(written).toContain('"code":"23505"');
    expect(written).not.toMatch(/ann|Ann/);
  });

  it('leaves out values that an error message of the database quotes', () => {
    const error = Object.assign(new Error('invalid input syntax for type integer: "twelve"'), {
      code: '22P02',
      severity: 'ERROR',
    });
    expect(log(error)).toContain('invalid input syntax for type integer');
    expect(log(error)).not.toContain('twelve');
    expect(summarizeError(error)).toBe('Error: invalid input syntax for type integer: "…"');
  });

  it('leaves out email addresses, even from errors inside other errors', () => {
    const refused = Object.assign(new Error('550 5.1.1 <ann@example.org>: no such user'), {
      response: '550 ann@example.org',
      rejected: ['ann@example.org'],
      responseCode: 550,
    });
    const written = log(new AggregateError([refused, 'bob@example.org'], 'for ann@example.org'));
    expect(written).toContain('550 5.1.1 <(an email address)>: no such user');
    expect(written).toContain('"responseCode":550');
    expect(written).not.toContain('example.org');
  });

  it('contains the data of a job without email addresses', () => {
    let written = '';
    createLog('info', { write: (line) => void (written += line) }).error(
      { data: { userId: 7, email: 'ann@example.org', event: { title: 'Jazz' } } },
      'job failed',
    );
    expect(written).toContain('"data":{"userId":7,"email":"(an email address)","event":{"title":"Jazz"}}');
  });

  it('contains the stack and the port of a connection that was refused', () => {
    const error = Object.assign(new Error('connect ECONNREFUSED 127.0.0.1:25'), {
      code: 'ECONNREFUSED',
      port: 25,
    });
    const written = log(error);
    expect(written).toContain('log.test.ts');
    expect(written).toContain('"port":25');
  });

  it('contains the message and the code of an error that the job queue reports as a plain object', () => {
    const written = log({ message: 'Connection terminated', code: '57P01', queue: 'mail', detail: 'ann' });
    expect(written).toContain('"message":"Connection terminated"');
    expect(written).toContain('"code":"57P01"');
    expect(written).not.toContain('ann');
  });
});
