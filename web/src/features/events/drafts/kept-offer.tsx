import { formatLongDate, formatTime } from '../../../format/dates.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Button } from '../../../ui/button.tsx';
import type { KeptOffer as Offer } from './event-draft.ts';

interface KeptOfferProps {
  offer: Offer;
  /** Called with true when the user wants the values back. */
  onAnswer: (takes: boolean) => void;
  /** The element that gets the focus when this offer disappears together with its buttons. */
  finalFocus: () => HTMLElement | null;
}

/** Offers what the user typed in a tab that is closed. */
export function KeptOffer({
  offer: { at, values, isOld, isOnlyTypes },
  onAnswer,
  finalFocus,
}: KeptOfferProps) {
  const { timeZone } = useSite();
  const answer = (takes: boolean) => {
    onAnswer(takes);
    finalFocus()?.focus();
  };
  return (
    <div role="status" className="grid gap-3 rounded-xl bg-warn-wash px-4 py-3.5 text-warn">
      <p className="wrap-anywhere">
        We kept what you typed on {formatLongDate(at, timeZone)}, {formatTime(at, timeZone)}
        {values.title.trim() !== '' && `: “${values.title.trim()}”`}. Pictures are not kept.
        {isOnlyTypes &&
          ' The event was changed since then: bringing it back fills in the prices and ticket types that you changed, also where somebody else has changed them. A ticket type that you changed and somebody deleted is added again. Ticket types that were added since then stay, and so do stopped sales.'}
        {isOld &&
          !isOnlyTypes &&
          ' The event was changed since then: bringing it back fills in only what you changed yourself, without prices and ticket types.'}
      </p>
      <div className="flex flex-wrap gap-2">
        <Button size="sm" onClick={() => answer(true)}>
          Bring it back
        </Button>
        <Button variant="secondary" size="sm" onClick={() => answer(false)}>
          Discard
        </Button>
      </div>
    </div>
  );
}
