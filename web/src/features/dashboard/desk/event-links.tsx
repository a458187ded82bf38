import { Mail, Pencil, ScanLine, Share2, TicketPercent, Users } from 'lucide-react';
import type { ReactNode } from 'react';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import type { FoyerEvent } from '../../events/events.api.ts';
import { useShare } from '../../events/calendar/use-share.ts';
import { isDoorTime } from './desk-times.ts';

export interface EventLinksProps {
  event: FoyerEvent;
  mayEdit: boolean;
  /** Milliseconds since 1970. */
  now: number;
  /** Whether one of the links is the loud button of the page. */
  isLead?: boolean;
  /** The class of each link. */
  className?: string;
}

/** Lists which pages of the event the viewer has something to do on. */
export function listLinks(event: FoyerEvent, mayEdit: boolean): ('door' | 'attendees' | 'sales' | 'edit')[] {
  // A draft that was published before may have attendees. So link to the attendees if there are any.
  const hasPeople = event.status !== 'draft' || event.attendee_count > 0;
  return [
    ...(event.status === 'published' && !event.is_past ? (['door'] as const) : []),
    ...(hasPeople ? (['attendees'] as const) : []),
    ...(mayEdit ? (['sales', 'edit'] as const) : []),
  ];
}

/**
 * Links to the pages of one event. Checking in is the loud button from 12 hours before the event until its end. Before
 * that, the `isLead` links make sharing loud or, where nobody else could open the link, editing.
 */
export function EventLinks({ event, mayEdit, now, isLead = false, className = '' }: EventLinksProps) {
  const { share, copyBox } = useShare(event);
  const links = listLinks(event, mayEdit);
  const isDoor = links.includes('door') && isDoorTime(event, now);
  const shares = isLead && share !== undefined && event.status === 'published';
  const editsFirst = isLead && !isDoor && !shares && links.includes('edit');
  const style = (isLoud: boolean) => `${buttonStyle(isLoud ? 'primary' : 'secondary')} ${className}`;
  const name = (word: string) => `${word}: ${event.title}`;
  const params = { id: String(event.id) };
  const door = links.includes('door') && (
    <Link
      key="door"
      to={paths.door}
      search={{ event: event.id }}
      aria-label={name('Check in')}
      className={style(isDoor)}
    >
      <ScanLine size={18} aria-hidden />
      Check in
    </Link>
  );
  const others: ReactNode[] = [
    shares && (
      <Button
        key="share"
        variant={isDoor ? 'secondary' : 'primary'}
        className={className}
        aria-label={name('Share')}
        onClick={() => void share()}
      >
        <Share2 size={17} aria-hidden />
        Share
      </Button>
    ),
    editsFirst && <EditLink key="edit" event={event} className={style(true)} />,
    links.includes('attendees') && (
      <Link
        key="attendees"
        to={paths.attendees}
        params={params}
        aria-label={name('Attendees')}
        className={style(false)}
      >
        <Users size={17} aria-hidden />
        Attendees
      </Link>
    ),
    isLead && event.status !== 'draft' && links.includes('attendees') && (
      <Link
        key="messages"
        to={paths.eventMessages}
        params={params}
        aria-label={name('Message attendees')}
        className={style(false)}
      >
        <Mail size={17} aria-hidden />
        Message
      </Link>
    ),
    links.includes('sales') && (
      <Link
        key="sales"
        to={paths.eventSales}
        params={params}
        aria-label={name('Sales')}
        className={style(false)}
      >
        <TicketPercent size={17} aria-hidden />
        Sales
      </Link>
    ),
    links.includes('edit') && !editsFirst && <EditLink key="edit" event={event} className={style(false)} />,
  ];
  // At the lead, the loud button comes first.
  const sorted = isLead && !isDoor ? [...others, door] : [door, ...others];
  return (
    <>
      {sorted}
      {copyBox}
    </>
  );
}

function EditLink({ event, className }: { event: FoyerEvent; className: string }) {
  return (
    <Link
      to={paths.editEvent}
      params={{ eventId: String(event.id) }}
      aria-label={`Edit: ${event.title}`}
      className={className}
    >
      <Pencil size={17} aria-hidden />
      Edit
    </Link>
  );
}
