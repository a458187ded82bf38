import { Badge } from '../../ui/badge.tsx';
import { isOnNow, type Times } from './on-now.ts';

interface OnNowBadgeProps {
  event: Times;
  /** When the event was read, in milliseconds since 1970. Server and browser both use this as the current time. */
  asOf: number;
}

/** Marks an event that is running, in the corner of its picture. Nothing is shown for others. */
export function OnNowBadge({ event, asOf }: OnNowBadgeProps) {
  if (!isOnNow(event, asOf)) return null;
  return (
    <Badge tone="good" className="absolute top-3 left-4 shadow-lift">
      On now
    </Badge>
  );
}
