import { type DemoEvent, oneType, onSale, prose, venues } from './world-event.ts';

const team = 'Meadow Lane Sports and Health';

/** The events at Meadow Lane: running, swimming, cycling and gymnastics. */
export const meadowLaneEvents: readonly DemoEvent[] = [
  {
    ...onSale,
    title: 'The Meadow Lane Five',
    description: prose(`
      Five kilometres, twice round the meadow and home along the river. Timed by people with clipboards,
      started by a retired headmistress with a bell.

      Walkers, pushchairs and first-timers are the point; there is a back marker who has never yet been
      overtaken. The quick ones finish in seventeen minutes and then make the tea.

      Register once and bring the code on your phone. Rain does not stop us. Ice does.
    `),
    location: venues.pavilion,
    category: 'Sports',
    team,
    createdBy: 'ines.carvalho',
    ticketTypes: oneType(0, 96),
    startsIn: { days: 5, time: '09:00' },
    durationMinutes: 90,
    maxAttendees: null,
    eventType: 'other',
    poster: { scene: 'runners', palette: 'meadow', seed: 51 },
  },
  {
    ...onSale,
    title: 'First Light Swim',
    description: prose(`
      The lido opens an hour early for lengths in the quiet, before the clubs and the whistles. The water is
      kept at a friendly twenty-six degrees; the air is whatever it likes.

      Three lanes by speed and one for drifting. A lifeguard is on the side throughout, and Ines hands out
      porridge at the hatch afterwards. Showers are hot again since the boiler was spoken to.
    `),
    location: venues.lido,
    category: 'Health',
    team,
    createdBy: 'kwame.boateng',
    ticketTypes: oneType(400, 21),
    startsIn: { days: 12, time: '06:30' },
    durationMinutes: 75,
    maxAttendees: 40,
    eventType: 'other',
    poster: { scene: 'swim', palette: 'harbour', seed: 52 },
  },
  {
    ...onSale,
    title: 'Come and Try Sailing',
    description: prose(`
      An afternoon in a two-person dinghy with somebody who knows which rope is which. You will steer, you
      will go about, and you will very probably get a wet sleeve.

      Boats, buoyancy aids and waterproofs are provided. You should be able to swim fifty metres and be ten
      or older. Soft shoes, and something dry to change into.

      If the wind is above force four we move to the next fair day, and you may have your money back.
    `),
    location: venues.quay,
    category: 'Sports',
    team,
    createdBy: 'kwame.boateng',
    ticketTypes: oneType(1500, 15),
    refundDays: 7,
    startsIn: { days: 28, time: '13:30' },
    durationMinutes: 180,
    maxAttendees: 16,
    eventType: 'workshop',
    poster: { scene: 'sails', palette: 'harbour', seed: 53 },
  },
  {
    ...onSale,
    title: 'The Wren Valley Fifty',
    description: prose(`
      Fifty kilometres on small roads, a signed loop up the valley to the viaduct and back by way of every
      village with a tea room. It is a ride and not a race. The prize is for the best basket.

      Start between half past eight and ten. There are three feed stops, a broom wagon and a mechanic called
      Marek. A family loop of twelve kilometres keeps to the old railway.

      Helmets, lights, a spare tube. The entry fee goes to the cycle path that will one day reach the
      station.
    `),
    location: venues.castle,
    category: 'Sports',
    team,
    createdBy: 'ines.carvalho',
    ticketTypes: [
      { name: 'Fifty kilometres', pricePence: 1800, sold: 57 },
      {
        name: 'Family loop',
        description: 'Twelve kilometres on the old railway.',
        pricePence: 800,
        sold: 16,
      },
      { name: 'Family loop, under 16', pricePence: 300, sold: 15 },
    ],
    promoCodes: [
      { code: 'TEAROOM', kind: 'amount', amountPence: 500, maxUses: 6, maxPerBuyer: 1, usedBy: 6 },
    ],
    startsIn: { days: 36, time: '08:30' },
    durationMinutes: 390,
    maxAttendees: 150,
    eventType: 'other',
    poster: { scene: 'bicycle', palette: 'meadow', seed: 54 },
  },
  {
    ...onSale,
    title: 'Slow Yoga above the Water',
    description: prose(`
      An hour and a quarter of unambitious stretching on the pavilion's upper floor, with the windows open
      and the river going past. Nothing is held for longer than a sensible person would wish.

      Winnie Chu teaches lying down, sitting up and, for those who like, standing on one leg. Every movement
      has a version on a chair. Mats and blankets are in the cupboard on the landing.
    `),
    location: venues.pavilion,
    category: 'Health',
    team,
    createdBy: 'ines.carvalho',
    ticketTypes: oneType(800, 9),
    startsIn: { days: 40, time: '18:30' },
    durationMinutes: 75,
    maxAttendees: 18,
    eventType: 'workshop',
    poster: { scene: 'stones', palette: 'dusk', seed: 55, isPortrait: true },
  },
  {
    ...onSale,
    title: 'Table Tennis Tournament',
    description: prose(`
      Eight tables, thirty-two players and a great deal of squeaking. The cup went to Fatima Siddiqui, who
      has now won it often enough to be asked to dust it.

      The wooden spoon was shared, after a tense play-off, by the vicar and his opponent's left hand. The
      next round starts when the floor has been revarnished.
    `),
    location: venues.pavilion,
    category: 'Sports',
    team,
    createdBy: 'kwame.boateng',
    ticketTypes: oneType(300, 31),
    doorkeeper: 'kwame.boateng',
    startsIn: { days: -9, time: '14:00' },
    durationMinutes: 240,
    maxAttendees: 32,
    eventType: 'other',
    poster: { scene: 'tennis', palette: 'press', seed: 56 },
  },
  {
    title: 'Lantern Gala at the Lido',
    description: prose(`
      We are sorry: the floodlights have failed their inspection and the new ones will not be here in time,
      so the gala cannot go ahead on this date.

      Relay teams keep their places for the new one. The raffle will be drawn at the First Light Swim, since
      the hamper contains a cheese.
    `),
    location: venues.lido,
    category: 'Sports',
    team,
    createdBy: 'kwame.boateng',
    ticketTypes: oneType(500, 0),
    startsIn: { days: 17, time: '20:00' },
    durationMinutes: 150,
    maxAttendees: 100,
    status: 'cancelled',
    isPublic: true,
    eventType: 'other',
    poster: { scene: 'swim', palette: 'meadow', seed: 58, mirrored: true },
  },
];
