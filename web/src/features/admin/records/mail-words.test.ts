import { describe, expect, it } from 'vitest';
import { describeMail, nameMail } from './mail-words.ts';

describe('a mail in the records of a user', () => {
  it('is named after what it is about', () => {
    expect(nameMail({ kind: 'verify-email' })).toBe('Verify email');
  });

  it.each([
    [{ sent_at: '2026-11-21T18:30:00.000Z', refused: false }, 'Sent'],
    [{ sent_at: null, refused: false }, 'Sending'],
    [{ sent_at: null, refused: true }, 'Refused'],
  ])('says whether it was sent: %j', (mail, word) => {
    expect(describeMail(mail).word).toBe(word);
  });
});
