import { findKnownOrder, rememberOrder } from '../../payments/known-orders.ts';
import type { OrderAddress } from '../orders.api.ts';
import { useAddressKey } from '../use-address-key.ts';

/** Finds the key of an order, in the address or on this device. Undefined until hydration. */
export function useOrderAddress(number: string): OrderAddress | undefined {
  const read = useAddressKey(number, {
    find: () => findKnownOrder(number)?.key,
    remember: (key) => rememberOrder({ number, eventId: null, key }),
  });
  return read && { number, key: read.key };
}
