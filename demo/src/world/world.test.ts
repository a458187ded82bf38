import sharp from 'sharp';
import { beforeAll, describe, expect, it } from 'vitest';
import { drawPoster } from '../posters/posters.ts';
import { type DemoEvent, demoEvents } from './world-events.ts';
import { listGuests } from './world-guests.ts';
import { demoTeams, demoUsers, namedUsers } from './world-people.ts';

const categories =
  'Conference Workshop Meetup Tech Music Gaming Sports Art Food Business Health Education'.split(' ');
const named = ['admin', 'teamadmin', 'eventmanager', 'attendee'];

const usernames = demoUsers.map((user) => user.username);
const upcoming = demoEvents.filter((event) => event.startsIn.days > 0);
const onShow = upcoming.filter((event) => event.status === 'published' && event.isPublic);
const seatsLeft = (event: DemoEvent) =>
  event.maxAttendees === null ? Infinity : event.maxAttendees - listGuests(event).length;

describe('the people of the demo world', () => {
  it('begin with the four users of the README, and of these only the one called “admin” is a site administrator', () => {
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
    expect(titlesWhere(({ pricePence }) => !isPrice(pricePence ?? 0))).toEqual([]);
  });

  it('never have more guests than seats, and never have more townspeople as guests than live in the demo world', () => {
    expect(titlesWhere((event) => seatsLeft(event) < 0)).toEqual([]);
    expect(titlesWhere((event) => event.townspeople > demoUsers.length - named.length)).toEqual([]);
  });

  it('give the user called “attendee” a used ticket, a ticket for a free event and a ticket for a paid event', () => {
    const held = demoEvents.flatMap((event) =>
      listGuests(event)
        .filter(({ username }) => username === 'attendee')
        .map(({ checkedInBy }) => ({
          ended: event.startsIn.days < 0,
          free: !event.pricePence,
          checkedInBy: demoTeams
            .find(({ name }) => name === event.team)
            ?.members.find(({ username }) => username === checkedInBy)?.role,
        })),
    );
    expect(held).toEqual([
      { ended: true, free: true, checkedInBy: 'event_manager' },
      { ended: false, free: true, checkedInBy: undefined },
      { ended: false, free: false, checkedInBy: undefined },
    ]);
  });

  it('have none of the four users of the README as guests, except the one called “attendee”', () => {
    const others = named.filter((name) => name !== 'attendee');
    expect(
      titlesWhere((event) => listGuests(event).some(({ username }) => others.includes(username))),
    ).toEqual([]);
    expect(namedUsers).toBe(named.length);
  });

  it('include free, paid, full, almost full, unlimited, past, draft, cancelled and non-public events', () => {
    const count = (matches: (event: DemoEvent) => boolean, among = onShow) => among.filter(matches).length;
    expect(count((event) => (event.pricePence ?? 0) === 0)).toBeGreaterThan(5);
    expect(count((event) => (event.pricePence ?? 0) > 0)).toBeGreaterThan(5);
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
    expect(featured.map((event) => (event.pricePence ?? 0) > 0)).toEqual([false, true, false]);
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

describe('the posters of the demo world', () => {
  // Drawing all posters takes a large part of the time that a test has on a busy machine, so they are drawn once.
  const posters: string[] = [];

  beforeAll(() => {
    posters.push(...demoEvents.map((event) => drawPoster(event.poster)));
  });

  it('are valid SVG pictures of 1600 by 900 without text', async () => {
    const isWrong = (poster: string) => /NaN|undefined|<text/.test(poster.replaceAll(/base64,[^"]*/g, ''));
    expect(demoEvents.filter((_, n) => isWrong(posters[n] ?? '')).map(({ title }) => title)).toEqual([]);
    const pictures = await Promise.all(posters.map((poster) => sharp(Buffer.from(poster)).metadata()));
    const facts = pictures.map(({ format, width, height }) => ({ format, width, height }));
    expect(facts).toEqual(demoEvents.map(() => ({ format: 'svg', width: 1600, height: 900 })));
  });

  it('look the same each time they are drawn, and differ from event to event', () => {
    expect(demoEvents.map((event) => drawPoster(event.poster))).toEqual(posters);
    expect(new Set(posters).size).toBe(demoEvents.length);
    expect(new Set(demoEvents.map((event) => event.poster.scene)).size).toBeGreaterThanOrEqual(12);
  });
});
