import { describe, expect, it } from 'vitest';
import { findMapAddress } from './event-place.ts';

describe('the event page', () => {
  it('links to a map that searches for the place as it is written', () => {
    expect(findMapAddress(' The Lido, Meadow Lane & Quay ')).toBe(
      'https://www.google.com/maps/search/?api=1&query=The+Lido%2C+Meadow+Lane+%26+Quay',
    );
  });

  it.each([null, '', '  ', 'Online', 'online: a link comes by mail', 'https://meet.example.org/a'])(
    'links to no map for the place %j',
    (location) => {
      expect(findMapAddress(location)).toBeNull();
    },
  );
});
