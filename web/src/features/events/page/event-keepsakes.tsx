import { CalendarPlus, Download, Share2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import type { FoyerEvent } from '../events.api.ts';
import { useCalendar } from './use-calendar.ts';
import { useShare } from './use-share.ts';

/** What one takes away from an event's page: an entry for the calendar, its address for friends. */
export function EventKeepsakes({ event }: { event: FoyerEvent }) {
  const { openGoogleCalendar, downloadCalendarFile } = useCalendar(event);
  const share = useShare(event);
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {event.status !== 'cancelled' && (
        <>
          <Button variant="secondary" size="sm" onClick={openGoogleCalendar}>
            <CalendarPlus size={17} aria-hidden />
            Add to Google Calendar
          </Button>
          <Button variant="quiet" size="sm" onClick={downloadCalendarFile}>
            <Download size={17} aria-hidden />
            Download .ics
          </Button>
        </>
      )}
      {/* Nobody else could open a draft. */}
      {event.status !== 'draft' && (
        <Button variant="quiet" size="sm" onClick={() => void share()}>
          <Share2 size={17} aria-hidden />
          Share
        </Button>
      )}
    </div>
  );
}
