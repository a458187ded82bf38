import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import type { FoyerEvent } from '../../events/events.api.ts';

/** Says in which state the event is, whether its sales are paused, and whether it is private. */
export function EventBadges({ event }: { event: FoyerEvent }) {
  const { word, tone } = stateOf(event);
  return (
    <>
      <Badge tone={tone}>{word}</Badge>
      {word === 'Published' && event.sales_paused && <Badge tone="warn">Sales are paused</Badge>}
      {!event.is_public && <Badge tone="outline">Private</Badge>}
    </>
  );
}

function stateOf({ status, is_past }: FoyerEvent): { word: string; tone: BadgeTone } {
  if (status === 'cancelled') return { word: 'Cancelled', tone: 'bad' };
  if (status === 'draft') return { word: 'Draft', tone: 'outline' };
  return is_past ? { word: 'Past', tone: 'neutral' } : { word: 'Published', tone: 'good' };
}
