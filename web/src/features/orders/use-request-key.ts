import { useRef } from 'react';
import { makeRandomWord } from '../payments/known-orders.ts';

/**
 * Returns a function that chooses the Idempotency-Key of a request. The same body gets the same key, so that a request
 * whose answer was lost does its work only once. Another body gets a new key.
 */
export function useRequestKey(): (body: object) => string {
  const last = useRef({ text: '', key: '' });
  return (body) => {
    const text = JSON.stringify(body);
    if (last.current.text !== text) last.current = { text, key: makeRandomWord() };
    return last.current.key;
  };
}
