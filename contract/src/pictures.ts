import { z } from 'zod';
import { withExample } from './fields.ts';
import { makePicturePattern, type PictureKind } from './text/picture-address.ts';

export const pictureFailures = [
  'not_public',
  'not_found',
  'not_an_image',
  'too_large',
  'unreachable',
] as const;

export type PictureFailure = (typeof pictureFailures)[number];

export type PictureState = 'waiting' | PictureFailure;

/** The progress of copying a picture from another site. */
export const pictureState = withExample(
  z.enum(['waiting', ...pictureFailures]).nullable(),
  null,
  'Foyer fetches a picture that was given by its address, and serves its own copy. `waiting`: not fetched yet. Null: nothing to fetch. Anything else says why the picture could not be fetched',
);

/** The path of a picture that Foyer stored. A client sends this path back to keep the picture. */
export const ownPicture = (folder: PictureKind) =>
  z.string().regex(makePicturePattern(folder), { abort: true });
