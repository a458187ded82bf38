import { describe, expect, it } from 'vitest';
import { readTeamName, writeTeamPath } from './team-address.ts';

describe('the address of a team', () => {
  it('has the number and the readable name', () => {
    expect(writeTeamPath({ id: 7, name: 'Łódź & Friends' })).toBe('/teams/7-lodz-friends');
    expect(writeTeamPath({ id: 7, name: '東京' })).toBe('/teams/7');
  });

  it('is read by its number alone', () => {
    expect(readTeamName('7-old-name')).toBe(7);
    expect(readTeamName('seven')).toBeNull();
  });
});
