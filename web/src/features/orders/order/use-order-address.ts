import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { findKnownOrder, rememberOrder } from '../../payments/known-orders.ts';
import type { OrderAddress } from '../orders.api.ts';

/**
 * Reads the key of an order behind the # of the address, stores it on this device, and removes it from the address at
 * once, so that nobody copies or photographs it by accident. Undefined until hydration.
 */
export function useOrderAddress(number: string): OrderAddress | undefined {
  const navigate = useNavigate();
  const [address, setAddress] = useState<OrderAddress>();
  useEffect(() => {
    const readAddress = () => {
      const key = readKey(window.location.hash);
      if (key !== undefined) {
        rememberOrder({ number, eventId: null, key });
        void navigate({ to: '.', search: true, hash: '', replace: true, resetScroll: false });
      }
      setAddress({ number, key: key ?? findKnownOrder(number)?.key });
    };
    readAddress();
    // Another link of the same order may be opened in this tab.
    window.addEventListener('hashchange', readAddress);
    return () => window.removeEventListener('hashchange', readAddress);
  }, [navigate, number]);
  return address?.number === number ? address : undefined;
}

export function readKey(hash: string): string | undefined {
  return /^#key=([\w-]{20,100})$/.exec(hash)?.[1];
}
