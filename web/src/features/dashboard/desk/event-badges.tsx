import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import type { FoyerEvent } from '../../events/events.api.ts';
import { isOnNow } from '../../events/on-now.ts';

interface EventBadgesProps {
  event: FoyerEvent;
  /** Milliseconds since 1970. */
  now: number;
}

/** Says in which state the event is, whether its sales are paused, and whether it is private. */
export function EventBadges({ event, now }: EventBadgesProps) {
  const { word, tone } = stateOf(event, now);
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      {word === 'Published' && event.sales_paused && <Badge tone="warn">Sales are paused</Badge>}
      {!event.is_public && <Badge tone="outline">Private</Badge>}
    </>
  );
}

function stateOf(event: FoyerEvent, now: number): { word: string; tone: BadgeTone } {
  const { status, is_past } = event;
  if (status === 'cancelled') return { word: 'Cancelled', tone: 'bad' };
  if (status === 'draft') return { word: 'Draft', tone: 'outline' };
  if (is_past) return { word: 'Past', tone: 'neutral' };
  return { word: isOnNow(event, now) ? 'On now' : 'Published', tone: 'good' };
}
