import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { CallError, messageOf } from '../../../api/call-error.ts';
import { Link } from '../../../layout/link.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { useAddressKey } from '../use-address-key.ts';
import { findTicketKey, rememberTicketKey } from './known-tickets.ts';
import { type TicketAddress, receivedTicketQuery } from './orders.holder.api.ts';
import { ReceivedTicketView } from './received-ticket.tsx';

const route = getRouteApi(paths.heldTicket);

/** The page of a ticket that somebody received from its buyer. The link in the mail opens the page. */
export function HolderPage() {
  const typed = route.useParams().id;
  const id = /^[1-9]\d{0,14}$/.test(typed) ? Number(typed) : 0;
  const read = useAddressKey(typed, {
    find: () => findTicketKey(id),
    remember: (key) => rememberTicketKey({ id, key }),
  });
  if (!read) return <PageSkeleton />;
  return read.key === undefined ? <SeeYourMail /> : <OpenedTicket address={{ id, key: read.key }} />;
}

function OpenedTicket({ address }: { address: TicketAddress }) {
  const { data, error, refetch } = useQuery(receivedTicketQuery(address));
  if (error instanceof CallError && error.status === 404) return <LinkEnded />;
  if (data) return <ReceivedTicketView ticket={data} address={address} />;
  if (!error) return <PageSkeleton />;
  return (
    <div className="page-width py-14">
      <h1 className="mb-6 text-4xl font-semibold">Your ticket</h1>
      <ErrorState
        message={messageOf(error, 'We could not load this ticket.')}
        onRetry={() => void refetch()}
      />
    </div>
  );
}

const toEvents = (
  <Link to={paths.events} className={buttonStyle('primary', 'lg')}>
    Browse events
  </Link>
);

function SeeYourMail() {
  return (
    <NoticeCard
      title="Open it from your email"
      text="This ticket opens from the link in the email that brought it to you."
      action={toEvents}
    />
  );
}

function LinkEnded() {
  return (
    <NoticeCard
      title="This link does not work"
      text="Either it is not complete, or the ticket has a newer link or another holder. Look for the latest email about it."
      action={toEvents}
    />
  );
}
