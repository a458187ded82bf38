import type { EmblemSpec } from '../posters/emblems.ts';

export type DemoUser = { username: string; name?: string; email: string; isSiteAdmin?: boolean };
export type DemoRole = 'team_admin' | 'event_manager' | 'owner' | 'organizer';
export type DemoTeam = {
  name: string;
  description: string;
  contactEmail: string;
  picture: EmblemSpec;
  /** The first member is the creator of the team and therefore a team admin. */
  members: readonly [{ username: string; role: 'team_admin' }, ...{ username: string; role: DemoRole }[]];
};

/** The people of the town who have accounts. `name` is the buyer's name in their orders. */
export const townspeople: readonly { username: string; name: string }[] = [
  { username: 'rosa.okafor', name: 'Rosa Okafor' },
  { username: 'george.ashdown', name: 'George Ashdown' },
  { username: 'mei.tanaka', name: 'Mei Tanaka' },
  { username: 'tomasz_w', name: 'Tomasz Wolski' },
  { username: 'ines.carvalho', name: 'Inês Carvalho' },
  { username: 'kwame.boateng', name: 'Kwame Boateng' },
  { username: 'bea-lindqvist', name: 'Bea Lindqvist' },
  { username: 'hal.bryant', name: 'Hal Bryant' },
  { username: 'priya.raman', name: 'Priya Raman' },
  { username: 'owen_pryce', name: 'Owen Pryce' },
  { username: 'fatima.siddiqui', name: 'Fatima Siddiqui' },
  { username: 'jack.thorley', name: 'Jack Thorley' },
  { username: 'agnieszka.n', name: 'Agnieszka Nowak' },
  { username: 'dilys.morgan', name: 'Dilys Morgan' },
  { username: 'sam_adeyemi', name: 'Sam Adeyemi' },
  { username: 'lottie.fairweather', name: 'Lottie Fairweather' },
  { username: 'yusuf.demir', name: 'Yusuf Demir' },
  { username: 'hannah-b', name: 'Hannah Birch' },
  { username: 'callum.reid', name: 'Callum Reid' },
  { username: 'nadia_petrova', name: 'Nadia Petrova' },
  { username: 'arthur.penhale', name: 'Arthur Penhale' },
  { username: 'grace.mbeki', name: 'Grace Mbeki' },
  { username: 'theo.vassilis', name: 'Theo Vassilis' },
  { username: 'winnie.chu', name: 'Winnie Chu' },
  { username: 'ruth.goldberg', name: 'Ruth Goldberg' },
  { username: 'marek-dvorak', name: 'Marek Dvořák' },
];

export const demoUsers: readonly DemoUser[] = [
  { username: 'admin', email: 'admin@example.org', isSiteAdmin: true },
  { username: 'teamadmin', email: 'teamadmin@example.org' },
  { username: 'eventmanager', email: 'eventmanager@example.org' },
  { username: 'attendee', name: 'Robin Marlow', email: 'attendee@example.org' },
  ...townspeople.map(({ username, name }) => ({ username, name, email: `${username}@example.org` })),
];

export const demoTeams: readonly DemoTeam[] = [
  {
    name: 'Wrenford Town Events',
    description:
      'The small office above the Corn Exchange that looks after the market, the concerts and anything with bunting. Two of us are paid; the rest turn up with a van.',
    contactEmail: 'events@wrenford.example.org',
    picture: { emblem: 'bunting', palette: 'harbour' },
    members: [
      { username: 'teamadmin', role: 'team_admin' },
      { username: 'eventmanager', role: 'event_manager' },
      { username: 'george.ashdown', role: 'owner' },
      { username: 'priya.raman', role: 'organizer' },
    ],
  },
  {
    name: 'The Old Maltings',
    description:
      'Workshops, desks, a kiln and a print room in the former malt house on Quay Lane, run by the people who rent them.',
    contactEmail: 'hello@oldmaltings.example.org',
    picture: { emblem: 'kiln', palette: 'clay' },
    members: [
      { username: 'mei.tanaka', role: 'team_admin' },
      { username: 'tomasz_w', role: 'event_manager' },
      { username: 'teamadmin', role: 'organizer' },
      { username: 'hal.bryant', role: 'owner' },
    ],
  },
  {
    name: 'Meadow Lane Sports and Health',
    description:
      'The lido, the running track, the boathouse and the pavilion kitchen. A charity since the council handed over the keys, with eleven clubs and one temperamental boiler.',
    contactEmail: 'pavilion@meadowlane.example.org',
    picture: { emblem: 'track', palette: 'meadow' },
    members: [
      { username: 'ines.carvalho', role: 'team_admin' },
      { username: 'kwame.boateng', role: 'event_manager' },
      { username: 'bea-lindqvist', role: 'organizer' },
    ],
  },
];
