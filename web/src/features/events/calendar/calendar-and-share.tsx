import { CalendarPlus, Download, Share2 } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import type { ViewedEvent } from '../events.api.ts';
import { useCalendar } from './use-calendar.ts';
import { useShare } from './use-share.ts';

/** Quiet links below the ticket, because the price and its button come first. Not shown after the event has ended. */
export function CalendarAndShare({ event }: { event: ViewedEvent }) {
  const { openGoogleCalendar, downloadCalendarFile } = useCalendar(event);
  const { share, copyBox } = useShare(event);
  if (event.is_past) return null;
  return (
    // The shadow of the ticket would fall on the first line. The links align with the words of the page below `lg`.
    <div className="relative mt-3 flex flex-col items-start max-lg:-mx-3.5 sm:max-lg:flex-row lg:px-3.5">
      {event.status !== 'cancelled' && (
        <>
          <Button variant="quiet" size="sm" onClick={openGoogleCalendar}>
            <CalendarPlus size={17} aria-hidden />
            Add to Google Calendar
          </Button>
          <Button variant="quiet" size="sm" onClick={downloadCalendarFile}>
            <Download size={17} aria-hidden />
            Download for Apple Calendar
          </Button>
        </>
      )}
      {/* A draft cannot be shared, because only its team can open it. */}
      {event.status !== 'draft' && share && (
        <Button variant="quiet" size="sm" onClick={() => void share()}>
          <Share2 size={17} aria-hidden />
          Share
        </Button>
      )}
      {copyBox}
    </div>
  );
}
