import type { DemoBuyer } from './world-names.ts';

/** What happened to an order after it was paid. Places are counted from 1, in the order of the tickets. */
export type Afterwards =
  | { kind: 'refund'; note: string; places?: readonly number[]; amountPence?: number }
  | { kind: 'transfer'; place: number; name: string; email: string };

export interface DemoOrder {
  buyer: DemoBuyer;
  /** The tickets by type, each with the name of its attendee. */
  items: readonly { type: string; attendees: readonly string[] }[];
  promoCode?: string;
  /** How many days before today the order was placed. For a past event, the days count from the start of the event. */
  daysAgo: number;
  /** Whether the account registered through the older API. Such an order has one free ticket. */
  isRegistration?: boolean;
  /** Whether the order is not paid yet. */
  isHeld?: boolean;
  afterwards?: Afterwards;
}

const attendee = { username: 'attendee', name: 'Robin Marlow', email: 'attendee@example.org' };

function guest(name: string): DemoBuyer {
  return { name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com` };
}

function register(daysAgo: number): DemoOrder {
  const items = [{ type: 'General admission', attendees: [attendee.name] }];
  return { buyer: attendee, items, daysAgo, isRegistration: true };
}

/** Orders with a story, by the title of their event. All other orders are made up by world-orders.ts. */
export const stories: Readonly<Record<string, readonly DemoOrder[]>> = {
  'Board Games Upstairs': [register(4)],
  'Old Bridge Open Day': [register(6)],
  'Silent Film, Loud Piano': [
    {
      buyer: attendee,
      items: [
        { type: 'Adult', attendees: ['Robin Marlow'] },
        { type: 'Child', attendees: ['Ivy Marlow'] },
      ],
      promoCode: 'PIANO',
      daysAgo: 5,
    },
    {
      buyer: guest('Hester Quill'),
      items: [{ type: 'Adult', attendees: ['Hester Quill', 'Edmund Quill', 'June Petrie'] }],
      daysAgo: 9,
      afterwards: { kind: 'refund', places: [3], note: 'June is away that week.' },
    },
    {
      buyer: guest('Ralph Ostler'),
      items: [{ type: 'Adult', attendees: ['Ralph Ostler', 'Ralph Ostler'] }],
      daysAgo: 2,
      afterwards: {
        kind: 'transfer',
        place: 2,
        name: 'Beatrix Ostler',
        email: 'beatrix.ostler@example.com',
      },
    },
  ],
  'Late Keys: The Margo Fenn Trio': [
    {
      buyer: guest('Nora Whitlock'),
      items: [{ type: 'Stalls', attendees: ['Nora Whitlock', 'Nora Whitlock'] }],
      daysAgo: 10,
      afterwards: { kind: 'refund', note: 'Both tickets back: her daughter gets married on that day.' },
    },
  ],
  'Small Towns, Open Data': [
    {
      buyer: guest('Desmond Hale'),
      items: [{ type: 'Standard', attendees: ['Desmond Hale', 'Oona Farley'] }],
      daysAgo: 7,
      afterwards: { kind: 'refund', amountPence: 1000, note: 'Oona brings her own lunch.' },
    },
  ],
  'Arcade Day: Eleven Machines, No Coins': [
    {
      buyer: guest('Peggy Lowther'),
      items: [
        {
          type: 'Group',
          attendees: [
            'Peggy Lowther',
            'Fin Lowther',
            'Asha Patel',
            'Ben Crouch',
            'Lola Grant',
            'Tom Grant',
            'Zeb Moss',
          ],
        },
      ],
      daysAgo: 3,
    },
  ],
  'Sourdough for Patient People': [
    {
      buyer: guest('Walter Finch'),
      items: [{ type: 'Baker', attendees: ['Walter Finch', 'Dot Finch'] }],
      daysAgo: 0,
      isHeld: true,
    },
  ],
};
