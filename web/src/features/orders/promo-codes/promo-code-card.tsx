import { Copy, Pencil } from 'lucide-react';
import { useState } from 'react';
import { formatMoney } from '../../../format/money.ts';
import { useSite } from '../../../layout/use-site.ts';
import { promoCodeAddress } from '../../../paths.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { useShareLink } from '../../events/calendar/use-share.ts';
import type { ViewedEvent } from '../../events/events.api.ts';
import type { ManagedType } from '../../events/events.types.api.ts';
import type { PromoCode } from './orders.promo-codes.api.ts';
import { codeStates, describeTimes, describeTypes, describeUses, describeValue } from './promo-code-words.ts';
import { useEndCode } from './use-promo-code-changes.ts';

interface PromoCodeCardProps {
  code: PromoCode;
  types: readonly ManagedType[];
  event: ViewedEvent;
  userId: number;
  onEdit: () => void;
}

export function PromoCodeCard({ code, types, event, userId, onEdit }: PromoCodeCardProps) {
  const { timeZone } = useSite();
  const { word, tone } = codeStates[code.state];
  const times = describeTimes(code, timeZone);
  return (
    <li className="rounded-2xl border border-line bg-raised p-4 sm:p-5">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-2">
        <h3 className="font-mono text-xl font-semibold wrap-anywhere">{code.code}</h3>
        <Badge tone={tone}>{word}</Badge>
        {code.all_events && <Badge tone="outline">All events of the team</Badge>}
      </div>
      <dl className="mt-3 grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1.5 sm:grid-cols-[auto_minmax(0,1fr)_auto_minmax(0,1fr)]">
        <Fact term="Value">{describeValue(code)}</Fact>
        <Fact term="Used">{describeUses(code)}</Fact>
        <Fact term="For">{describeTypes(code, types)}</Fact>
        <Fact term="Given away">{formatMoney(code.given_away)}</Fact>
        {times && <Fact term="When">{times}</Fact>}
      </dl>
      <CodeButtons code={code} event={event} userId={userId} onEdit={onEdit} />
    </li>
  );
}

function Fact({ term, children }: { term: string; children: string }) {
  return (
    <div className="contents">
      <dt className="text-ink-faint">{term}</dt>
      <dd className="min-w-0 wrap-anywhere">{children}</dd>
    </div>
  );
}

function CodeButtons({ code, event, userId, onEdit }: Omit<PromoCodeCardProps, 'types'>) {
  const { origin } = useSite();
  const [asking, setAsking] = useState(false);
  const { copyLink, copyBox } = useShareLink();
  const ending = useEndCode({ eventId: event.id, userId });
  const hasEnded = code.ended_at !== null;
  const link = promoCodeAddress(origin, { ...event, key: event.private_key }, code.code);
  const end = () => ending.mutate({ code, ended: true }, { onSettled: () => setAsking(false) });
  return (
    <div className="mt-4 flex flex-wrap gap-2">
      {!hasEnded && (
        <Button
          variant="secondary"
          size="sm"
          aria-label={`Copy link with ${code.code}`}
          onClick={() => void copyLink(link)}
        >
          <Copy size={16} aria-hidden />
          Copy link
        </Button>
      )}
      {code.can_edit ? (
        <>
          <Button variant="secondary" size="sm" aria-label={`Edit ${code.code}`} onClick={onEdit}>
            <Pencil size={16} aria-hidden />
            Edit
          </Button>
          <Button
            variant="quiet"
            size="sm"
            aria-label={`${hasEnded ? 'Open again' : 'End'}: ${code.code}`}
            busy={ending.isPending && !asking}
            onClick={() => (hasEnded ? ending.mutate({ code, ended: false }) : setAsking(true))}
          >
            {hasEnded ? 'Open again' : 'End'}
          </Button>
        </>
      ) : (
        <p className="basis-full text-[0.9375rem] text-ink-soft">
          Team admins and event managers change the codes for all events.
        </p>
      )}
      {copyBox}
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`End ${code.code}?`}
        description="Nobody can order with this code any more. Orders that were made with it keep their price. You can open it again later."
        cancelLabel="Keep the code"
        confirmLabel="End code"
        busy={ending.isPending}
        onConfirm={end}
      />
    </div>
  );
}
