/**
 * Lists the files of a picture of a user or team, and the colour behind it. Older pictures have one file only, which is
 * not named `large`.
 */
export function listFiles(url: string): { webp?: string; avif?: string; colour?: string } {
  const [, folder, colour] = /^(.*-([0-9a-f]{6}|clear)-\w+\/)large\.webp$/.exec(url) ?? [];
  if (!folder) return {};
  const list = (format: string) => `${folder}small.${format} 96w, ${folder}medium.${format} 192w`;
  return { webp: list('webp'), avif: list('avif'), colour: colour === 'clear' ? undefined : `#${colour}` };
}

/**
 * Whether the page may load this picture: a picture that Foyer keeps, or a file that was chosen on this
 * device. Pages never load pictures from other sites, because those sites would learn who visits.
 */
export function isOwnPicture(url: string | null | undefined): boolean {
  return /^(\/uploads\/|blob:)/.test(url ?? '');
}
