import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dateTileOf, formatDate } from '../../../format/dates.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateTile } from '../../../ui/date-tile.tsx';
import { ErrorState } from '../../../ui/empty-state.tsx';
import { type OwnOrder, ownOrdersQuery } from './orders.mine.api.ts';
import { describeContent, describeState } from './own-order-words.ts';

/** Without orders, the section is hidden, because the list of tickets already says that there are none. */
export function MyOrders({ userId }: { userId: number }) {
  const [page, setPage] = useState(1);
  const { data, isError, refetch } = useQuery(ownOrdersQuery(userId, page));
  if (!data && !isError) return null;
  if (data && data.total_orders === 0) return null;
  return (
    <section aria-labelledby="my-orders" className="mt-16">
      <h2 id="my-orders" className="text-3xl font-semibold sm:text-4xl">
        Your Orders
      </h2>
      <p className="mt-2 text-lg text-ink-soft">
        Receipts, names on tickets, refunds, and tickets for other people.
      </p>
      {data ? (
        <>
          <ul className="mt-6 grid grid-cols-1 gap-3 lg:grid-cols-2">
            {data.orders.map((order) => (
              <li key={order.number}>
                <OrderRow order={order} />
              </li>
            ))}
          </ul>
          {data.total_pages > 1 && <Pages page={page} totalPages={data.total_pages} onPage={setPage} />}
        </>
      ) : (
        <ErrorState className="mt-6" message="Failed to load your orders" onRetry={() => void refetch()} />
      )}
    </section>
  );
}

function OrderRow({ order }: { order: OwnOrder }) {
  const { timeZone } = useSite();
  const state = describeState(order);
  return (
    <Link
      to={paths.order}
      params={{ number: order.number }}
      className="group flex h-full items-center gap-4 rounded-2xl border border-line bg-raised p-4 transition-colors duration-150 hover:border-ink"
    >
      <DateTile {...dateTileOf(order.event.start_time, timeZone)} className="shadow-none" />
      <span className="min-w-0 flex-1">
        <span className="block font-display text-xl leading-tight font-semibold wrap-anywhere underline-offset-4 group-hover:underline">
          {order.event.title}
        </span>
        <span className="mt-1 block">{describeContent(order)}</span>
        <span className="block text-[0.9375rem] text-ink-soft">
          <span className="font-mono">{order.number}</span>, {formatDate(order.placed_at, timeZone)}
        </span>
        {state && (
          <Badge tone={state.tone} className="mt-2">
            {state.word}
          </Badge>
        )}
      </span>
    </Link>
  );
}

interface PagesProps {
  page: number;
  totalPages: number;
  onPage: (page: number) => void;
}

function Pages({ page, totalPages, onPage }: PagesProps) {
  return (
    <p className="mt-4 flex flex-wrap items-center gap-3">
      <Button variant="secondary" size="sm" disabled={page === 1} onClick={() => onPage(page - 1)}>
        Newer
      </Button>
      <Button variant="secondary" size="sm" disabled={page >= totalPages} onClick={() => onPage(page + 1)}>
        Older
      </Button>
      <span className="text-ink-soft">
        Page {page} of {totalPages}
      </span>
    </p>
  );
}
