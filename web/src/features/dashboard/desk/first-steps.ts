import type { FoyerEvent } from '../../events/events.api.ts';
import type { Desk } from './dashboard.desk.api.ts';

export type StepId = 'team' | 'draft' | 'types' | 'publish' | 'share' | 'try';

export interface Step {
  id: StepId;
  isDone: boolean;
  /** The event on which the team takes the step. Undefined when no event is needed, or none is there yet. */
  eventId?: number;
}

interface Start {
  desk: Pick<Desk, 'drafts'> & { start: Pick<NonNullable<Desk['start']>, 'tried' | 'reached'> };
  /** All events of the team except its drafts. */
  events: readonly Pick<FoyerEvent, 'id' | 'status'>[];
  /** Whether somebody shared it on this device, or says so. */
  hasShared: boolean;
}

/** Lists the steps from a new team to its first ticket, and which of them are done. */
export function listFirstSteps({ desk, events, hasShared }: Start): Step[] {
  const [draft] = desk.drafts;
  const published = events.find(({ status }) => status === 'published');
  const hasEvent = draft !== undefined || events.length > 0;
  const hasTypes = events.length > 0 || (draft !== undefined && !draft.misses.includes('ticket_types'));
  const eventId = published?.id ?? draft?.id ?? events[0]?.id;
  return [
    { id: 'team', isDone: true },
    { id: 'draft', isDone: hasEvent },
    { id: 'types', isDone: hasTypes, eventId },
    { id: 'publish', isDone: events.length > 0, eventId },
    { id: 'share', isDone: hasShared || desk.start.reached, eventId: published?.id },
    { id: 'try', isDone: desk.start.tried, eventId: published?.id },
  ];
}
