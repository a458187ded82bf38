import { type DemoEvent, oneType, onSale, prose, venues } from './world-event.ts';

const team = 'Wrenford Town Events';

/** Events of the town: the market, a supper, the library, the bridge and the hill. */
export const townEvents: readonly DemoEvent[] = [
  {
    ...onSale,
    title: 'Lamplight Market on the Square',
    description: prose(`
      Forty stalls under the lamps, with the road closed from the church to the Corn Exchange and the
      fountain switched off so that the brass quartet can be heard.

      Expect cheese from Upper Tarrow, hot doughnuts, the two rival pie stalls, secondhand tools, and more
      kinds of marmalade than is sensible. Nearly everybody takes cards; Mr Penhale and his honey do not.

      Bring a bag and come hungry. Dogs are welcome on a short lead. The Station Road car park is free from
      five, and the last bus to Hollin End waits until the lamps go out.
    `),
    location: venues.square,
    category: 'Food',
    team,
    createdBy: 'teamadmin',
    ticketTypes: oneType(0, 148),
    startsIn: { days: 1, time: '17:30' },
    durationMinutes: 210,
    doorLinks: ['Church Row', 'Corn Exchange steps'],
    maxAttendees: null,
    eventType: 'other',
    poster: { scene: 'market', palette: 'dusk', seed: 11 },
  },
  {
    ...onSale,
    title: 'The Long Table',
    description: prose(`
      One table, eighty chairs, and a rule that nobody sits next to the person they came with. Bring a dish
      for six, whatever you are good at, and a label that says what is in it.

      We provide bread, water, plates and the washing-up. Last time there were eleven lasagnes and no
      pudding, so if your surname begins with A to H, please make something sweet.

      New to Wrenford? This is the evening to come to. Ask for Priya at the door and she will find you a
      chair beside somebody who talks.
    `),
    location: venues.hall,
    category: 'Meetup',
    team,
    createdBy: 'eventmanager',
    ticketTypes: oneType(0, 61),
    startsIn: { days: 3, time: '18:30' },
    durationMinutes: 150,
    maxAttendees: 80,
    eventType: 'meetup',
    poster: { scene: 'table', palette: 'harvest', seed: 12 },
  },
  {
    ...onSale,
    title: 'Under the Dome: A Portable Planetarium',
    description: prose(`
      The college has borrowed an inflatable planetarium for one night and put it up in the sports hall. It
      seats two dozen, lying down, so take off your shoes and mind the person beside you.

      Dr Siddiqui will turn the sky above Wrenford by hand: what is up tonight, what the Romans saw from the
      same hill, and why the brightest thing over the railway bridge is not a star.

      Two shows were asked for and only one was possible. If it is full, leave your name at the college desk
      and we will ring if a place comes back. Suitable from about seven years old.
    `),
    location: venues.college,
    category: 'Education',
    team,
    createdBy: 'eventmanager',
    ticketTypes: [
      { name: 'Adult', pricePence: 600, sold: 15 },
      { name: 'Child', description: 'From about seven to fifteen years old.', pricePence: 400, sold: 9 },
    ],
    startsIn: { days: 10, time: '19:30' },
    durationMinutes: 75,
    maxAttendees: 24,
    eventType: 'other',
    poster: { scene: 'night', palette: 'night', seed: 13 },
  },
  {
    ...onSale,
    title: 'Conversation Table: Spanish, Polish, Portuguese',
    description: prose(`
      Three tables on the library's first floor, one language at each, and a native speaker who will not let
      you slip back into English before the biscuits.

      You need enough to order a meal and complain about it. Beginners are better served by the morning
      class; the desk has the leaflet. Move between tables as often as you like.

      Free, with tea. Please register so that we put out enough chairs.
    `),
    location: venues.library,
    category: 'Education',
    team,
    createdBy: 'eventmanager',
    ticketTypes: oneType(0, 17),
    startsIn: { days: 15, time: '18:30' },
    durationMinutes: 90,
    maxAttendees: 30,
    eventType: 'meetup',
    poster: { scene: 'voices', palette: 'clay', seed: 14 },
  },
  {
    ...onSale,
    title: 'Seed and Seedling Swap',
    description: prose(`
      Bring what you have too much of and take home what you have not got. Saved seed in labelled envelopes,
      seedlings in anything that holds soil, cuttings wrapped in damp newspaper.

      Ruth will be at the potting bench to look at sick leaves and give her honest opinion. The compost heap
      is open for inspection, and there is soup from whatever came up this week.

      Nothing to swap yet? Come anyway. There are always more courgettes than homes for them.
    `),
    location: venues.garden,
    category: 'Meetup',
    team,
    createdBy: 'teamadmin',
    ticketTypes: oneType(0, 34),
    startsIn: { days: 18, time: '10:00' },
    durationMinutes: 180,
    maxAttendees: null,
    eventType: 'meetup',
    poster: { scene: 'allotment', palette: 'woodland', seed: 15 },
  },
  {
    ...onSale,
    title: 'The Great Library Book Swap',
    description: prose(`
      Bring up to ten books you have finished with and leave with as many as you brought. Fiction goes on the
      long table, everything else by the window, and children's books at children's height.

      At four o'clock the librarians each defend one novel in two minutes, and the room votes on which of
      them goes on the front desk for a month.

      Ledger the cat will be present. Please do not feed him; he will tell you that nobody else has.
    `),
    location: venues.library,
    category: 'Education',
    team,
    createdBy: 'eventmanager',
    ticketTypes: oneType(0, 27),
    startsIn: { days: 30, time: '14:00' },
    durationMinutes: 180,
    maxAttendees: null,
    eventType: 'other',
    poster: { scene: 'books', palette: 'harvest', seed: 16 },
  },
  {
    ...onSale,
    title: 'Wrenford Walking Festival: Up Beacon Hill and Back',
    description: prose(`
      Nine miles with a good breakfast at one end and a good view in the middle. The route follows the river
      to Tarrow Mill, climbs Beacon Hill by the drove road and comes home through the beech hanger.

      There are seven stiles, one ford with stepping stones and a herd of mild bullocks. Boots rather than
      trainers. Two walk leaders set the pace at the back, not the front.

      Meet by the castle gate with a packed lunch. A shorter loop of four miles leaves half an hour later and
      suits pushchairs with proper wheels.
    `),
    location: venues.castle,
    category: 'Health',
    team,
    createdBy: 'teamadmin',
    ticketTypes: oneType(0, 38),
    startsIn: { days: 95, time: '09:30' },
    durationMinutes: 330,
    maxAttendees: 120,
    eventType: 'other',
    poster: { scene: 'hills', palette: 'harvest', seed: 17 },
  },
  {
    ...onSale,
    title: 'Old Bridge Open Day',
    description: prose(`
      For one day the little door in the third pier was open. The county's bridge engineer took parties of
      ten down the iron ladder to see the medieval timber under the Georgian stone.

      Above, the road was closed to cars, the bell ringers rang, and the punt ran a ferry for anyone who had
      never seen their own town from underneath. Thank you to the two hundred people who queued so
      cheerfully.
    `),
    location: venues.bridge,
    category: 'Education',
    team,
    createdBy: 'teamadmin',
    ticketTypes: oneType(0, 186),
    doorkeeper: 'eventmanager',
    doorLinks: ['Bridge Street side'],
    startsIn: { days: -20, time: '10:00' },
    durationMinutes: 360,
    maxAttendees: 200,
    eventType: 'other',
    poster: { scene: 'bridge', palette: 'harbour', seed: 18 },
  },
  {
    ...onSale,
    title: "Volunteers' Supper by the River",
    description: prose(`
      For everybody who put out chairs, steered a car park or stood at the gate in the rain this year: supper
      is on us.

      The Three Herons is opening the upstairs room over the water. There is a vegetarian pie and one that is
      not. No speeches, apart from the short one from George that nobody has ever managed to prevent.

      This page is not listed, so please share the address only with people you have seen carrying a trestle
      table.
    `),
    location: venues.herons,
    category: 'Food',
    team,
    createdBy: 'teamadmin',
    ticketTypes: oneType(0, 31),
    startsIn: { days: 11, time: '19:00' },
    durationMinutes: 180,
    maxAttendees: 40,
    isPublic: false,
    eventType: 'meetup',
    poster: { scene: 'bridge', palette: 'dusk', seed: 19, mirrored: true },
  },
];
