import { KeyRound, Pencil } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import type { SessionUser } from '../../api/session.ts';
import { useSite } from '../../layout/use-site.ts';
import { Link } from '../../layout/link.tsx';
import { paths } from '../../paths.ts';
import { Avatar } from '../../ui/avatar.tsx';
import { Button, buttonStyle } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { isOwnPicture } from '../../ui/own-picture.ts';
import { BreakableName } from '../users/breakable-name.tsx';
import { formatMemberSince } from './member-since.ts';
import { findProfileDraft } from './profile-draft.ts';
import { lazyPart } from '../../layout/lazy-part.tsx';

const Dialog = lazyPart(async () => (await import('../../ui/overlays/dialog.tsx')).Dialog);
const ProfileForm = lazyPart(async () => (await import('./profile-form.tsx')).ProfileForm);

export function ProfileCard({ user }: { user: SessionUser }) {
  // If the session expired while the user was editing, the form opens with the draft. Otherwise the form is closed at
  // first.
  const [editing, setEditing] = useState(() => findProfileDraft(user) !== null);
  const editButton = useRef<HTMLButtonElement>(null);
  const endEditing = () => {
    flushSync(() => setEditing(false));
    editButton.current?.focus();
  };
  return (
    <Card className="p-6 sm:p-8">
      <div className="flex flex-wrap items-center gap-x-6 gap-y-4">
        <Picture user={user} />
        <div className="min-w-0 flex-1 basis-48">
          <h2 className="text-3xl font-semibold wrap-anywhere">
            <BreakableName name={user.username} />
          </h2>
          {user.name !== null && <p className="mt-1 text-lg wrap-anywhere">{user.name}</p>}
          <p className="mt-1 text-ink-soft wrap-anywhere">
            <BreakableName name={user.email} />
          </p>
          <MemberSince createdAt={user.created_at} />
        </div>
      </div>
      {editing ? (
        <ProfileForm user={user} onDone={endEditing} />
      ) : (
        <div className="mt-6 flex flex-wrap gap-3">
          <Button ref={editButton} variant="secondary" onClick={() => setEditing(true)}>
            <Pencil size={17} aria-hidden />
            Edit Profile
          </Button>
          <Link to={paths.security} className={buttonStyle('secondary')}>
            <KeyRound size={17} aria-hidden />
            Account security
          </Link>
        </div>
      )}
    </Card>
  );
}

function MemberSince({ createdAt }: { createdAt: string }) {
  const { timeZone } = useSite();
  return (
    <p className="mt-1 text-[0.9375rem] text-ink-faint">
      Member since {formatMemberSince(createdAt, timeZone)}
    </p>
  );
}

/** Shows the profile picture as a button that enlarges the picture. Without a picture, there is no button. */
function Picture({ user }: { user: SessionUser }) {
  const [open, setOpen] = useState(false);
  const avatar = <Avatar username={user.username} imageUrl={user.profile_image_url} size={96} />;
  if (!user.profile_image_url || !isOwnPicture(user.profile_image_url)) return avatar;
  return (
    <>
      <button
        type="button"
        aria-label="Enlarge your profile picture"
        className="rounded-full"
        onClick={() => setOpen(true)}
      >
        {avatar}
      </button>
      {open && (
        <Dialog open onOpenChange={setOpen} title={user.username}>
          <img
            src={user.profile_image_url}
            alt={user.username}
            className="max-h-[70dvh] w-full rounded-xl bg-sunken object-contain"
          />
        </Dialog>
      )}
    </>
  );
}
