/**
 * Whether the page may load this picture: a picture that Foyer keeps, or a file that was chosen on this
 * device. Pages never load pictures from other sites, because those sites would learn who visits.
 */
export function isOwnPicture(url: string | null | undefined): boolean {
  return /^(\/uploads\/|blob:)/.test(url ?? '');
}
