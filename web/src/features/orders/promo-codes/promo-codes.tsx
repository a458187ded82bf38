import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import type { SessionUser } from '../../../api/session.ts';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Pagination } from '../../../ui/lists/pagination.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/states.tsx';
import type { ViewedEvent } from '../../events/events.api.ts';
import { managedTypesQuery } from '../../events/events.types.api.ts';
import { type PromoCode, promoCodesQuery } from './orders.promo-codes.api.ts';
import { PromoCodeCard } from './promo-code-card.tsx';
import { PromoCodeDialog } from './promo-code-form.tsx';

const route = getRouteApi('/events/$id/sales');

interface PromoCodesProps {
  event: ViewedEvent;
  user: SessionUser;
}

export function PromoCodes({ event, user }: PromoCodesProps) {
  const { page = 1 } = route.useSearch();
  const { data, error, refetch } = useQuery(promoCodesQuery(event.id, user.id, page));
  const { data: types = [] } = useQuery(managedTypesQuery(event.id, user.id));
  const [editing, setEditing] = useState<PromoCode | 'new' | null>(null);
  const create = (
    <Button onClick={() => setEditing('new')}>
      <Plus size={18} aria-hidden />
      Create promo code
    </Button>
  );
  return (
    <section aria-labelledby="promo-codes">
      <div className="mb-5 flex min-h-11 flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <h2 id="promo-codes" className="text-2xl font-semibold">
          Promo codes
        </h2>
        {data !== undefined && data.total_promo_codes > 0 && create}
      </div>
      <Loaded
        data={data}
        failure={error && messageOf(error, 'Failed to load the promo codes')}
        onRetry={() => void refetch()}
        skeleton={
          <output className="grid gap-3">
            <span className="sr-only">Loading promo codes...</span>
            <Skeleton className="h-40" />
            <Skeleton className="h-40" />
          </output>
        }
      >
        {({ promo_codes: codes, total_promo_codes: total, total_pages: totalPages }) =>
          total === 0 ? (
            <EmptyState
              drawing="ticket"
              title="No promo codes yet"
              hint="Give a discount to friends, early buyers or members, or show hidden tickets only to people who have a code."
              action={create}
            />
          ) : (
            <>
              <ul aria-label="Promo codes" className="grid gap-3">
                {codes.map((code) => (
                  <PromoCodeCard
                    key={code.id}
                    code={code}
                    types={types}
                    event={event}
                    userId={user.id}
                    onEdit={() => setEditing(code)}
                  />
                ))}
              </ul>
              <div className="mt-6">
                <Pagination
                  page={page}
                  totalPages={totalPages}
                  renderLink={(target, props) => (
                    <Link
                      to={paths.eventSales}
                      params={{ id: String(event.id) }}
                      search={{ page: target }}
                      {...props}
                    />
                  )}
                />
              </div>
            </>
          )
        }
      </Loaded>
      {editing !== null && (
        <PromoCodeDialog
          code={editing === 'new' ? null : editing}
          types={types}
          event={event}
          user={user}
          onClose={() => setEditing(null)}
        />
      )}
    </section>
  );
}
