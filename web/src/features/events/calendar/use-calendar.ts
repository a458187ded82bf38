import { loadPart } from '../../../api/load-part.ts';
import { useEventKey } from '../../../layout/use-event-key.ts';
import { type CalendarEntry, googleCalendarAddress } from './event-calendar.ts';
import { toast } from '../../../ui/overlays/toast.ts';

/**
 * The two actions that add an event to the user's calendar: with Google Calendar or with a file.
 * @param knownKey the key of a private event, on pages whose address has no key
 */
export function useCalendar(entry: CalendarEntry, knownKey?: string) {
  const addressKey = useEventKey();
  const key = knownKey ?? addressKey;
  return {
    openGoogleCalendar: () => openGoogleCalendar(entry),
    downloadCalendarFile: () => void downloadCalendarFile(entry, key),
  };
}

function openGoogleCalendar(entry: CalendarEntry): void {
  try {
    window.open(googleCalendarAddress(entry), '_blank', 'noopener,noreferrer');
    toast.success('Opening Google Calendar...');
  } catch {
    toast.error('Failed to add event to Google Calendar');
  }
}

async function downloadCalendarFile({ id, title }: CalendarEntry, key: string | undefined): Promise<void> {
  try {
    const { saveCalendarFile } = await loadPart(() => import('./save-calendar-file.ts'));
    await saveCalendarFile({ id, title, key });
    toast.success('Calendar file downloaded');
  } catch {
    toast.error('Failed to generate calendar file');
  }
}
