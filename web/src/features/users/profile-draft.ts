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

/** What was typed and not saved, kept in this tab so that it outlives a session that ends meanwhile. */
export function findProfileDraft(user: SessionUser): ProfileValues | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(keyOf(user)) ?? 'null') as Partial<ProfileValues> | null;
    return kept && { ...profileValuesOf(user), ...kept };
  } catch {
    return null;
  }
}

export function keepProfileDraft(user: SessionUser, values: ProfileValues): void {
  try {
    sessionStorage.setItem(keyOf(user), JSON.stringify(values));
  } catch {
    // A full or forbidden store costs the draft, not the form.
  }
}

export function dropProfileDraft(user: SessionUser): void {
  try {
    sessionStorage.removeItem(keyOf(user));
  } catch {
    // Nothing was kept there either.
  }
}

/** A profile that was changed elsewhere meanwhile begins afresh. */
function keyOf({ id, updated_at }: SessionUser): string {
  return `profileForm:${id}@${updated_at}`;
}
