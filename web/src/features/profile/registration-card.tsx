import { useQuery } from '@tanstack/react-query';
import {
  CalendarPlus,
  CalendarX2,
  Clock,
  Download,
  EllipsisVertical,
  Eye,
  LifeBuoy,
  MapPin,
  ReceiptText,
} from 'lucide-react';
import { useState } from 'react';
import { Link } from '../../layout/link.tsx';
import { useSite } from '../../layout/use-site.ts';
import { eventParams, paths } from '../../paths.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button, buttonStyle, IconButton } from '../../ui/button.tsx';
import { DateTile } from '../../ui/date-tile.tsx';
import { Menu, MenuItem, MenuLinkItem } from '../../ui/overlays/menu.tsx';
import { dateTileOf, formatDate, formatTimeRange } from '../../format/dates.ts';
import { useCalendar } from '../events/calendar/use-calendar.ts';
import { useCheckout } from '../payments/use-checkout.ts';
import { ticketsQuery } from '../tickets/tickets.api.ts';
import { CancelDialog } from '../registrations/cancel-dialog.tsx';
import { decideCancelling } from './registration-cancelling.ts';
import { isOpenHold } from './registration-hold.ts';
import type { MyRegistration } from '../registrations/registrations.api.ts';
import { useCancelRegistration } from '../registrations/use-cancel-registration.ts';
import { stateTones } from '../tickets/state-tones.ts';

export interface RegistrationCardProps {
  registration: MyRegistration;
  /** When the registration was loaded from the server, in milliseconds since 1970. */
  asOf: number;
}

export function RegistrationCard({ registration, asOf }: RegistrationCardProps) {
  const { timeZone } = useSite();
  const { event_title, event_location, event_status, start_time, end_time } = registration;
  return (
    <article className="flex items-start gap-4 rounded-xl border border-line bg-paper p-4">
      <div className="hidden min-[26rem]:block">
        <DateTile {...dateTileOf(start_time, timeZone)} className="shadow-none" />
      </div>
      <div className="min-w-0 flex-1">
        <h4 className="font-display text-xl leading-tight font-semibold wrap-anywhere">{event_title}</h4>
        <p className="mt-1.5 font-medium">{formatDate(start_time, timeZone)}</p>
        <p className="flex items-start gap-2 text-[0.9375rem] text-ink-soft">
          <Clock size={16} aria-hidden className="mt-1 shrink-0" />
          {formatTimeRange(start_time, end_time, timeZone)}
        </p>
        {event_location && (
          <p className="flex items-start gap-2 text-[0.9375rem] text-ink-soft">
            <MapPin size={16} aria-hidden className="mt-1 shrink-0" />
            <span className="min-w-0 wrap-anywhere">{event_location}</span>
          </p>
        )}
        {event_status === 'cancelled' && (
          <Badge tone={stateTones.eventCancelled} className="mt-2">
            Event cancelled
          </Badge>
        )}
        {isOpenHold(registration, asOf) && <CompletePurchase registration={registration} />}
      </div>
      <RegistrationMenu registration={registration} />
    </article>
  );
}

function CompletePurchase({ registration }: { registration: MyRegistration }) {
  const checkout = useCheckout(registration.event_id);
  if (registration.order_number !== null) {
    return (
      <Link
        to={paths.order}
        params={{ number: registration.order_number }}
        className={`${buttonStyle('primary', 'sm')} mt-3`}
      >
        Complete Purchase
      </Link>
    );
  }
  return (
    <Button size="sm" className="mt-3" busy={checkout.isPending} onClick={checkout.press}>
      Complete Purchase
    </Button>
  );
}

const reasons = { ended: 'The event is over.', used: 'The ticket has been used.' };

function RegistrationMenu({ registration }: { registration: MyRegistration }) {
  const { openGoogleCalendar, downloadCalendarFile } = useCalendar({
    id: registration.event_id,
    title: registration.event_title,
    description: registration.event_description,
    location: registration.event_location,
    start_time: registration.start_time,
    end_time: registration.end_time,
  });
  const { data: tickets } = useQuery(ticketsQuery(registration.user_id));
  const cancelling = decideCancelling(registration, tickets);
  const { order_number: orderNumber } = registration;
  const notCancellable = cancelling === 'open' || cancelling === 'paid' ? undefined : reasons[cancelling];
  const cancellation = useCancelRegistration(registration);
  const [asking, setAsking] = useState(false);
  return (
    <>
      <Menu
        width="19rem"
        trigger={
          <IconButton label={`Actions for ${registration.event_title}`} className="-mt-2 -mr-2">
            <EllipsisVertical size={20} aria-hidden />
          </IconButton>
        }
      >
        <MenuLinkItem render={<Link to={paths.event} params={eventParams({ id: registration.event_id })} />}>
          <Eye size={18} aria-hidden />
          View details
        </MenuLinkItem>
        {orderNumber !== null && (
          <MenuLinkItem render={<Link to={paths.order} params={{ number: orderNumber }} />}>
            <ReceiptText size={18} aria-hidden className="shrink-0" />
            <span>
              View order
              <span className="block text-sm text-ink-soft">Change names, give tickets away or cancel</span>
            </span>
          </MenuLinkItem>
        )}
        {registration.event_status !== 'cancelled' && (
          <>
            <MenuItem onClick={openGoogleCalendar}>
              <CalendarPlus size={18} aria-hidden />
              Add to Google Calendar
            </MenuItem>
            <MenuItem onClick={downloadCalendarFile}>
              <Download size={18} aria-hidden />
              Download for Apple Calendar
            </MenuItem>
          </>
        )}
        {/* The tickets of an order are cancelled on the page of the order, and the server refuses to do so here. */}
        {orderNumber === null && (
          <MenuItem
            disabled={notCancellable !== undefined}
            // A paid registration needs no confirmation, because `mutate` then only shows a message about support.
            onClick={() => (cancelling === 'paid' ? cancellation.mutate() : setAsking(true))}
          >
            <CalendarX2 size={18} aria-hidden className="shrink-0" />
            <span>
              Cancel registration
              {notCancellable && <span className="block text-sm">{notCancellable}</span>}
            </span>
          </MenuItem>
        )}
        {cancelling === 'paid' && orderNumber === null && (
          <MenuLinkItem render={<Link to={paths.support} />}>
            <LifeBuoy size={18} aria-hidden />
            Contact Support
          </MenuLinkItem>
        )}
      </Menu>
      <CancelDialog
        registration={registration}
        open={asking}
        onOpenChange={setAsking}
        title="Cancel your registration?"
        description={
          registration.ticket_code === null
            ? `Your seat at “${registration.event_title}” goes back on sale at once.`
            : `You give up your place at “${registration.event_title}”, and your ticket is no longer valid.`
        }
        cancelLabel="Keep it"
        confirmLabel="Cancel registration"
      />
    </>
  );
}
