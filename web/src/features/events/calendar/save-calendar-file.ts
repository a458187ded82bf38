import { fetchFile } from '../../../api/client.ts';
import { saveFile, writeFileName } from '../../../ui/save-file.ts';

interface CalendarFile {
  id: number;
  title: string;
  /** The key of a private event. */
  key: string | undefined;
}

/** Loads when somebody asks for the file. */
export async function saveCalendarFile({ id, title, key }: CalendarFile): Promise<void> {
  const file = await fetchFile('GET /events/:id/calendar', { params: { id }, query: { key } });
  saveFile(writeCalendarFileName(title), file);
}

/** The title as a file name that every operating system accepts. */
export function writeCalendarFileName(title: string): string {
  const name = writeFileName(title, 'ics');
  return name === '.ics' ? 'event.ics' : name;
}
