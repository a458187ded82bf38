import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawEmblem, EMBLEM_SIZE } from '../posters/emblems.ts';
import { drawPoster } from '../posters/posters.ts';
import { listRepeats } from './world-event.ts';
import { type DemoEvent, demoEvents } from './world-events.ts';
import { countTickets, firstDay, planOrders } from './world-orders.ts';
import { automaticMails, followers, messages } from './world-mails.ts';
import { demoTeams, demoUsers } from './world-people.ts';
import { stories } from './world-stories.ts';

const categories =
  'Conference Workshop Meetup Tech Music Gaming Sports Art Food Business Health Education'.split(' ');
const named = ['admin', 'teamadmin', 'eventmanager', 'attendee'];

const usernames = demoUsers.map((user) => user.username);
const upcoming = demoEvents.filter((event) => event.startsIn.days > 0);
const onShow = upcoming.filter((event) => event.status === 'published' && event.isPublic);
const countSold = (event: DemoEvent) => event.ticketTypes.reduce((sum, { sold }) => sum + sold, 0);
const seatsLeft = (event: DemoEvent) =>
  event.maxAttendees === null ? Infinity : event.maxAttendees - countSold(event);
const isFree = (event: DemoEvent) => event.ticketTypes.every(({ pricePence }) => pricePence === 0);

describe('the people of the demo world', () => {
  it('begin with the four users of the README, and only “admin” is a site administrator', () => {
    expect(usernames.slice(0, 4)).toEqual(named);
    expect(demoUsers.filter((user) => user.isSiteAdmin).map((user) => user.username)).toEqual(['admin']);
  });

  it('have valid usernames and email addresses, without duplicates', () => {
    for (const { username, email } of demoUsers) {
      expect(username).toMatch(/^[A-Za-z0-9_.-]{3,30}$/);
      expect(email).toMatch(/^[a-z0-9_.-]+@example\.org$/);
    }
    expect(new Set(usernames.map((name) => name.toLowerCase())).size).toBe(demoUsers.length);
    expect(new Set(demoUsers.map((user) => user.email.toLowerCase())).size).toBe(demoUsers.length);
  });

  it('form three teams, each with a team_admin and without duplicate members', () => {
    expect(demoTeams).toHaveLength(3);
    expect(new Set(demoTeams.map((team) => team.name.toLowerCase())).size).toBe(3);
    for (const team of demoTeams) {
      const members = team.members.map((member) => member.username);
      expect(usernames).toEqual(expect.arrayContaining(members));
      expect(new Set(members).size).toBe(members.length);
      expect(team.members.map((member) => member.role)).toContain('team_admin');
    }
  });

  it('include the users “teamadmin” and “eventmanager”, whose roles match their names', () => {
    const rolesOf = (username: string) =>
      demoTeams.map((team) => team.members.find((member) => member.username === username)?.role);
    expect(rolesOf('teamadmin')[0]).toBe('team_admin');
    expect(rolesOf('teamadmin').filter((role) => role && role !== 'team_admin')).toHaveLength(1);
    expect(rolesOf('eventmanager')[0]).toBe('event_manager');
  });
});

/** Returns the titles of events that break a rule, so that a failing test names them. */
const titlesWhere = (broken: (event: DemoEvent) => boolean) =>
  demoEvents.filter(broken).map((event) => event.title);

describe('the events of the demo world', () => {
  it('each belong to a team in which their creator may create events', () => {
    const roleOfMaker = (event: DemoEvent) =>
      demoTeams
        .find((team) => team.name === event.team)
        ?.members.find((member) => member.username === event.createdBy)?.role;
    const mayCreate = ['team_admin', 'event_manager'];
    expect(titlesWhere((event) => !mayCreate.includes(roleOfMaker(event) ?? 'nobody'))).toEqual([]);
  });

  it('together use all of the twelve categories', () => {
    expect(new Set(demoEvents.map((event) => event.category))).toEqual(new Set(categories));
  });

  it('have a valid start time, a positive duration, at least one seat, and a price that a card can pay', () => {
    const isTime = /^([01]\d|2[0-3]):[0-5]\d$/;
    expect(titlesWhere(({ startsIn }) => !isTime.test(startsIn.time))).toEqual([]);
    expect(titlesWhere(({ startsIn }) => !Number.isInteger(startsIn.days) || startsIn.days === 0)).toEqual(
      [],
    );
    expect(titlesWhere(({ durationMinutes }) => durationMinutes <= 0)).toEqual([]);
    expect(titlesWhere(({ maxAttendees }) => maxAttendees !== null && maxAttendees < 1)).toEqual([]);
    // A card cannot be charged less than 30 pence.
    const isPrice = (pence: number) => Number.isInteger(pence) && (pence === 0 || pence >= 30);
    expect(titlesWhere(({ ticketTypes }) => !ticketTypes.every((type) => isPrice(type.pricePence)))).toEqual(
      [],
    );
  });

  it('never sell more tickets than the event or one of its ticket types has', () => {
    expect(titlesWhere((event) => seatsLeft(event) < 0)).toEqual([]);
    expect(titlesWhere((event) => listRepeats(event).some((repeat) => seatsLeft(repeat) < 0))).toEqual([]);
    const isOversold = ({ quantity = Infinity, sold }: DemoEvent['ticketTypes'][number]) => sold > quantity;
    expect(titlesWhere(({ ticketTypes }) => ticketTypes.some(isOversold))).toEqual([]);
  });

  it('include some with several ticket types and with promo codes of every kind', () => {
    const several = onShow.filter(({ ticketTypes }) => ticketTypes.length > 2);
    expect(several.length).toBeGreaterThanOrEqual(4);
    const types = several.flatMap(({ ticketTypes }) => ticketTypes);
    expect(types.some(({ salesEnd }) => (salesEnd?.days ?? 0) < 0)).toBe(true);
    expect(types.some(({ maxPerBuyer }) => maxPerBuyer !== undefined)).toBe(true);
    const codes = several.flatMap(({ promoCodes = [] }) => promoCodes);
    expect(new Set(codes.map(({ kind }) => kind))).toEqual(new Set(['percent', 'amount', 'unlock']));
    const unlocked = codes.flatMap((code) => (code.kind === 'unlock' ? code.types : []));
    expect(unlocked).toEqual(types.filter(({ isHidden }) => isHidden).map(({ name }) => name));
  });

  it('sell no tickets to the users “admin”, “teamadmin” and “eventmanager”', () => {
    const others = named.filter((name) => name !== 'attendee');
    const hasOther = (event: DemoEvent) =>
      planOrders(event).some(({ buyer }) => others.includes(buyer.username ?? ''));
    expect(titlesWhere(hasOther)).toEqual([]);
  });

  it('include free, paid, full, almost full, unlimited, past, draft, cancelled and non-public events', () => {
    const count = (matches: (event: DemoEvent) => boolean, among = onShow) => among.filter(matches).length;
    expect(count(isFree)).toBeGreaterThan(5);
    expect(count((event) => !isFree(event))).toBeGreaterThan(5);
    expect(count((event) => seatsLeft(event) === 0)).toBeGreaterThanOrEqual(2);
    expect(count((event) => seatsLeft(event) >= 1 && seatsLeft(event) <= 3)).toBeGreaterThanOrEqual(2);
    expect(count((event) => event.maxAttendees === null)).toBeGreaterThan(2);
    expect(count((event) => event.startsIn.days < 0, [...demoEvents])).toBeGreaterThanOrEqual(3);
    expect(count((event) => event.status === 'draft', upcoming)).toBeGreaterThanOrEqual(1);
    expect(count((event) => event.status === 'cancelled', upcoming)).toBe(1);
    expect(count((event) => !event.isPublic, upcoming)).toBe(1);
  });

  it('put a free food event, a paid tech event and a free meetup first on the landing page', () => {
    const featured = onShow.slice(0, 3);
    expect(featured.map((event) => event.category)).toEqual(['Food', 'Tech', 'Meetup']);
    expect(featured.map(isFree)).toEqual([true, false, true]);
  });

  it('have different titles of at most 200 characters, and descriptions of two to four paragraphs', () => {
    expect(new Set(demoEvents.map((event) => event.title)).size).toBe(demoEvents.length);
    expect(titlesWhere(({ title }) => title.length > 200)).toEqual([]);
    const isWhole = (paragraph: string) => /^\S[^\n]*[.?!]$/.test(paragraph);
    const isWritten = (paragraphs: string[]) =>
      paragraphs.length >= 2 && paragraphs.length <= 4 && paragraphs.every(isWhole);
    expect(titlesWhere(({ description }) => !isWritten(description.split('\n\n')))).toEqual([]);
  });
});

describe('the orders of the demo world', () => {
  it('are the same each time, and add up to the number of sold tickets of each ticket type', () => {
    for (const event of demoEvents) {
      const orders = planOrders(event);
      expect(orders).toEqual(planOrders(event));
      const counts = event.ticketTypes.map(({ name }) => ({ name, sold: countTickets(orders, name) }));
      expect(counts).toEqual(event.ticketTypes.map(({ name, sold }) => ({ name, sold })));
    }
  });

  it('each have a buyer with a name and at most ten attendees with names', () => {
    for (const event of demoEvents) {
      const orders = planOrders(event);
      expect(new Set(orders.map(({ buyer }) => buyer.email)).size).toBe(orders.length);
      for (const { buyer, items, daysAgo } of orders) {
        expect(buyer.name).toMatch(/^\p{Lu}\p{L}+ \p{Lu}\p{L}+$/u);
        const names = items.flatMap(({ attendees }) => attendees);
        expect(names.length).toBeLessThanOrEqual(10);
        expect(names.every((name) => /^\S+ \S+$/.test(name))).toBe(true);
        expect(daysAgo).toBeLessThanOrEqual(firstDay);
      }
    }
  });

  it('use each promo code as often as the demo data say, and only for its own ticket types', () => {
    for (const event of demoEvents) {
      const orders = planOrders(event);
      for (const code of event.promoCodes ?? []) {
        const using = orders.filter(({ promoCode }) => promoCode === code.code);
        expect(using).toHaveLength(code.kind === 'unlock' ? using.length : code.usedBy);
        const fits = using.every(({ items }) => items.some(({ type }) => code.types?.includes(type) ?? true));
        expect(fits).toBe(true);
      }
    }
  });

  it('belong only to events that exist', () => {
    const titles = demoEvents.map(({ title }) => title);
    expect(titles).toEqual(expect.arrayContaining(Object.keys(stories)));
  });
});

describe('the mails of the demo world', () => {
  const all = [
    ...messages.map(({ event, sender, subject, text }) => ({ event, writer: sender, subject, text })),
    ...automaticMails.flatMap(({ words, event, writer }) => (words ? [{ ...words, event, writer }] : [])),
  ];

  it('are about events that exist, and written by members of their teams', () => {
    const membersOf = new Map(demoTeams.map(({ name, members }) => [name, members]));
    for (const { event, writer } of all) {
      const found = demoEvents.find(({ title }) => title === event);
      const members = membersOf.get(found?.team ?? '') ?? [];
      expect(members.map(({ username }) => username)).toContain(writer);
    }
  });

  it('have a short subject, and whole paragraphs', () => {
    for (const { subject, text } of all) {
      expect(subject.length).toBeLessThanOrEqual(60);
      const paragraphs = text.split('\n\n');
      expect(paragraphs.length).toBeLessThanOrEqual(3);
      expect(paragraphs.every((paragraph) => /^\S[^\n]*[.?!]$/.test(paragraph))).toBe(true);
    }
  });

  it('go to followers of teams that exist, each address once for a team', () => {
    const names = demoTeams.map(({ name }) => name);
    expect(names).toEqual(expect.arrayContaining(followers.map(({ team }) => team)));
    const pairs = followers.map(({ team, email }) => `${team} ${email}`);
    expect(new Set(pairs).size).toBe(followers.length);
  });
});

describe('the emblems of the demo teams', () => {
  it('are valid square SVG pictures without text, and differ', async () => {
    const drawn = demoTeams.map(({ picture }) => drawEmblem(picture));
    expect(new Set(drawn).size).toBe(demoTeams.length);
    for (const emblem of drawn) {
      expect(emblem).not.toMatch(/NaN|undefined|<text/);
      const { format, width, height } = await sharp(Buffer.from(emblem)).metadata();
      expect({ format, width, height }).toEqual({ format: 'svg', width: EMBLEM_SIZE, height: EMBLEM_SIZE });
    }
  });
});

describe('the posters of the demo world', () => {
  // Draw all posters once, because drawing takes a large part of a test's time on a busy machine.
  const posters: string[] = [];

  beforeAll(() => {
    posters.push(...demoEvents.map((event) => drawPoster(event.poster)));
  });

  it('are valid SVG pictures without text, landscape or portrait', async () => {
    const isWrong = (poster: string) => /NaN|undefined|<text/.test(poster.replaceAll(/base64,[^"]*/g, ''));
    expect(demoEvents.filter((_, n) => isWrong(posters[n] ?? '')).map(({ title }) => title)).toEqual([]);
    const pictures = await Promise.all(posters.map((poster) => sharp(Buffer.from(poster)).metadata()));
    const facts = pictures.map(({ format, width, height }) => ({ format, width, height }));
    expect(facts).toEqual(
      demoEvents.map(({ poster }) => ({ format: 'svg', width: poster.isPortrait ? 720 : 1600, height: 900 })),
    );
  });

  it('look the same each time they are drawn, and differ from event to event', () => {
    expect(demoEvents.map((event) => drawPoster(event.poster))).toEqual(posters);
    expect(new Set(posters).size).toBe(demoEvents.length);
    expect(new Set(demoEvents.map((event) => event.poster.scene)).size).toBeGreaterThanOrEqual(12);
  });
});
