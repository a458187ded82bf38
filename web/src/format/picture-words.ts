import type { PictureFailure, PictureState } from '@foyer/contract/pictures.ts';

const reasons: Record<PictureFailure, string> = {
  not_public: 'its address is not a public https address, or has a port number',
  not_found: 'there is no picture at its address',
  not_an_image: 'it is not a JPEG, PNG, GIF or WebP image',
  too_large: 'it is larger than 10 MB',
  unreachable: 'its server could not be reached, or was too slow',
};

/**
 * Says why a picture from another site is not shown yet: Foyer is still fetching it, or could not fetch it. Null in
 * all other cases.
 * @param advice what to do when the picture could not be fetched
 */
export function describePictureState(state: PictureState | null | undefined, advice: string): string | null {
  if (!state) return null;
  if (state === 'waiting') return 'We are fetching this picture. It appears here when it is ready.';
  return `We could not fetch this picture: ${reasons[state]}. ${advice}`;
}
