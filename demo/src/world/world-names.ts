import { townspeople } from './world-people.ts';

/** A person who buys tickets. A buyer without a username is a guest, who ordered without an account. */
export interface DemoBuyer {
  username?: string;
  name: string;
  email: string;
}

const firstNames =
  'Maud Amos Petra Idris Clare Dougal Esme Farid Gwen Hugo Ishbel Jonah Kirsty Lorcan Mabel Nuala Otis Pearl Rafe Sunita Tilda Viktor Wilf';

const lastNames =
  'Abbott Birdsall Cheung Dauncey Eastwood Farrow Gill Hathersage Ibrahim Jessop Kaur Larkin Mottram Nwosu Oyelaran Purslow Quaye Redfern Stobart Thackray Underhill Varga Wainwright Yelland Zielinski';

const firsts = firstNames.split(' ');
const lasts = lastNames.split(' ');

/** Makes up a full name. Each number below 575 gives a different name. */
export function makeName(index: number): string {
  return `${firsts[index % firsts.length]} ${lasts[Math.floor(index / firsts.length) % lasts.length]}`;
}

export function makeFirstName(index: number): string {
  return String(firsts[index % firsts.length]);
}

const people = firsts.length * lasts.length;

/** Returns a function that names a new buyer of an event at each call, and never the same buyer twice. */
export function startBuyers(seed: number, random: () => number): () => DemoBuyer {
  let accounts = 0;
  let guests = 0;
  return () => {
    const account = townspeople[(seed + accounts * 7) % townspeople.length];
    if (account && accounts < townspeople.length && random() < 0.35) {
      accounts += 1;
      return { ...account, email: `${account.username}@example.org` };
    }
    guests += 1;
    const name = makeName((seed * 97 + guests * 31) % people);
    return { name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com` };
  };
}
