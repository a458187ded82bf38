import { ArrowDown, ArrowUp, Trash2 } from 'lucide-react';
import { useId, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { currencySymbol } from '../../../format/money.ts';
import { formatCount } from '../../../format/counts.ts';
import { IconButton } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import { FoldedFields } from '../../../ui/forms/folded-fields.tsx';
import { MoneyInput } from '../../../ui/forms/money-input.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import type { ManagedType } from '../events.types.api.ts';
import type { EventTicketFields } from '../form/event-form-fields.tsx';
import { TicketTypeSettings } from './ticket-type-settings.tsx';
import { useTypeErrors } from './use-type-errors.ts';

interface TicketTypeCardProps {
  index: number;
  count: number;
  /** Undefined for a new ticket type. */
  saved: ManagedType | undefined;
  onMove: (to: number) => void;
  onRemove: () => void;
}

export function TicketTypeCard({ index, count, saved, onMove, onRemove }: TicketTypeCardProps) {
  const { control, register } = useFormContext<EventTicketFields>();
  const [typed, places] = useWatch({ control, name: [`ticket_types.${index}.name`, 'max_attendees'] });
  const errorOf = useTypeErrors(index);
  const name = typed.trim() || `Ticket type ${index + 1}`;
  const [asking, setAsking] = useState(false);
  const heading = useId();
  return (
    <li aria-labelledby={heading} className="rounded-2xl border border-line bg-raised p-4 sm:p-5">
      <div className="flex items-center gap-1">
        <h3 id={heading} className="mr-auto line-clamp-2 min-w-0 text-lg font-semibold wrap-anywhere">
          {name}
        </h3>
        {count > 1 && (
          <>
            <IconButton
              label={`Move ${name} up`}
              data-move="up"
              disabled={index === 0}
              className="disabled:text-line-strong"
              onClick={() => onMove(index - 1)}
            >
              <ArrowUp size={19} aria-hidden />
            </IconButton>
            <IconButton
              label={`Move ${name} down`}
              data-move="down"
              disabled={index === count - 1}
              className="disabled:text-line-strong"
              onClick={() => onMove(index + 1)}
            >
              <ArrowDown size={19} aria-hidden />
            </IconButton>
            <IconButton label={`Delete ${name}`} onClick={() => (saved ? setAsking(true) : onRemove())}>
              <Trash2 size={19} aria-hidden />
            </IconButton>
          </>
        )}
      </div>
      <div className="mt-3 grid grid-cols-2 items-start gap-4 sm:grid-cols-[minmax(0,1fr)_8rem_8rem]">
        <Field label="Name" required error={errorOf('name')} className="col-span-2 sm:col-span-1">
          {(wiring) => (
            <TextInput
              {...wiring}
              {...register(`ticket_types.${index}.name`)}
              autoComplete="off"
              maxLength={100}
              placeholder="Adult, Child, Early bird…"
            />
          )}
        </Field>
        <Field label="Price" required error={errorOf('price')}>
          {(wiring) => (
            <MoneyInput symbol={currencySymbol} {...wiring} {...register(`ticket_types.${index}.price`)} />
          )}
        </Field>
        <Field label="Quantity" error={errorOf('quantity')}>
          {(wiring) => (
            <TextInput
              {...wiring}
              {...register(`ticket_types.${index}.quantity`)}
              type="number"
              inputMode="numeric"
              min={1}
              step={1}
              placeholder={places.trim() === '' ? 'No limit' : `Up to ${places}`}
            />
          )}
        </Field>
      </div>
      <div className="mt-3">
        <MoreSettings index={index} name={name} />
      </div>
      <ConfirmDialog
        open={asking}
        onOpenChange={setAsking}
        title={`Delete ${name}?`}
        description={describeDeletion(saved)}
        confirmLabel="Delete ticket type"
        onConfirm={() => {
          setAsking(false);
          onRemove();
        }}
      />
    </li>
  );
}

function describeDeletion(saved: ManagedType | undefined): string {
  const sold = saved?.sold ?? 0;
  const kept = sold > 0 ? ` The ${formatCount(sold, 'ticket')} already sold or reserved stay valid.` : '';
  return `Once you save the event, nobody can buy it any more.${kept}`;
}

const inSettings = [
  'description',
  'sales_start',
  'sales_end',
  'min_per_order',
  'max_per_order',
  'max_per_buyer',
] as const;

function MoreSettings({ index, name }: { index: number; name: string }) {
  const errorOf = useTypeErrors(index);
  return (
    <FoldedFields
      label="More settings"
      name={`More settings of ${name}`}
      summary="Description, sales dates, limits, hidden behind a promo code"
      hasFault={inSettings.some((field) => errorOf(field) !== undefined)}
    >
      <TicketTypeSettings index={index} />
    </FoldedFields>
  );
}
