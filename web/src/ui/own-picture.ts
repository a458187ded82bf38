/**
 * Whether the page may load this picture: it is one that Foyer keeps, or a file that was chosen on this device. Pictures
 * on other sites are never loaded, because those sites would learn who visits.
 */
export function isOwnPicture(url: string | null | undefined): boolean {
  return /^(\/uploads\/|blob:)/.test(url ?? '');
}
