import type { ComponentPropsWithRef } from 'react';
import type { SessionUser } from '../../api/session.ts';
import { Avatar } from '../../ui/avatar.tsx';

/** The picture that opens the account menu. It is shown alone while the menu's code is loading. */
export function AccountButton({ user, ...rest }: ComponentPropsWithRef<'button'> & { user: SessionUser }) {
  return (
    <button type="button" {...rest} className="grid size-11 place-items-center rounded-full">
      <span className="sr-only">My Account, {user.username}</span>
      <Avatar username={user.username} imageUrl={user.profile_image_url} />
    </button>
  );
}
