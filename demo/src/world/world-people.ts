export type DemoUser = { username: string; email: string; isSiteAdmin?: boolean };
export type DemoRole = 'team_admin' | 'event_manager' | 'owner' | 'organizer';
export type DemoTeam = {
  name: string;
  description: string;
  /** The first member is the creator of the team and therefore a team admin. */
  members: readonly [{ username: string; role: 'team_admin' }, ...{ username: string; role: DemoRole }[]];
};

const townspeople = [
  'rosa.okafor',
  'george.ashdown',
  'mei.tanaka',
  'tomasz_w',
  'ines.carvalho',
  'kwame.boateng',
  'bea-lindqvist',
  'hal.bryant',
  'priya.raman',
  'owen_pryce',
  'fatima.siddiqui',
  'jack.thorley',
  'agnieszka.n',
  'dilys.morgan',
  'sam_adeyemi',
  'lottie.fairweather',
  'yusuf.demir',
  'hannah-b',
  'callum.reid',
  'nadia_petrova',
  'arthur.penhale',
  'grace.mbeki',
  'theo.vassilis',
  'winnie.chu',
  'ruth.goldberg',
  'marek-dvorak',
];

/** The README names this many of the users. */
export const namedUsers = 4;

/** The users named in the README come first, then the people who fill the seats. */
export const demoUsers: readonly DemoUser[] = [
  { username: 'admin', email: 'admin@example.org', isSiteAdmin: true },
  { username: 'teamadmin', email: 'teamadmin@example.org' },
  { username: 'eventmanager', email: 'eventmanager@example.org' },
  { username: 'attendee', email: 'attendee@example.org' },
  ...townspeople.map((username) => ({ username, email: `${username}@example.org` })),
];

export const demoTeams: readonly DemoTeam[] = [
  {
    name: 'Wrenford Town Events',
    description:
      'The small office above the Corn Exchange that looks after the market, the concerts and anything with bunting. Two of us are paid; the rest turn up with a van.',
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
    members: [
      { username: 'ines.carvalho', role: 'team_admin' },
      { username: 'kwame.boateng', role: 'event_manager' },
      { username: 'bea-lindqvist', role: 'organizer' },
    ],
  },
];
