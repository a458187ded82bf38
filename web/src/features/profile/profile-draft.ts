import { draftKey, deleteDraft, findDraft, saveDraft } from '../../api/drafts.ts';
import type { SessionUser } from '../../api/session.ts';
import { isOwnPicture } from '../../ui/own-picture.ts';

export interface ProfileValues {
  username: string;
  /** Empty when the user has not given a name. */
  name: string;
  email: string;
  profile_image_url: string;
}

/** The initial values of the profile form. The address of a picture that Foyer keeps is not shown. */
export function profileValuesOf({
  username,
  name,
  email,
  profile_image_url: url,
}: SessionUser): ProfileValues {
  return { username, name: name ?? '', email, profile_image_url: isOwnPicture(url) ? '' : (url ?? '') };
}

/** Finds the values that were typed into the profile form but not saved. */
export function findProfileDraft(user: SessionUser): ProfileValues | null {
  const draft = findDraft(keyOf(user));
  return draft && { ...profileValuesOf(user), ...draft };
}

export function saveProfileDraft(user: SessionUser, values: ProfileValues): void {
  saveDraft(keyOf(user), values);
}

export function deleteProfileDraft(user: SessionUser): void {
  deleteDraft(keyOf(user));
}

/** The key contains the profile's version, so that an old draft does not overwrite a change from another device. */
function keyOf({ id, updated_at }: SessionUser): string {
  return draftKey(id, `profile@${updated_at}`);
}
