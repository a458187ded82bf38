import { calendarDayOf } from '../../format/dates.ts';
import { format, isValid } from 'date-fns';

/** `November 21, 2026`, or `Unknown` for a user whose first day nobody remembers. */
export function formatMemberSince(createdAt: string | null | undefined, timeZone: string): string {
  if (!createdAt || !isValid(new Date(createdAt))) return 'Unknown';
  return format(calendarDayOf(createdAt, timeZone), 'MMMM d, yyyy');
}
