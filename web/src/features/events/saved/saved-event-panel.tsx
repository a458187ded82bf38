import { Gift, Mail, Share2, X } from 'lucide-react';
import { useEffect, useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { Link } from '../../../layout/link.tsx';
import { useCopy } from '../../../layout/use-copy.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { eventAddress, eventParams, paths } from '../../../paths.ts';
import { Button, buttonStyle, IconButton } from '../../../ui/button.tsx';
import { listCreatingTeams } from '../../teams/team-roles.ts';
import { useShare } from '../calendar/use-share.ts';
import { noteLastSave, type LastSave, type SavedEvent } from './saved-event.ts';
import { describeSaved, writeInvitation } from './saved-event-words.ts';

/** What an organiser can do with an event that was just saved. */
export function SavedEventPanel({ lastSave }: { lastSave: LastSave }) {
  const [closed, setClosed] = useState(false);
  useEffect(() => () => noteLastSave(null), []);
  const { event } = lastSave;
  const { title, hint } = describeSaved(lastSave);
  if (closed) return null;
  return (
    <section
      aria-labelledby="saved-event"
      className="relative mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-4 rounded-2xl border border-line bg-raised p-5 sm:p-6 sm:pr-16"
    >
      <div className="min-w-0 wrap-anywhere max-sm:pr-9">
        <h2 id="saved-event" className="text-2xl font-semibold">
          {title}
        </h2>
        <p className="mt-1 text-ink-soft">{hint}</p>
      </div>
      <div className="flex flex-wrap items-center gap-2">
        <Link to={paths.event} params={eventParams(event)} className={buttonStyle()}>
          View event
        </Link>
        {event.status === 'published' && !event.is_past && <Invite event={event} />}
      </div>
      <IconButton label="Close" className="absolute top-2 right-2" onClick={() => setClosed(true)}>
        <X size={18} aria-hidden />
      </IconButton>
    </section>
  );
}

function Invite({ event }: { event: SavedEvent }) {
  const { origin, timeZone } = useSite();
  const { user } = useSession();
  const { share, copyBox: shareBox } = useShare(event);
  const { copyText, copyBox } = useCopy();
  const givesTickets = user && listCreatingTeams(user).some(({ team_id }) => team_id === event.team_id);
  const address = eventAddress(
    origin,
    event.is_public ? event : { id: event.id, key: event.private_key ?? undefined },
  );
  const invitation = writeInvitation(event, address, timeZone);
  return (
    <>
      {event.is_public && share && (
        <Button variant="secondary" onClick={() => void share()}>
          <Share2 size={17} aria-hidden />
          Share
        </Button>
      )}
      <Button
        variant="secondary"
        onClick={() =>
          void copyText(invitation, { done: 'Invitation copied', failed: 'Copy this invitation' })
        }
      >
        <Mail size={17} aria-hidden />
        Copy invitation
      </Button>
      {givesTickets && (
        <Link to={paths.guestList} params={{ id: String(event.id) }} className={buttonStyle('secondary')}>
          <Gift size={17} aria-hidden />
          Invite guests
        </Link>
      )}
      {shareBox}
      {copyBox}
    </>
  );
}
