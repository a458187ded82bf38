import type { DoorGuest } from './door.guests.api.ts';

/** Makes a guest for tests: Mara Ellis with a valid ticket, but with these fields. */
export function makeGuest(fields: Partial<DoorGuest> = {}): DoorGuest {
  return {
    id: 7,
    name: 'Mara Ellis',
    status: 'valid',
    type_name: 'Adult',
    order_number: '7QK2M9XWTA',
    used_at: null,
    used_link: null,
    is_own: false,
    is_transferred: false,
    code_hash: '9f86d081884c7d659a2feaa0c55ad015',
    ...fields,
  };
}
