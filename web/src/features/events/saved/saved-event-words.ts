import { formatLongDate, formatTime, zoneName } from '../../../format/dates.ts';
import type { LastSave, SavedEvent } from './saved-event.ts';

export function describeSaved({ event, wasPublished, news }: LastSave): { title: string; hint: string } {
  const { title, status, is_public } = event;
  if (status === 'draft') {
    return { title: `“${title}” is a draft`, hint: 'Only its team can see it until it is published.' };
  }
  if (status === 'cancelled') return { title: `“${title}” is cancelled`, hint: 'Its page says so.' };
  if (wasPublished) return { title: `“${title}” is saved`, hint: news ?? 'Its page shows the changes.' };
  return {
    title: `“${title}” is published`,
    hint: is_public
      ? 'Now tell people about it.'
      : 'Only people with its private link can see it. The link is on its page.',
  };
}

/** Writes a text that an organiser can send to people. */
export function writeInvitation(
  { title, start_time, location }: SavedEvent,
  address: string,
  timeZone: string,
): string {
  const date = formatLongDate(start_time, timeZone);
  const time = `${formatTime(start_time, timeZone)}, ${zoneName(timeZone)}`;
  return [`You are invited: ${title}`, `${date}, ${time}`, location, `Get your ticket: ${address}`]
    .filter(Boolean)
    .join('\n');
}
