import { formatDate, formatTime } from '../../../format/dates.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { type Column, DataTable } from '../../../ui/lists/data-table.tsx';
import type { FoyerEvent } from '../../events/events.api.ts';
import type { SoldOrder } from './orders.sold.api.ts';
import { describeRefunded, describeTotal, describeTypes, soldStates } from './sold-words.ts';

export function SoldTable({ orders, event }: { orders: readonly SoldOrder[]; event: FoyerEvent }) {
  const { timeZone } = useSite();
  return (
    <DataTable
      label={`Orders of ${event.title}`}
      columns={describeColumns(event, timeZone)}
      rows={orders}
      rowKey={({ number }) => number}
      needs={860}
    />
  );
}

function describeColumns(event: FoyerEvent, timeZone: string): Column<SoldOrder>[] {
  return [
    { header: 'Buyer', isName: true, cell: (order) => <Buyer order={order} event={event} /> },
    {
      header: 'Tickets',
      className: 'min-w-40 wrap-anywhere',
      cell: (order) => (
        <>
          {describeTypes(order.types)}
          {order.promo_code !== null && (
            <span className="block font-mono text-sm text-ink-soft">{order.promo_code}</span>
          )}
        </>
      ),
    },
    {
      header: 'Total',
      isNumber: true,
      className: 'whitespace-nowrap',
      cell: (order) => (
        <>
          {describeTotal(order)}
          <span className="block text-sm font-semibold text-warn empty:hidden">
            {describeRefunded(order)}
          </span>
        </>
      ),
    },
    {
      header: 'Status',
      cell: ({ status }) => <Badge tone={soldStates[status].tone}>{soldStates[status].word}</Badge>,
    },
    {
      header: 'Placed',
      className: 'whitespace-nowrap',
      cell: ({ placed_at }) => `${formatDate(placed_at, timeZone)}, ${formatTime(placed_at, timeZone)}`,
    },
    {
      header: 'Number',
      cell: ({ number }) => <span className="font-mono text-sm text-ink-soft">{number}</span>,
    },
  ];
}

function Buyer({ order, event }: { order: SoldOrder; event: FoyerEvent }) {
  return (
    <>
      <Link
        to={paths.soldOrder}
        params={{ id: String(event.id), number: order.number }}
        className="-my-2.5 inline-block py-2.5 underline decoration-line-strong underline-offset-4 hover:decoration-spot hover:decoration-2"
      >
        {order.buyer_name ?? 'Deleted account'}
      </Link>
      <span className="block text-sm font-normal wrap-anywhere text-ink-soft">{order.buyer_email}</span>
    </>
  );
}
