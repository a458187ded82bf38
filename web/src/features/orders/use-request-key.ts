import { useRef } from 'react';
import { makeRandomWord } from '../payments/known-orders.ts';

const none = { text: '', key: '' };

/**
 * Chooses the Idempotency-Key of a request. The same body gets the same key, so that a request whose answer was lost
 * does its work only once. Another body gets a new key. `forgetKey` is for work that the user may want once more.
 */
export function useRequestKey() {
  const last = useRef(none);
  return {
    chooseKey: (body: object): string => {
      const text = JSON.stringify(body);
      if (last.current.text !== text) last.current = { text, key: makeRandomWord() };
      return last.current.key;
    },
    forgetKey: (): void => {
      last.current = none;
    },
  };
}
