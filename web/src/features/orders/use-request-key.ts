import { useState } from 'react';
import { makeRandomWord } from '../payments/known-orders.ts';

/**
 * Returns a function that sends a request with an Idempotency-Key. After a lost answer the same body gets the same key,
 * so that its work is done only once. After a success the same body is new work and gets a new key.
 */
export function useRequestKey() {
  const [sendWithKey] = useState(makeSendWithKey);
  return sendWithKey;
}

export function makeSendWithKey() {
  let open = { text: '', key: '' };
  return async <Answer>(body: object, send: (key: string) => Promise<Answer>): Promise<Answer> => {
    const text = JSON.stringify(body);
    if (open.text !== text) open = { text, key: makeRandomWord() };
    const sent = open;
    const answer = await send(sent.key);
    if (open === sent) open = { text: '', key: '' };
    return answer;
  };
}
