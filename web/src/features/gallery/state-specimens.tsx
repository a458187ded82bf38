import { Button } from '../../ui/button.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { EmptyPart } from '../../ui/empty-part.tsx';
import { EmptyState, ErrorState } from '../../ui/empty-state.tsx';
import { Loaded, OutOfDate } from '../../ui/states.tsx';
import { Group, longText, Specimen } from './specimen.tsx';

const retry = () => undefined;

export function StateSpecimens() {
  return (
    <Group title="States of a page">
      <Specimen name="EmptyState: usual, with a hint and a button">
        <div className="grid gap-4 md:grid-cols-2">
          <EmptyState title="No team members found." drawing="seats" />
          <EmptyState
            drawing="ticket"
            title="No promo codes yet"
            hint="Give a discount to friends, early buyers or members."
            action={<Button>Create a promo code</Button>}
          />
        </div>
      </Specimen>
      <Specimen name="EmptyPart: usual, long text">
        <div className="grid gap-4 md:grid-cols-2">
          <EmptyPart drawing="coins">No payment has arrived yet.</EmptyPart>
          <EmptyPart drawing="envelope">{longText}</EmptyPart>
        </div>
      </Specimen>
      <Specimen name="Notice: each tone, long text">
        <div className="grid gap-2">
          {(['spot', 'warn', 'bad'] as const).map((tone) => (
            <Notice
              key={tone}
              tone={tone}
              action={
                <Button variant="secondary" size="sm">
                  See the order
                </Button>
              }
            >
              <p className="font-semibold">A refund failed. Foyer keeps trying.</p>
            </Notice>
          ))}
          <Notice tone="warn">{longText}</Notice>
        </div>
      </Specimen>
      <Specimen name="ErrorState: with and without another try">
        <div className="grid gap-4 md:grid-cols-2">
          <ErrorState message="Failed to load events" onRetry={retry} />
          <ErrorState title="Not for you" message={longText} />
        </div>
      </Specimen>
      <Specimen name="OutOfDate">
        <OutOfDate>The server does not answer.</OutOfDate>
      </Specimen>
      <Specimen name="Loaded: while it loads, when loading failed, with old data">
        <div className="grid gap-4 md:grid-cols-3">
          {[
            { data: undefined, failure: null },
            { data: undefined, failure: 'Failed to load the guests' },
            { data: '12 guests', failure: 'The server does not answer.' },
          ].map((load) => (
            <Loaded
              key={String(load.failure)}
              {...load}
              onRetry={retry}
              skeleton={<Skeleton className="h-24" />}
            >
              {(guests) => <p>{guests}</p>}
            </Loaded>
          ))}
        </div>
      </Specimen>
    </Group>
  );
}
