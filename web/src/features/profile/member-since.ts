import { formatFullDate } from '../../format/dates.ts';

/** Writes the date of a sign-up as `November 21, 2026`, or as `Unknown` when the date is missing or not valid. */
export function formatMemberSince(createdAt: string | null | undefined, timeZone: string): string {
  if (!createdAt || Number.isNaN(Date.parse(createdAt))) return 'Unknown';
  return formatFullDate(createdAt, timeZone);
}
