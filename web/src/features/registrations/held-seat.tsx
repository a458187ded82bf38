import { type ReactNode, useState } from 'react';
import { useSite } from '../../layout/use-site.ts';
import { Button } from '../../ui/button.tsx';
import { formatTime } from '../../format/dates.ts';
import { CancelDialog } from './cancel-dialog.tsx';
import type { MyRegistration } from './registrations.api.ts';

/**
 * Says until when an unpaid seat is held, with a button that pays for the seat and a button that releases it.
 * @param hold null while the registration loads. The release button is then invisible but keeps its space, so
 * that the button for paying does not move.
 * @param children the button that pays for the seat
 */
export function HeldSeat({ hold, children }: { hold: MyRegistration | null; children: ReactNode }) {
  const { timeZone } = useSite();
  const [asking, setAsking] = useState(false);
  return (
    <>
      <p className="text-ink-soft">
        {hold?.hold_expires_at
          ? `Your seat is held until ${formatTime(hold.hold_expires_at, timeZone)}.`
          : 'Your seat is held.'}
      </p>
      {children}
      <Button variant="quiet" className={hold ? undefined : 'invisible'} onClick={() => setAsking(true)}>
        Release my seat
      </Button>
      {hold && (
        <CancelDialog
          registration={hold}
          open={asking}
          onOpenChange={setAsking}
          title="Release your seat?"
          description={`Your seat at “${hold.event_title}” goes back on sale at once.`}
          cancelLabel="Keep my seat"
          confirmLabel="Release my seat"
        />
      )}
    </>
  );
}
