import { describe, expect, it } from 'vitest';
import { listFirstSteps } from './first-steps.ts';

type Start = Parameters<typeof listFirstSteps>[0];

const draft = { id: 3, title: 'Late jazz', start_time: '2026-12-24T19:30:00.000Z', misses: [] };
const event = { id: 4, status: 'published' } as const;
const untried = { tried: false, reached: false };

function listDone({
  drafts = [],
  start = untried,
  ...rest
}: Partial<Omit<Start, 'desk'>> & Partial<Start['desk']>) {
  const steps = listFirstSteps({ desk: { drafts, start }, events: [], hasShared: false, ...rest });
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
    const start = { tried: true, reached: false };
    expect(listDone({ events: [event], start })).toEqual(['team', 'draft', 'types', 'publish', 'try']);
    expect(listDone({ events: [event], start, hasShared: true })).toHaveLength(6);
  });

  it('count the event as shared when somebody else has found it', () => {
    const start = { tried: false, reached: true };
    expect(listDone({ events: [event], start })).toEqual(['team', 'draft', 'types', 'publish', 'share']);
  });

  it('lead to the published event, else to the draft', () => {
    const find = (start: Omit<Start, 'hasShared'>) =>
      listFirstSteps({ ...start, hasShared: false }).map(({ eventId }) => eventId);
    expect(find({ desk: { drafts: [draft], start: untried }, events: [] })[3]).toBe(3);
    expect(find({ desk: { drafts: [draft], start: untried }, events: [event] })[5]).toBe(4);
  });
});
