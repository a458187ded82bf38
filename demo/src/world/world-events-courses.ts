import { type DemoEvent, oneType, onSale, prose, venues } from './world-event.ts';

const team = 'The Old Maltings';

export const courseEvents: readonly DemoEvent[] = [
  {
    ...onSale,
    title: 'Your First Program, from Nothing',
    description: prose(`
      Two unhurried hours for people who have never written a line of code and have always suspected that
      they could. By the end you will have made a small program that does something useful to you, and you
      will know what each word of it means.

      We use plain Python on our own laptops, so there is nothing to install and nothing to break. Tomasz
      teaches; two helpers sit among you and are paid to be asked the same thing twice.

      The price covers the room and a bowl of soup at half time. If it is the only thing stopping you, write
      to us and it will not be.
    `),
    location: venues.maltings,
    category: 'Tech',
    team,
    createdBy: 'tomasz_w',
    ticketTypes: oneType(1200, 13),
    startsIn: { days: 2, time: '18:30' },
    durationMinutes: 120,
    maxAttendees: 20,
    eventType: 'workshop',
    poster: { scene: 'circuit', palette: 'night', seed: 31 },
  },
  {
    ...onSale,
    title: 'Clay Night: Three Pinch Pots',
    description: prose(`
      No wheel, no experience, and a lump of stoneware the size of a grapefruit. You make three pots by
      pinching, press something into them that you found on the way here, and choose a glaze from the board.

      We fire them within a fortnight and you collect them from the shelf by the stairs. One in twenty
      cracks. We will be as sad as you are.

      Aprons are here. Rings are best left at home.
    `),
    location: venues.maltings,
    category: 'Art',
    team,
    createdBy: 'mei.tanaka',
    ticketTypes: oneType(2800, 12),
    startsIn: { days: 6, time: '18:30' },
    repeats: [
      { weeks: 1, sold: 9 },
      { weeks: 2, sold: 5 },
      { weeks: 3, sold: 2 },
      { weeks: 4, sold: 0 },
    ],
    durationMinutes: 150,
    maxAttendees: 12,
    eventType: 'workshop',
    poster: { scene: 'pots', palette: 'clay', seed: 32 },
  },
  {
    ...onSale,
    title: 'Sourdough for Patient People',
    description: prose(`
      A long morning in the hall kitchen with Agnieszka from the Bridge Street bakery. You mix, fold, wait,
      fold, wait again and shape, and while you wait you eat the ones she made yesterday.

      You go home with a loaf ready for your own oven, a jar of starter with a name, and a sheet that says
      what to do when it sulks.

      Fourteen places, because there are fourteen proving baskets.
    `),
    location: venues.hall,
    category: 'Workshop',
    team,
    createdBy: 'mei.tanaka',
    ticketTypes: [
      { name: 'Baker', pricePence: 3500, sold: 11 },
      { name: 'Reduced', description: 'Students, and anybody between jobs.', pricePence: 2400, sold: 3 },
    ],
    startsIn: { days: 9, time: '09:30' },
    durationMinutes: 270,
    maxAttendees: 14,
    eventType: 'workshop',
    poster: { scene: 'bread', palette: 'harvest', seed: 35 },
  },
  {
    ...onSale,
    title: 'Reduction Linocut in a Day',
    description: prose(`
      One block, three colours, and no way back: you cut, print, cut more away and print again until the
      picture is finished and the block is gone. People who like plans enjoy it, and so do people who do not.

      Hal runs the big Albion press and looks after fingers. You keep an edition of six on good paper.

      Bring a drawing about the size of a postcard, in strong shapes. Lunch is round the corner at the
      Herons.
    `),
    location: venues.maltings,
    category: 'Workshop',
    team,
    createdBy: 'mei.tanaka',
    ticketTypes: oneType(4800, 6),
    startsIn: { days: 21, time: '10:00' },
    durationMinutes: 390,
    maxAttendees: 10,
    eventType: 'workshop',
    poster: { scene: 'press', palette: 'harbour', seed: 37 },
  },
  {
    ...onSale,
    title: 'Books in Order: Accounts for Sole Traders, Online',
    description: prose(`
      An hour and a half at your own kitchen table with the year's receipts in front of you. Grace Mbeki
      goes through what to keep, what to claim and what to stop worrying about, then answers questions until
      there are none.

      You need a spreadsheet of any kind and a pencil. The link arrives by email on the day, and the slides
      afterwards. It is not recorded, so people say what they mean.
    `),
    location: 'Online, from The Old Maltings',
    category: 'Business',
    team,
    createdBy: 'mei.tanaka',
    ticketTypes: oneType(1000, 19),
    startsIn: { days: 24, time: '19:00' },
    durationMinutes: 90,
    maxAttendees: 100,
    eventType: 'webinar',
    poster: { scene: 'drafting', palette: 'meadow', seed: 39 },
  },
];
