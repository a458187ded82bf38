import { prose } from './world-event.ts';
import { townspeople } from './world-people.ts';

/** A message of a member of the team to everybody with a ticket. */
interface DemoMessage {
  /** The title of the event. */
  event: string;
  sender: string;
  sentAt: { daysAgo: number; time: string };
  subject: string;
  text: string;
  takesReplies?: boolean;
}

export const messages: readonly DemoMessage[] = [
  {
    event: 'Lamplight Market on the Square',
    sender: 'teamadmin',
    sentAt: { daysAgo: 2, time: '09:15' },
    subject: 'Where to park, and what we do if it rains',
    text: prose(`
      The road from the church to the Corn Exchange closes at three in the afternoon. The **Station Road car
      park** is free from five, and from there it is five minutes on foot.

      If it rains, the brass quartet plays inside the Corn Exchange and the stalls stay where they are. Bring a
      bag, and some coins for Mr Penhale and his honey.

      See you under the lamps!
    `),
  },
  {
    event: 'Cello by Candlelight',
    sender: 'eventmanager',
    sentAt: { daysAgo: 1, time: '16:40' },
    subject: 'Please be seated by half past seven',
    text: prose(`
      Hanne begins **on time**, because the candles do not wait. The doors and the bar open at seven.

      We turn the heating fans off during the music, so keep your coat with you. If you cannot come after all,
      tell us, and somebody else can have your chair.
    `),
    takesReplies: true,
  },
  {
    event: 'Clay Night: Three Pinch Pots',
    sender: 'mei.tanaka',
    sentAt: { daysAgo: 3, time: '11:05' },
    subject: 'Bring something with a pattern',
    text: prose(`
      Look around on your way here and pick up one or two things to press into the clay: a seed head, a shell,
      the sole of an old shoe.

      Aprons are here. Leave your rings at home, and cut your nails if you can bear to.
    `),
    takesReplies: true,
  },
  {
    event: 'Old Bridge Open Day',
    sender: 'teamadmin',
    sentAt: { daysAgo: 25, time: '10:20' },
    subject: 'Your time on the ladder',
    text: prose(`
      The engineer takes ten people down at a time, every quarter of an hour from ten o'clock. Come when it
      suits you, and take a number from the table at the **third pier**.

      The ladder has forty steps. Shoes that stay on, please, and no large bags.
    `),
  },
];

/** What a team changed about the mails that go out by themselves. Without words, the usual ones are sent. */
interface DemoAutomaticMail {
  event: string;
  kind: 'reminder' | 'thanks';
  writer: string;
  words?: { subject: string; text: string };
}

export const automaticMails: readonly DemoAutomaticMail[] = [
  {
    event: 'The Long Table',
    kind: 'reminder',
    writer: 'eventmanager',
    words: {
      subject: 'Tomorrow: bring a dish for six',
      text: prose(`
        Tomorrow we lay one long table in St Bride's Hall. Please bring **a dish for six** and a label that says
        what is in it. We have the plates, the bread and the washing-up.

        If your surname begins with A to H, something sweet would be kind.
      `),
    },
  },
  {
    event: 'First Light Swim',
    kind: 'reminder',
    writer: 'kwame.boateng',
    words: {
      subject: 'Tomorrow at half past six: towel, torch, flask',
      text: prose(`
        The gate on Meadow Lane opens at twenty past six, and it will still be dark. Bring a towel, a torch for
        the path, and a flask if you like your tea stronger than ours.
      `),
    },
  },
  { event: 'Lamplight Market on the Square', kind: 'thanks', writer: 'teamadmin' },
  {
    event: 'Old Bridge Open Day',
    kind: 'thanks',
    writer: 'teamadmin',
    words: {
      subject: 'Thank you for queueing so cheerfully',
      text: prose(`
        Two hundred of you went down the ladder and all came up again. The engineer has left her drawings of the
        old timber with the library, on the first floor, until the end of the month.
      `),
    },
  },
];

interface DemoFollower {
  team: string;
  email: string;
  /** When the person confirmed the address, in days before today. Null: the link in the mail was not opened yet. */
  daysAgo: number | null;
}

function follow(team: string, first: number, count: number): DemoFollower[] {
  return townspeople.slice(first, first + count).map(({ username }, place) => ({
    team,
    email: `${username}@example.org`,
    daysAgo: 3 + ((place * 11) % 60),
  }));
}

/** Who hears of new events by mail: people with and without an account. */
export const followers: readonly DemoFollower[] = [
  ...follow('Wrenford Town Events', 4, 14),
  ...follow('The Old Maltings', 9, 9),
  ...follow('Meadow Lane Sports and Health', 14, 7),
  { team: 'Wrenford Town Events', email: 'attendee@example.org', daysAgo: 12 },
  { team: 'The Old Maltings', email: 'attendee@example.org', daysAgo: 12 },
  { team: 'Wrenford Town Events', email: 'hester.quill@example.com', daysAgo: 9 },
  { team: 'The Old Maltings', email: 'walter.finch@example.com', daysAgo: 2 },
  { team: 'Wrenford Town Events', email: 'ralph.ostler@example.com', daysAgo: null },
];
