import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Pause, Play } from 'lucide-react';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { eventsKey, viewerEventKey } from '../../../api/query-keys.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { type ManagedType, managedTypesQuery } from '../events.types.api.ts';
import { describeSales, typeStates } from './type-words.ts';
import { toast } from '../../../ui/overlays/toast.ts';

interface SalesSwitchesProps {
  eventId: number;
  userId: number;
}

export function SalesSwitches({ eventId, userId }: SalesSwitchesProps) {
  const { data, error, refetch } = useQuery(managedTypesQuery(eventId, userId));
  const change = usePauseTypes(eventId, userId);
  return (
    <Loaded
      data={data}
      failure={error && messageOf(error, 'Failed to load the ticket types')}
      onRetry={() => void refetch()}
      skeleton={
        <output className="grid gap-3">
          <span className="sr-only">Loading ticket types...</span>
          <Skeleton className="h-20" />
          <Skeleton className="h-20" />
        </output>
      }
    >
      {(types) => <TypeSwitches types={types} change={change} />}
    </Loaded>
  );
}

function TypeSwitches({ types, change }: { types: ManagedType[]; change: PauseChange }) {
  const selling = types.filter((type) => !type.paused);
  const stopsAll = selling.length > 0;
  const isChangingAll = change.isPending && change.variables.isForAll;
  return (
    <>
      <ul className="divide-y divide-line rounded-2xl border border-line bg-raised">
        {types.map((type) => (
          <li key={type.id} className="px-4 py-4 sm:px-5">
            <Switch
              label={type.name}
              hint={<TypeHint type={type} />}
              checked={!type.paused}
              busy={change.isPending}
              onChange={(isOn) => change.mutate({ types: [type], paused: !isOn, isForAll: false })}
            />
          </li>
        ))}
      </ul>
      {types.length > 1 && (
        <Button
          variant="secondary"
          className="mt-4"
          busy={isChangingAll}
          onClick={() =>
            change.mutate({ types: stopsAll ? selling : types, paused: stopsAll, isForAll: true })
          }
        >
          {!isChangingAll && (stopsAll ? <Pause size={17} aria-hidden /> : <Play size={17} aria-hidden />)}
          {stopsAll ? 'Stop all sales' : 'Resume all sales'}
        </Button>
      )}
    </>
  );
}

function TypeHint({ type }: { type: ManagedType }) {
  const { word, tone } = typeStates[type.state];
  return (
    <span className="mt-1.5 flex flex-wrap items-center gap-x-2.5 gap-y-1.5 text-ink-soft">
      <Badge tone={tone}>{word}</Badge>
      {type.visibility === 'hidden' && <Badge tone="outline">Hidden</Badge>}
      <span>{describeSales(type)}</span>
    </span>
  );
}

interface Pause {
  types: readonly ManagedType[];
  paused: boolean;
  isForAll: boolean;
}

type PauseChange = ReturnType<typeof usePauseTypes>;

function usePauseTypes(eventId: number, userId: number) {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async ({ types, paused }: Pause) => {
      // Send the changes one after the other, because the server handles only one change of an event at a time.
      for (const { id: typeId } of types) {
        await api('PATCH /events/:id/ticket-types/:typeId', {
          params: { id: eventId, typeId },
          body: { paused },
        });
      }
    },
    onSuccess: (_done, { types, paused, isForAll }) => {
      const [first] = types;
      const what = isForAll || !first ? 'All sales' : `Sales of ${first.name}`;
      toast.success(`${what} ${paused ? 'are stopped' : 'go on'}`);
    },
    onError: (error) => toast.error(messageOf(error, 'Please try again.')),
    onSettled: () =>
      Promise.all(
        [managedTypesQuery(eventId, userId).queryKey, viewerEventKey(eventId, userId), eventsKey].map(
          (queryKey) => queryClient.invalidateQueries({ queryKey }),
        ),
      ),
  });
}
