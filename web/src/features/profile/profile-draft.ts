import { draftKey, deleteDraft, findDraft, saveDraft } from '../../api/drafts.ts';
import type { SessionUser } from '../../api/session.ts';

export interface ProfileValues {
  username: string;
  email: string;
  profile_image_url: string;
}

/** What the form begins with. */
export function profileValuesOf({ username, email, profile_image_url }: SessionUser): ProfileValues {
  return { username, email, profile_image_url: profile_image_url ?? '' };
}

/** What was typed and not saved. */
export function findProfileDraft(user: SessionUser): ProfileValues | null {
  const kept = findDraft(keyOf(user));
  return kept && { ...profileValuesOf(user), ...kept };
}

export function keepProfileDraft(user: SessionUser, values: ProfileValues): void {
  saveDraft(keyOf(user), values);
}

export function dropProfileDraft(user: SessionUser): void {
  deleteDraft(keyOf(user));
}

/** A profile that was changed elsewhere meanwhile begins afresh. */
function keyOf({ id, updated_at }: SessionUser): string {
  return draftKey(id, `profile@${updated_at}`);
}
