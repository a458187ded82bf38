import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { messageOf } from '../../../api/call-error.ts';
import { Link } from '../../../layout/link.tsx';
import { paths } from '../../../paths.ts';
import { Pagination } from '../../../ui/lists/pagination.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/states.tsx';
import type { FoyerEvent } from '../../events/events.api.ts';
import { managedTypesQuery } from '../../events/events.types.api.ts';
import { soldOrdersQuery } from './orders.sold.api.ts';
import { SoldFilters } from './sold-filters.tsx';
import { completeSoldView, type SoldView, stripDefaults } from './sold-search.ts';
import { SoldTable } from './sold-table.tsx';
import { summariseOrders } from './sold-words.ts';

const route = getRouteApi('/events/$id/orders');

export function SoldOrders({ event, userId }: { event: FoyerEvent; userId: number }) {
  const view = completeSoldView(route.useSearch());
  const navigate = useNavigate();
  const { data, error, refetch } = useQuery(soldOrdersQuery(event.id, userId, view));
  const { data: types = [] } = useQuery(managedTypesQuery(event.id, userId));
  const params = { id: String(event.id) };
  const change = (part: Partial<SoldView>) =>
    void navigate({
      to: paths.eventOrders,
      params,
      search: stripDefaults({ ...view, page: 1, ...part }),
      replace: true,
      resetScroll: false,
    });
  const isFiltered = view.q !== '' || Boolean(view.status ?? view.type ?? view.channel);
  return (
    <>
      <SoldFilters event={event} view={view} types={types} onChange={change} />
      <div className="mt-6">
        <Loaded
          data={data}
          failure={error && messageOf(error, 'Failed to load the orders')}
          onRetry={() => void refetch()}
          skeleton={<OrdersSkeleton />}
        >
          {({ orders, total_orders: total, total_pages: totalPages, skipped }) => (
            <>
              <output className="mb-3 block text-ink-soft">
                {summariseOrders(total, skipped, orders.length)}
              </output>
              {orders.length === 0 ? (
                <NoOrders isFiltered={isFiltered} />
              ) : (
                <SoldTable orders={orders} event={event} />
              )}
              <div className="mt-8">
                <Pagination
                  page={view.page}
                  totalPages={totalPages}
                  renderLink={(page, link) => (
                    <Link
                      to={paths.eventOrders}
                      params={params}
                      search={stripDefaults({ ...view, page })}
                      {...link}
                    />
                  )}
                />
              </div>
            </>
          )}
        </Loaded>
      </div>
    </>
  );
}

function NoOrders({ isFiltered }: { isFiltered: boolean }) {
  return isFiltered ? (
    <EmptyState title="No orders found" hint="Try other search terms or another filter." />
  ) : (
    <EmptyState
      drawing="coins"
      title="No orders yet"
      hint="Every order is listed here: with its buyer, its tickets and what was paid."
    />
  );
}

function OrdersSkeleton() {
  return (
    <output className="grid gap-3">
      <span className="sr-only">Loading orders...</span>
      {Array.from({ length: 8 }, (_, index) => (
        <Skeleton key={index} className="h-16" />
      ))}
    </output>
  );
}
