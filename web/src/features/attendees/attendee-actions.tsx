import { Banknote, EllipsisVertical, ScanLine, TicketX, Undo2 } from 'lucide-react';
import { useRef, useState } from 'react';
import { useSite } from '../../layout/use-site.ts';
import { Button, IconButton } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { Menu, MenuItem } from '../../ui/overlays/menu.tsx';
import { EndTicketDialog } from '../orders/sold/end-ticket-form.tsx';
import { findDayObjection } from '../tickets/ticket-day.ts';
import { getAllowedActions } from './attendee-state.ts';
import type { AttendeesProps } from './attendees-page.tsx';
import type { Attendee } from './attendees.api.ts';
import { useChangeAttendee } from './use-attendee-changes.ts';

interface AttendeeActionsProps extends AttendeesProps {
  attendee: Attendee;
  onRowGone: () => void;
}

/** Shows the viewer only the buttons that they may use. */
export function AttendeeActions({ attendee, event, viewer, userId, onRowGone }: AttendeeActionsProps) {
  const view = { eventId: event.id, userId };
  const change = useChangeAttendee(view);
  const [ending, setEnding] = useState<'cancel' | 'refund' | null>(null);
  const [objection, setObjection] = useState<string | null>(null);
  const { timeZone } = useSite();
  const box = useRef<HTMLDivElement>(null);
  const allowed = getAllowedActions(attendee, event, viewer);
  const findNearButton = () => box.current?.querySelector('button') ?? null;
  // The pressed button or its whole row may have disappeared. Then focus another button of the row, or else the
  // summary above the list.
  const keepFocus = () =>
    setTimeout(() => {
      if (document.activeElement !== document.body && document.activeElement !== null) return;
      const near = findNearButton();
      if (near) near.focus();
      else onRowGone();
    });
  const finish = () => {
    setObjection(null);
    keepFocus();
  };
  const act = (action: 'checkIn' | 'undo') => change.mutate({ action, attendee }, { onSettled: finish });
  const checkIn = () => {
    const found = findDayObjection(event, Date.now(), timeZone);
    setObjection(found);
    if (!found) act('checkIn');
  };
  const closeEnding = () => {
    setEnding(null);
    change.reset();
  };
  const leaveEnding = () => {
    setEnding(null);
    // The filter may have hidden the attendee's row.
    setTimeout(onRowGone);
  };
  const end = (reason: string) => {
    if (ending) change.mutate({ action: ending, attendee, reason }, { onSuccess: leaveEnding });
  };
  const { name } = attendee;
  const hasMore = allowed.undo || allowed.cancel || allowed.refund;
  return (
    <div
      ref={box}
      className="flex items-center justify-end gap-1 max-md:mt-3 max-md:justify-start max-md:empty:hidden"
    >
      {allowed.checkIn && (
        <Button
          size="sm"
          variant="secondary"
          aria-label={`Check in: ${name}`}
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
            <IconButton label={`More for ${name}`}>
              <EllipsisVertical size={19} aria-hidden />
            </IconButton>
          }
        >
          {allowed.undo && (
            <MenuItem onClick={() => act('undo')}>
              <Undo2 size={18} aria-hidden />
              Undo check-in
            </MenuItem>
          )}
          {allowed.cancel && (
            <MenuItem onClick={() => setEnding('cancel')}>
              <TicketX size={18} aria-hidden />
              Cancel ticket
            </MenuItem>
          )}
          {allowed.refund && (
            <MenuItem onClick={() => setEnding('refund')}>
              <Banknote size={18} aria-hidden />
              Refund ticket
            </MenuItem>
          )}
        </Menu>
      )}
      {ending && (
        <EndTicketDialog
          action={ending}
          name={name}
          busy={change.isPending}
          error={change.error}
          onEnd={end}
          onClose={closeEnding}
          finalFocus={findNearButton}
        />
      )}
      {objection && (
        <ConfirmDialog
          open
          onOpenChange={() => setObjection(null)}
          title={`Check in ${name}?`}
          description={`${objection}. If you check it in now, it counts as used on the day itself, until a team admin or event manager undoes the check-in.`}
          confirmLabel="Check in anyway"
          busy={change.isPending}
          onConfirm={() => act('checkIn')}
          finalFocus={findNearButton}
        />
      )}
    </div>
  );
}
