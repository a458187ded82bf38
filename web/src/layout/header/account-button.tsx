import type { ComponentPropsWithRef } from 'react';
import type { SessionUser } from '../../api/session.ts';
import { Avatar } from '../../ui/avatar.tsx';

/** The user's picture as a button that opens the account menu. */
export function AccountButton({ user, ...rest }: ComponentPropsWithRef<'button'> & { user: SessionUser }) {
  return (
    <button type="button" {...rest} className="grid size-11 place-items-center rounded-full">
      <span className="sr-only">My Account, {user.username}</span>
      <Avatar username={user.username} imageUrl={user.profile_image_url} />
    </button>
  );
}
