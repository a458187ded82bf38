import { toast } from 'sonner';
import { useSite } from '../../../layout/use-site.ts';
import { eventAddress } from '../../../paths.ts';
import { saveFile } from '../../../ui/save-file.ts';
import {
  type CalendarEntry,
  calendarFileName,
  googleCalendarAddress,
  writeCalendarFile,
} from './event-calendar.ts';

/** The two ways of putting an event into one's own calendar. */
export function useCalendar(entry: CalendarEntry) {
  const { origin } = useSite();
  return {
    openGoogleCalendar: () => {
      try {
        window.open(googleCalendarAddress(entry), '_blank', 'noopener,noreferrer');
        toast.success('Opening Google Calendar...');
      } catch {
        toast.error('Failed to add event to Google Calendar');
      }
    },
    downloadCalendarFile: () => {
      try {
        const file = writeCalendarFile(entry, eventAddress(origin, entry.id), Date.now());
        saveFile(calendarFileName(entry.title), new Blob([file], { type: 'text/calendar;charset=utf-8' }));
        toast.success('Calendar file downloaded');
      } catch {
        toast.error('Failed to generate calendar file');
      }
    },
  };
}
