import { type DemoEvent, oneType, onSale, prose, venues } from './world-event.ts';

const team = 'Wrenford Town Events';

/** The events on the stage: concerts, films, pictures and talks. */
export const stageEvents: readonly DemoEvent[] = [
  {
    ...onSale,
    title: 'Cello by Candlelight',
    description: prose(`
      Hanne Vestergaard plays two of the Bach suites from the middle of the room, with the audience in a ring
      around her and nobody more than four rows away.

      The Corn Exchange was built for shouting about barley and turns out to be kind to a single cello. We
      light it with candles and turn off the heating fans, so keep your coat within reach.

      The bar opens at seven. The music lasts a little over an hour, without an interval. Latecomers wait for
      the sarabande.
    `),
    location: venues.cornExchange,
    category: 'Music',
    team,
    createdBy: 'eventmanager',
    ticketTypes: oneType(1400, 24),
    startsIn: { days: 4, time: '19:30' },
    durationMinutes: 90,
    maxAttendees: 26,
    eventType: 'other',
    doorsMinutes: 30,
    lineUp: 'Hanne Vestergaard, cello',
    accessibility:
      'Step-free from the Market Place side. The hearing loop covers the first three rows. The candles are real, and there is a little haze.',
    poster: { scene: 'cello', palette: 'harbour', seed: 21, isPortrait: true },
  },
  {
    ...onSale,
    title: 'Come and Sing: One Evening, One Requiem',
    description: prose(`
      Learn the Fauré in two hours, have a sandwich, and sing it to whoever walks in. No auditions, and no
      need to read music if you are happy to stand beside somebody who does.

      Dilys Morgan conducts. Scores are lent at the door against a shoe. Basses are, as ever, particularly
      welcome.

      Friends and family can come for the performance at nine, free, with a bucket for the organ fund.
    `),
    location: venues.hall,
    category: 'Music',
    team,
    createdBy: 'eventmanager',
    ticketTypes: oneType(0, 44),
    startsIn: { days: 14, time: '18:00' },
    durationMinutes: 225,
    maxAttendees: 60,
    eventType: 'other',
    poster: { scene: 'choir', palette: 'woodland', seed: 22 },
  },
  {
    ...onSale,
    title: 'Silent Film, Loud Piano',
    description: prose(`
      A mountaineering melodrama of 1929, shown from the Regal's own 35 mm projector, with Theo Vassilis
      improvising at an upright that has seen better decades.

      The print was found in a shed in Upper Tarrow with the last reel in a biscuit tin. It has been cleaned,
      though you may still notice the crumbs. There is one avalanche and a surprisingly good dog.

      Ice creams in the interval, from a tray, as is right.
    `),
    location: venues.regal,
    category: 'Art',
    team,
    createdBy: 'teamadmin',
    ticketTypes: [
      { name: 'Adult', pricePence: 900, sold: 36 },
      {
        name: 'Reduced',
        description: 'Students, everybody over 65, and anybody who is short this month.',
        pricePence: 650,
        sold: 14,
      },
      {
        name: 'Child',
        description: 'Under 14, with a grown-up who can explain the avalanche.',
        pricePence: 400,
        quantity: 20,
        sold: 11,
      },
    ],
    promoCodes: [
      { code: 'PIANO', kind: 'percent', percent: 20, maxUses: 40, usedBy: 7 },
      { code: 'NEIGHBOUR', kind: 'amount', amountPence: 200, isForAllEvents: true, usedBy: 3 },
    ],
    refundDays: 2,
    startsIn: { days: 19, time: '19:30' },
    durationMinutes: 130,
    maxAttendees: 90,
    eventType: 'other',
    poster: { scene: 'cinema', palette: 'night', seed: 23 },
  },
  {
    ...onSale,
    title: 'Open Mic at the Three Herons',
    description: prose(`
      Two songs each, or one long ballad. The list goes up on the bar at half past seven and fills by eight,
      so come early if you want to play before people have had three pints.

      There is a house guitar, two microphones and a piano that is in tune with itself. Poems count. Comedy
      counts if it is brief.

      Listening is free and very much needed.
    `),
    location: venues.herons,
    category: 'Music',
    team,
    createdBy: 'eventmanager',
    ticketTypes: oneType(0, 22),
    startsIn: { days: 33, time: '20:00' },
    durationMinutes: 150,
    maxAttendees: 50,
    eventType: 'meetup',
    poster: { scene: 'guitar', palette: 'harvest', seed: 24, isPortrait: true },
  },
  {
    ...onSale,
    title: 'The Wrenford Open: Private View for Everyone',
    description: prose(`
      Two hundred and twelve pictures came in and a hundred and forty are on the wall, hung by size rather
      than reputation. Come and see them first, with a glass of something and the people who made them.

      The judges are a framer, a sixth-former and the postman. Their choice is announced at eight; yours is
      counted from the slips in the hat by the door.

      The exhibition then stays up for three weeks in the upper gallery. There is a lift, at the back, beside
      the coats.
    `),
    location: venues.cornExchange,
    category: 'Art',
    team,
    createdBy: 'teamadmin',
    ticketTypes: oneType(0, 63),
    startsIn: { days: 45, time: '18:30' },
    durationMinutes: 150,
    maxAttendees: null,
    eventType: 'other',
    poster: { scene: 'gallery', palette: 'harvest', seed: 25 },
  },
  {
    ...onSale,
    title: 'Late Keys: The Margo Fenn Trio',
    description: prose(`
      Piano, double bass and a drummer who mostly uses his hands. Margo Fenn grew up over the bakery on
      Bridge Street and comes home once a year to play the Regal's Bechstein before it goes back under its
      cover.

      Two sets with a long break between. The first is the new record; the second is whatever the room asks
      for, within reason.

      Seats are unreserved. The balcony has the best sound and the hardest benches.
    `),
    location: venues.regal,
    category: 'Music',
    team,
    createdBy: 'eventmanager',
    ticketTypes: [
      {
        name: 'Early bird',
        pricePence: 1200,
        quantity: 30,
        sold: 30,
        salesEnd: { days: -12, time: '23:59' },
      },
      { name: 'Stalls', pricePence: 1600, quantity: 60, sold: 14, maxPerOrder: 6 },
      {
        name: 'Balcony',
        description: 'The best sound and the hardest benches. Bring a cushion.',
        pricePence: 1300,
        quantity: 30,
        sold: 11,
        maxPerOrder: 6,
      },
      {
        name: 'Friends of the Regal',
        description: 'For everybody who paid for a seat cover in spring.',
        pricePence: 1000,
        quantity: 20,
        sold: 6,
        maxPerOrder: 2,
        isHidden: true,
      },
    ],
    promoCodes: [
      { code: 'FRIENDS', kind: 'unlock', types: ['Friends of the Regal'] },
      { code: 'OPENING', kind: 'percent', percent: 25, usedBy: 5, endsIn: { days: -12, time: '23:59' } },
    ],
    startsIn: { days: 58, time: '20:00' },
    durationMinutes: 150,
    maxAttendees: 110,
    eventType: 'other',
    poster: { scene: 'keys', palette: 'night', seed: 26 },
  },
  {
    title: 'Poetry by the Kiln',
    description: prose(`
      An evening of reading aloud while the last firing cools, if the Maltings will lend us the kiln room.
      Four local poets, ten minutes each, then anybody who has brought a page.

      Still to settle: the fourth poet, the licence for the wine, and whether forty people and a warm kiln
      are a good idea at the same time.
    `),
    location: venues.maltings,
    category: 'Art',
    team,
    createdBy: 'eventmanager',
    ticketTypes: [
      { name: 'Listener', pricePence: 500, sold: 0 },
      { name: 'Reader', description: 'Bring one page.', pricePence: 0, quantity: 12, sold: 0 },
    ],
    startsIn: { days: 38, time: '19:00' },
    durationMinutes: 120,
    maxAttendees: 40,
    status: 'draft',
    isPublic: true,
    eventType: 'other',
    poster: { scene: 'books', palette: 'dusk', seed: 27, mirrored: true },
  },
];
