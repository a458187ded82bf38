import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { api } from '../../../api/client.ts';
import { Link } from '../../../layout/link.tsx';
import { useSite } from '../../../layout/use-site.ts';
import { paths } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import type { Column } from '../../../ui/lists/data-table.tsx';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { AdminFrame } from '../admin-frame.tsx';
import { AdminTable, findAdminTable } from '../admin-table.tsx';
import { type StoredWebhook, webhooksQuery } from '../admin.records.api.ts';
import { TroubleFilter } from './trouble-filter.tsx';
import { useAdminId } from '../use-admin-id.ts';
import { useRecordsChange } from './use-records-change.ts';
import { describeWebhook } from './webhook-states.ts';

const route = getRouteApi('/admin/webhooks');

export function WebhooksPage() {
  return (
    <AdminFrame section="webhooks" heading="Webhooks">
      <p className="mb-5 max-w-prose text-ink-soft">
        Messages from the payment provider, newest first. Foyer tries a failed one again for a day. A retry
        here is safe: it never repeats what is already done.
      </p>
      <WebhooksTable />
    </AdminFrame>
  );
}

function WebhooksTable() {
  const search = route.useSearch();
  const navigate = useNavigate();
  const { timeZone } = useSite();
  const query = webhooksQuery(useAdminId(), search);
  const list = useQuery(query);
  const retrying = useRecordsChange<StoredWebhook>({
    queryKey: query.queryKey,
    send: async ({ id: webhookId }) => {
      const { webhook } = await api('POST /admin/webhooks/:webhookId/retry', { params: { webhookId } });
      const { error } = webhook;
      return {
        row: webhook,
        message: error ? `It failed again: ${error}` : `Webhook ${webhook.type} was processed`,
        isGood: !error,
      };
    },
    failure: 'Failed to retry the webhook',
  });
  const show = (next: typeof search) => void navigate({ to: paths.adminWebhooks, search: next });
  return (
    <AdminTable
      nouns={['webhook', 'webhooks']}
      list={list}
      search={search}
      columns={describeColumns(timeZone)}
      rowKey={(webhook) => webhook.id}
      renderActions={(webhook) =>
        webhook.processed_at === null && (
          <Button
            size="sm"
            variant={webhook.error ? 'primary' : 'secondary'}
            aria-label={`Retry ${webhook.id}`}
            busy={retrying.isPending && retrying.variables.id === webhook.id}
            onClick={() => retrying.mutate(webhook, { onSuccess: keepFocus })}
          >
            Retry
          </Button>
        )
      }
      filter={<TroubleFilter label="Only failed" search={search} onShow={show} />}
      emptyHint={search.only ? 'No webhook has failed.' : 'They arrive with the first payment.'}
      failure="Failed to load webhooks"
      onShow={show}
      renderLink={(page, props) => <Link to={paths.adminWebhooks} search={{ ...search, page }} {...props} />}
    />
  );
}

/**
 * A processed webhook has no Retry button. If the removed button had the focus, the table's first input gets
 * the focus.
 */
function keepFocus(): void {
  setTimeout(() => {
    if (document.activeElement === document.body) findAdminTable()?.querySelector('input')?.focus();
  });
}

function describeColumns(timeZone: string): Column<StoredWebhook>[] {
  const when = (time: string) => `${formatDate(time, timeZone)}, ${formatTime(time, timeZone)}`;
  return [
    {
      header: 'Event',
      isName: true,
      className: 'min-w-48',
      cell: ({ type, id }) => (
        <>
          {type}
          <span className="block text-sm font-normal text-ink-soft">{id}</span>
        </>
      ),
    },
    { header: 'Received', className: 'whitespace-nowrap', cell: ({ received_at }) => when(received_at) },
    {
      header: 'Status',
      cell: (webhook) => {
        const { word, tone } = describeWebhook(webhook);
        return <Badge tone={tone}>{word}</Badge>;
      },
    },
    { header: 'Tries', isNumber: true, cell: ({ attempts }) => attempts },
    {
      header: 'Error',
      className: 'min-w-32 wrap-anywhere',
      cell: ({ error }) => error ?? <span className="text-ink-faint">None</span>,
    },
  ];
}
