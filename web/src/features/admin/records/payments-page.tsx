import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { formatMoney } from '../../../format/money.ts';
import { api } from '../../../api/client.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { eventParams, paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/lists/data-table.tsx';
import { formatDate } from '../../../format/dates.ts';
import { BreakableName } from '../../users/breakable-name.tsx';
import { AdminFrame } from '../admin-frame.tsx';
import { AdminTable } from '../admin-table.tsx';
import { type ComparedPayment, paymentsQuery } from '../admin.records.api.ts';
import { PaymentRefunds } from './payment-refunds.tsx';
import { describePayment } from './payment-states.ts';
import { TroubleFilter } from './trouble-filter.tsx';
import { useAdminId } from '../use-admin-id.ts';
import { useRecordsChange } from './use-records-change.ts';

const route = getRouteApi('/admin/payments');

export function PaymentsPage() {
  return (
    <AdminFrame section="payments" heading="Payments">
      <p className="mb-5 max-w-prose text-ink-soft">
        Each payment in Foyer’s ledger, beside what the payment provider reports now. Payments that differ
        come first. Reconcile corrects the ledger.
      </p>
      <PaymentsTable />
    </AdminFrame>
  );
}

function PaymentsTable() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { timeZone } = useSite();
  const query = paymentsQuery(useAdminId(), search);
  const list = useQuery(query);
  const reconciling = useRecordsChange<ComparedPayment>({
    queryKey: query.queryKey,
    send: async ({ id }) => {
      const { payment } = await api('POST /admin/payments/:id/reconcile', { params: { id } });
      const message = payment.differs
        ? `Payment ${id} still differs from what the provider says`
        : `Payment ${id} agrees with the provider`;
      return { row: payment, message, isGood: !payment.differs };
    },
    failure: 'Failed to reconcile the payment',
  });
  const show = (next: typeof search) => void navigate({ to: paths.adminPayments, search: next });
  return (
    <AdminTable
      nouns={['payment', 'payments']}
      list={list}
      search={search}
      columns={describeColumns(timeZone)}
      rowKey={(payment) => payment.id}
      renderActions={(payment) => (
        <Button
          size="sm"
          variant={payment.differs ? 'primary' : 'secondary'}
          aria-label={`Reconcile payment ${payment.id}`}
          busy={reconciling.isPending && reconciling.variables.id === payment.id}
          onClick={() => reconciling.mutate(payment)}
        >
          Reconcile
        </Button>
      )}
      filter={<TroubleFilter label="Only differences" search={search} onShow={show} />}
      emptyHint={search.only ? 'Every payment agrees with the provider.' : undefined}
      needs={900}
      failure="Failed to load payments"
      onShow={show}
      renderLink={(page, props) => <Link to={paths.adminPayments} search={{ ...search, page }} {...props} />}
    />
  );
}

function describeColumns(timeZone: string): Column<ComparedPayment>[] {
  return [
    {
      header: 'Payment',
      isName: true,
      cell: ({ id, differs, created_at }) => (
        <>
          <span className="flex flex-wrap items-center gap-2">
            {id}
            {differs && <Badge tone="bad">Differs</Badge>}
          </span>
          <span className="block text-sm font-normal whitespace-nowrap text-ink-soft">
            {formatDate(created_at, timeZone)}
          </span>
        </>
      ),
    },
    {
      header: 'Event',
      className: 'min-w-24 wrap-anywhere',
      cell: (payment) => <PaidEvent payment={payment} />,
    },
    { header: 'Buyer', className: 'min-w-32 wrap-anywhere', cell: (payment) => <Buyer payment={payment} /> },
    {
      header: 'Status',
      cell: (payment) => {
        const { word, tone } = describePayment(payment);
        return <Badge tone={tone}>{word}</Badge>;
      },
    },
    {
      header: 'Foyer',
      isNumber: true,
      className: 'min-w-33',
      cell: ({ ledger, refunds }) => (
        <>
          <Amounts amounts={ledger} />
          <PaymentRefunds refunds={refunds} timeZone={timeZone} />
        </>
      ),
    },
    {
      header: 'Provider',
      isNumber: true,
      className: 'min-w-33',
      cell: ({ provider }) =>
        provider ? <Amounts amounts={provider} /> : <span className="text-ink-faint">Not found</span>,
    },
  ];
}

function PaidEvent({ payment: { event_id, event_title } }: { payment: ComparedPayment }) {
  if (event_id === null) return <span className="text-ink-faint">Deleted event</span>;
  return (
    <Link
      to={paths.event}
      params={eventParams({ id: event_id })}
      className="underline-offset-4 hover:underline"
    >
      {event_title}
    </Link>
  );
}

function Buyer({ payment: { user_id, username } }: { payment: ComparedPayment }) {
  if (user_id === null || username === null) return <span className="text-ink-faint">Deleted user</span>;
  return (
    <Link
      to={paths.adminUser}
      params={{ id: String(user_id) }}
      className="underline-offset-4 hover:underline"
    >
      <BreakableName name={username} />
    </Link>
  );
}

function Amounts({ amounts: { charged, refunded, disputed } }: { amounts: ComparedPayment['ledger'] }) {
  return (
    <span className="block">
      {formatMoney(charged)}
      {refunded > 0 && <span className="block text-ink-soft">{formatMoney(refunded)} refunded</span>}
      {disputed > 0 && <span className="block text-bad">{formatMoney(disputed)} disputed</span>}
    </span>
  );
}
