import { Banknote, EllipsisVertical, ScanLine, TicketX, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSite } from '../../layout/use-site.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx';
import { findDayObjection } from '../tickets/ticket-day.ts';
import { listDeeds } from './attendee-state.ts';
import type { AttendeesProps } from './attendees-page.tsx';
import type { Attendee } from './attendees.api.ts';
import { EndTicketDialog } from './end-ticket-form.tsx';
import { useChangeAttendee } from './use-attendee-changes.ts';

interface AttendeeActionsProps extends AttendeesProps {
  attendee: Attendee;
  onRowGone: () => void;
}

/** What the person who looks may do for one attendee; nothing where there is nothing. */
export function AttendeeActions({ attendee, event, viewer, userId, onRowGone }: AttendeeActionsProps) {
  const view = { eventId: event.id, userId };
  const change = useChangeAttendee(view);
  const [ending, setEnding] = useState<'cancel' | 'refund' | null>(null);
  const [objection, setObjection] = useState<string | null>(null);
  const { timeZone } = useSite();
  const box = useRef<HTMLDivElement>(null);
  const deeds = listDeeds(attendee, event, viewer);
  const findNearButton = () => box.current?.querySelector('button') ?? null;
  // The pressed button goes, perhaps with its row: the focus stays near, once what is left has been drawn.
  const keepFocus = () =>
    setTimeout(() => {
      if (document.activeElement !== document.body && document.activeElement !== null) return;
      const near = findNearButton();
      if (near) near.focus();
      else onRowGone();
    });
  const endAct = () => {
    setObjection(null);
    keepFocus();
  };
  const act = (deed: 'checkIn' | 'undo') => change.mutate({ deed, attendee }, { onSettled: endAct });
  const checkIn = () => {
    const found = findDayObjection(event, Date.now(), timeZone);
    setObjection(found);
    if (!found) act('checkIn');
  };
  const { username } = attendee;
  const hasMore = deeds.undo || deeds.cancel || deeds.refund;
  return (
    <div
      ref={box}
      className="flex items-center justify-end gap-1 max-md:mt-3 max-md:justify-start max-md:empty:hidden"
    >
      {deeds.checkIn && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Check in: ${username}`}
          busy={change.isPending}
          onClick={checkIn}
        >
          {!change.isPending && <ScanLine size={16} aria-hidden />}
          Check in
        </Button>
      )}
      {hasMore && (
        <Menu
          trigger={
            <IconButton label={`More for ${username}`}>
              <EllipsisVertical size={19} aria-hidden />
            </IconButton>
          }
        >
          {deeds.undo && (
            <MenuItem onClick={() => act('undo')}>
              <Undo2 size={18} aria-hidden />
              Undo check-in
            </MenuItem>
          )}
          {deeds.cancel && (
            <MenuItem onClick={() => setEnding('cancel')}>
              <TicketX size={18} aria-hidden />
              Cancel ticket
            </MenuItem>
          )}
          {deeds.refund && (
            <MenuItem onClick={() => setEnding('refund')}>
              <Banknote size={18} aria-hidden />
              Refund ticket
            </MenuItem>
          )}
        </Menu>
      )}
      {ending && (
        <EndTicketDialog
          deed={ending}
          attendee={attendee}
          view={view}
          onClose={() => setEnding(null)}
          finalFocus={findNearButton}
          onGone={onRowGone}
        />
      )}
      {objection && (
        <ConfirmDialog
          open
          onOpenChange={() => setObjection(null)}
          title={`Check in ${username}?`}
          description={`${objection}. Checked in now, it is refused as already used on the day, unless a team admin or event manager undoes this.`}
          confirmLabel="Check in anyway"
          busy={change.isPending}
          onConfirm={() => act('checkIn')}
          finalFocus={findNearButton}
        />
      )}
    </div>
  );
}
