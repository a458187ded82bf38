import { describe, expect, it } from 'vitest';
import { listFirstSteps } from './first-steps.ts';

type Start = Parameters<typeof listFirstSteps>[0];

const draft = { id: 3, title: 'Late jazz', start_time: '2026-12-24T19:30:00.000Z', misses: [] };
const event = { id: 4, status: 'published', attendee_count: 0 } as const;

function listDone(start: Partial<Start> & { drafts?: Start['desk']['drafts'] }) {
  const { drafts = [], ...rest } = start;
  const steps = listFirstSteps({ desk: { events: [], drafts }, events: [], hasShared: false, ...rest });
  return steps.filter(({ isDone }) => isDone).map(({ id }) => id);
}

describe('the first steps of a team', () => {
  it('begin with the team, which is made already', () => {
    expect(listDone({})).toEqual(['team']);
  });

  it('go on with a draft and its ticket types', () => {
    expect(listDone({ drafts: [{ ...draft, misses: ['ticket_types'] }] })).toEqual(['team', 'draft']);
    expect(listDone({ drafts: [draft] })).toEqual(['team', 'draft', 'types']);
  });

  it('end with a ticket for the published event', () => {
    expect(listDone({ events: [event] })).toEqual(['team', 'draft', 'types', 'publish']);
    expect(listDone({ events: [{ ...event, attendee_count: 1 }], hasShared: true })).toHaveLength(6);
  });

  it('lead to the published event, else to the draft', () => {
    const find = (start: Omit<Start, 'hasShared'>) =>
      listFirstSteps({ ...start, hasShared: false }).map(({ eventId }) => eventId);
    expect(find({ desk: { events: [], drafts: [draft] }, events: [] })[3]).toBe(3);
    expect(find({ desk: { events: [], drafts: [draft] }, events: [event] })[5]).toBe(4);
  });
});
