import { readPictureAddress } from '@foyer/contract/text/picture-address.ts';
import { chooseMailPictureSize, writeMailPicturePath } from '@foyer/contract/text/share-address.ts';
import { sql } from 'kysely';

export interface MailPicture {
  address: string;
  alt: string;
  width: number;
  height: number;
}

export interface PicturedEvent {
  event_id: number;
  event_title: string;
  /** The address of the stored picture. Null if mails show none. */
  event_picture: string | null;
}

/** Selects the picture of an event that everybody may see. Foyer sends readers of mails no other picture. */
export const publicPicture = sql<string | null>`case
  when events.status = 'published' and events.is_public then events.event_img_url
end`;

/**
 * Describes the picture of an event for a mail. Use it only for readers who asked for the mail or paid: organisers
 * choose the picture, and must not send strangers an advertisement.
 */
export function describePicture(
  { publicUrl }: { publicUrl: string },
  { event_id: id, event_title, event_picture: picture }: PicturedEvent,
): MailPicture | null {
  const stored = readPictureAddress(picture);
  if (picture === null || !stored) return null;
  return {
    address: publicUrl + writeMailPicturePath({ id, folder: stored.folder }),
    alt: `Picture of ${event_title}`,
    ...chooseMailPictureSize(picture),
  };
}
