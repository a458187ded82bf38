import { type DemoEvent, oneType, onSale, prose, venues } from './world-event.ts';

const team = 'The Old Maltings';

/** The events at the maltings on Quay Lane: games, machines and meetings. */
export const maltingsEvents: readonly DemoEvent[] = [
  {
    ...onSale,
    title: 'First Coffee: Breakfast for New Businesses',
    description: prose(`
      For anybody in their first two years of working for themselves. Coffee, a bacon or mushroom roll, and
      twenty minutes each with three people who have already made the mistakes: an accountant, a joiner and
      the woman who sells the umbrellas.

      There is no pitch and no raffle. Bring one question that has kept you awake. You may find that the
      person beside you answered it last month.
    `),
    location: venues.maltings,
    category: 'Business',
    team,
    createdBy: 'mei.tanaka',
    ticketTypes: oneType(500, 16),
    startsIn: { days: 7, time: '08:00' },
    durationMinutes: 90,
    maxAttendees: 30,
    eventType: 'meetup',
    poster: { scene: 'coffee', palette: 'harbour', seed: 33 },
  },
  {
    ...onSale,
    title: 'Board Games Upstairs',
    description: prose(`
      Sixty games on the shelf, from ten-minute bluffing to the one about railways that once finished after
      closing time. Somebody will teach you whichever you point at.

      Come alone or in a crowd; we make up the tables at seven and again at half past eight. The kitchen does
      chips until nine. Please wash your hands before you touch the railways.
    `),
    location: venues.herons,
    category: 'Gaming',
    team,
    createdBy: 'tomasz_w',
    ticketTypes: oneType(0, 29),
    startsIn: { days: 8, time: '19:00' },
    durationMinutes: 210,
    maxAttendees: 40,
    eventType: 'meetup',
    poster: { scene: 'dice', palette: 'harvest', seed: 34 },
  },
  {
    ...onSale,
    title: 'Small Towns, Open Data',
    description: prose(`
      A day for the people who keep a town's numbers: councils, bus companies, museums, and the resident who
      has counted every swift since 1998. Nine talks, all under twenty-five minutes, all with something you
      can copy on Monday.

      In the morning: publishing bin rounds without tears, a planning map that residents read, and what the
      flood gauges knew. In the afternoon: four workshops, then one argument, chaired.

      Lunch is included and is not sandwiches. Bursaries for volunteers and students are on the form. A
      speech-to-text screen runs all day.
    `),
    location: venues.cornExchange,
    category: 'Conference',
    team,
    createdBy: 'tomasz_w',
    ticketTypes: [
      {
        name: 'Early bird',
        pricePence: 3200,
        quantity: 40,
        sold: 40,
        salesEnd: { days: -12, time: '23:59' },
      },
      { name: 'Standard', description: 'With lunch, which is not sandwiches.', pricePence: 4500, sold: 29 },
      {
        name: 'Student or volunteer',
        description: 'With lunch. Please bring something that says so.',
        pricePence: 1500,
        quantity: 20,
        sold: 13,
        maxPerOrder: 2,
        maxPerBuyer: 2,
      },
      { name: 'Speaker', pricePence: 0, quantity: 12, sold: 9, maxPerOrder: 1, isHidden: true },
    ],
    promoCodes: [
      { code: 'SPEAKER', kind: 'unlock', types: ['Speaker'] },
      { code: 'COUNCIL25', kind: 'percent', percent: 25, types: ['Standard'], maxUses: 10, usedBy: 4 },
    ],
    startsIn: { days: 16, time: '09:30' },
    durationMinutes: 450,
    maxAttendees: 120,
    eventType: 'conference',
    poster: { scene: 'stage', palette: 'harbour', seed: 36 },
  },
  {
    ...onSale,
    title: 'Chess Among the Shelves',
    description: prose(`
      Twelve boards in the reference room, clocks on request, and no ratings. Arthur Penhale, who once drew
      with a grandmaster and will tell you how, plays all comers on the board by the window.

      Children are welcome until eight if they have brought an adult they can beat. Whispered commentary
      only.
    `),
    location: venues.library,
    category: 'Gaming',
    team,
    createdBy: 'tomasz_w',
    ticketTypes: oneType(0, 13),
    startsIn: { days: 22, time: '18:00' },
    durationMinutes: 150,
    maxAttendees: 24,
    eventType: 'meetup',
    poster: { scene: 'chess', palette: 'meadow', seed: 38 },
  },
  {
    ...onSale,
    title: 'Hack the Timetable: A Weekend for Better Buses',
    description: prose(`
      Two days, one county's worth of bus data, and the drivers who actually drive the 7 and the 7A. Build
      something that gets a person from Hollin End to the hospital and home again.

      You do not need to program. The best thing last year was a paper map. Teams form over breakfast and
      show what they have at noon on the second day to the two people who can change the route.

      The building stays open all night, with camp beds in the quiet room and a rota for the toaster.
    `),
    location: venues.maltings,
    category: 'Tech',
    team,
    createdBy: 'tomasz_w',
    ticketTypes: oneType(0, 26),
    startsIn: { days: 26, time: '10:00' },
    durationMinutes: 1680,
    maxAttendees: 40,
    eventType: 'other',
    poster: { scene: 'windows', palette: 'night', seed: 40 },
  },
  {
    ...onSale,
    title: 'Arcade Day: Eleven Machines, No Coins',
    description: prose(`
      The collection that lives in Owen's barn is coming to the Maltings for a day: eleven cabinets from 1979
      to 1991, all set to free play, all louder than you remember.

      At two there is a talk on how to mend a monitor without dying, and at four a tournament on the machine
      that nobody can pronounce. The record to beat was set in 1986 by the present mayor.

      Under-tens need a grown-up and possibly a box to stand on.
    `),
    location: venues.maltings,
    category: 'Gaming',
    team,
    createdBy: 'tomasz_w',
    ticketTypes: [
      { name: 'Adult', pricePence: 400, sold: 17 },
      { name: 'Under 16', pricePence: 250, sold: 21 },
      {
        name: 'Group',
        description: 'For clubs, classes and birthdays. The price is for each person.',
        pricePence: 300,
        sold: 7,
        minPerOrder: 5,
        maxPerOrder: 20,
      },
    ],
    startsIn: { days: 52, time: '10:00' },
    durationMinutes: 420,
    maxAttendees: 80,
    eventType: 'other',
    poster: { scene: 'arcade', palette: 'dusk', seed: 41 },
  },
  {
    ...onSale,
    title: 'How the Internet Reaches Your House',
    description: prose(`
      A talk with props: a length of undersea cable, a splicing machine and the actual green cabinet from
      Station Road, which was being replaced anyway.

      Sam Adeyemi spent fifteen years up poles and down holes and explained, without slides, what happens
      between pressing a key and somebody in Lisbon reading it. Several of us have been looking at hedges
      differently ever since.
    `),
    location: venues.maltings,
    category: 'Tech',
    team,
    createdBy: 'tomasz_w',
    ticketTypes: oneType(0, 52),
    doorkeeper: 'tomasz_w',
    startsIn: { days: -63, time: '19:00' },
    durationMinutes: 90,
    maxAttendees: 60,
    eventType: 'meetup',
    poster: { scene: 'circuit', palette: 'woodland', seed: 42, mirrored: true },
  },
];
