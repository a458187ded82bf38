import { useMemo, useState } from 'react';
import { formatTime } from '../../../format/dates.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { SearchBox } from '../../../ui/forms/search-box.tsx';
import { ticketStates } from '../../tickets/ticket-state.ts';
import { BreakableName } from '../../users/breakable-name.tsx';
import { describeRest, listTogether } from '../group/group.ts';
import type { DoorGuest } from './door.guests.api.ts';
import { findGuests, hasEnded } from './find-guests.ts';
import { stateTones } from '../../tickets/state-tones.ts';

const mostShown = 8;

interface GuestSearchProps {
  /** Undefined until the guests are loaded. */
  guests: readonly DoorGuest[] | undefined;
  busy: boolean;
  onCheckIn: (ticketId: number) => void;
  /** Checks in tickets of one order together. */
  onCheckInAll: (ticketIds: readonly number[]) => void;
}

/** Finds guests by name, for people who have no code with them. */
export function GuestSearch({ guests, busy, onCheckIn, onCheckInAll }: GuestSearchProps) {
  const [text, setText] = useState('');
  const { found, total } = useMemo(() => findGuests(guests ?? [], text, mostShown), [guests, text]);
  const isSearch = text.trim() !== '';
  const open = found.filter((guest) => !hasEnded(guest));
  const together = total === found.length ? listTogether(open) : [];
  return (
    <section aria-label="Guests" className="w-full max-w-xl">
      <SearchBox label="Find a guest by name" text={text} maxLength={100} onText={setText} />
      <p role="status" className="mt-2 text-[0.9375rem] text-ink-soft empty:hidden">
        {isSearch && describeFound(guests, total)}
      </p>
      {together.length > 1 && (
        <Button
          variant="secondary"
          size="lg"
          busy={busy}
          className="mt-3 w-full"
          onClick={() => onCheckInAll(together)}
        >
          {together.length < open.length ? describeRest(together.length) : `Check in all ${together.length}`}
        </Button>
      )}
      {found.length > 0 && (
        <ul aria-label="Found guests" className="mt-1 divide-y divide-line">
          {found.map((guest) => (
            <GuestRow key={guest.id} guest={guest} busy={busy} onCheckIn={onCheckIn} />
          ))}
        </ul>
      )}
    </section>
  );
}

function describeFound(guests: readonly DoorGuest[] | undefined, total: number): string | false {
  if (!guests) return 'The guests are still loading.';
  if (total === 0) return 'Nobody with this name has a ticket.';
  return total > mostShown && `The first ${mostShown} of ${total}. Type more of the name.`;
}

interface GuestRowProps {
  guest: DoorGuest;
  busy: boolean;
  onCheckIn: (ticketId: number) => void;
}

function GuestRow({ guest, busy, onCheckIn }: GuestRowProps) {
  const { timeZone } = useSite();
  const { id, name, type_name, order_number, used_at } = guest;
  return (
    <li className="flex min-h-16 items-center gap-3 py-2">
      <span className="min-w-0 flex-1">
        <span className="block font-semibold wrap-anywhere">
          <BreakableName name={name} />
        </span>
        <span className="block text-[0.9375rem] leading-snug text-ink-soft wrap-anywhere">
          {type_name}
          <span className="max-sm:hidden"> · </span>
          <span className="font-mono whitespace-nowrap max-sm:block">{order_number}</span>
        </span>
      </span>
      {guest.status === 'used' ? (
        <Badge tone={stateTones.checkedIn}>In{used_at && `, ${formatTime(used_at, timeZone)}`}</Badge>
      ) : hasEnded(guest) ? (
        <Badge tone={ticketStates[guest.status].tone}>{ticketStates[guest.status].word}</Badge>
      ) : (
        <Button
          variant="secondary"
          busy={busy}
          aria-label={`Check in: ${name}`}
          onClick={() => onCheckIn(id)}
        >
          Check in
        </Button>
      )}
    </li>
  );
}
