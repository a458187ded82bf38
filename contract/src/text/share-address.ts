import { readPictureAddress } from './picture-address.ts';

/**
 * The path of the picture that other sites show for a link to an event. Sites keep pictures by their address, so a
 * changed event has another address.
 */
export function writeSharePath({ id, updated_at }: { id: number; updated_at: string }): string {
  return `/share/events/${id}.jpg?v=${Math.floor(Date.parse(updated_at) / 1000)}`;
}

/**
 * The path of the picture of an event that mails show. Mail programs keep pictures by their address, so another picture
 * has another address.
 * @param folder the folder of the stored picture
 */
export function writeMailPicturePath({ id, folder }: { id: number; folder: string }): string {
  return `/share/events/${id}-mail.jpg?v=${folder.slice(0, 8)}`;
}

const mailWidth = 560;

/** Wide pictures keep their shape in mails. Others get colours at their sides, because they would fill the window. */
const shapes = { narrowest: 1.25, widest: 2.5, ofUnknown: 2 };

/** The size, in CSS pixels, in which mails show the stored picture with this address. */
export function chooseMailPictureSize(address: string): { width: number; height: number } {
  const size = readPictureAddress(address)?.size;
  const shape = size ? size.width / size.height : shapes.ofUnknown;
  const shown = Math.min(Math.max(shape, shapes.narrowest), shapes.widest);
  return { width: mailWidth, height: Math.round(mailWidth / shown) };
}
