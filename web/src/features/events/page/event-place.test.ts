import { describe, expect, it } from 'vitest';
import { findMapAddress } from './event-place.ts';

describe('the event page', () => {
  it('gives a map address that searches for the place as it is written', () => {
    expect(findMapAddress(' The Lido, Meadow Lane & Quay ')).toBe(
      'https://www.google.com/maps/search/?api=1&query=The+Lido%2C+Meadow+Lane+%26+Quay',
    );
  });

  it.each([null, '', '  ', 'Online', 'online: a link comes by mail', 'https://meet.example.org/a'])(
    'gives no map address for %j',
    (location) => {
      expect(findMapAddress(location)).toBeNull();
    },
  );
});
