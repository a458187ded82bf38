import { type UseFormReturn, useForm, useWatch } from 'react-hook-form';
import { messageOf } from '../../../api/call-error.ts';
import { listFieldErrors, showFieldErrors } from '../../../api/field-errors.ts';
import type { SessionUser } from '../../../api/session.ts';
import { zoneName } from '../../../format/dates.ts';
import { currencySymbol } from '../../../format/money.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Field, FormError, TextInput } from '../../../ui/forms/field.tsx';
import { MoneyInput } from '../../../ui/forms/money-input.tsx';
import { RadioCards } from '../../../ui/forms/radio-cards.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import type { ViewedEvent } from '../../events/events.api.ts';
import type { ManagedType } from '../../events/events.types.api.ts';
import { mayEditEvents } from '../../teams/team-roles.ts';
import type { PromoCode } from './orders.promo-codes.api.ts';
import { blankCode, codeValuesOf, type PromoCodeValues } from './promo-code-values.ts';
import { describeTypes, describeValue } from './promo-code-words.ts';
import { useSaveCode } from './use-promo-code-changes.ts';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';

/** The form's fields in their order, each with the server's error codes that are shown at this field. */
const fields = {
  code: ['promo_code_taken'],
  percent: [],
  amount: [],
  all_events: [],
  ticket_type_ids: ['ticket_type_not_found'],
  max_uses: ['limit_below_uses'],
  max_per_buyer: [],
  starts_at: [],
  ends_at: [],
} as const;

interface PromoCodeDialogProps {
  /** The code to change; null for a new one. */
  code: PromoCode | null;
  types: readonly ManagedType[];
  event: ViewedEvent;
  user: SessionUser;
  onClose: () => void;
}

export function PromoCodeDialog({ code, types, event, user, onClose }: PromoCodeDialogProps) {
  const { timeZone } = useSite();
  const form = useForm<PromoCodeValues>({
    defaultValues: code ? codeValuesOf(code, timeZone) : blankCode,
  });
  const saving = useSaveCode({ eventId: event.id, userId: user.id }, code, timeZone);
  const submit = form.handleSubmit((values) =>
    saving.mutate(values, {
      onSuccess: onClose,
      onError: (error) => showFieldErrors(form.setError, error, fields),
    }),
  );
  const failure = listFieldErrors(saving.error, fields).length === 0 && saving.error;
  const offersTeam = !code && mayMakeForTeam(event, user);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !saving.isPending && onClose()}
      title={code ? `Edit ${code.code}` : 'Create Promo Code'}
      description={code ? undefined : 'Buyers type it on the page of the event, or open a link that has it.'}
      className="sm:w-[min(40rem,calc(100vw-2rem))]"
    >
      <form noValidate className="grid gap-5" onSubmit={(submitted) => void submit(submitted)}>
        {code?.has_orders ? (
          <FixedValue code={code} types={types} />
        ) : (
          <ValueFields form={form} types={types} event={event} offersTeam={offersTeam} />
        )}
        <LimitFields form={form} />
        <TimeFields form={form} timeZone={timeZone} />
        <FormError>{failure && messageOf(failure, 'Failed to save the promo code')}</FormError>
        <FormButtons
          submit={saving.isPending ? 'Saving...' : code ? 'Save Changes' : 'Create Code'}
          busy={saving.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

function mayMakeForTeam({ team_id }: ViewedEvent, { is_site_admin, teams }: SessionUser): boolean {
  if (team_id === null) return false;
  return is_site_admin || teams.some((team) => team.team_id === team_id && mayEditEvents(team.role));
}

function FixedValue({ code, types }: { code: PromoCode; types: readonly ManagedType[] }) {
  return (
    <p className="rounded-lg bg-sunken px-4 py-3">
      <span className="font-semibold">{describeValue(code)}.</span> For: {describeTypes(code, types)}.{' '}
      <span className="text-ink-soft">
        Somebody has ordered with this code, so the code itself, its value and its tickets stay.
      </span>
    </p>
  );
}

interface FieldsProps {
  form: UseFormReturn<PromoCodeValues>;
}

const kinds: { id: PromoCodeValues['kind']; label: string }[] = [
  { id: 'percent', label: 'Percentage off' },
  { id: 'amount', label: 'Amount off each order' },
  { id: 'unlock', label: 'Show hidden tickets' },
];

interface ValueFieldsProps extends FieldsProps {
  types: readonly ManagedType[];
  event: ViewedEvent;
  /** Whether the user may make the code for all events of the team. */
  offersTeam: boolean;
}

function ValueFields({ form, types, event, offersTeam }: ValueFieldsProps) {
  const { errors } = form.formState;
  const [kind, isForAll] = useWatch({ control: form.control, name: ['kind', 'all_events'] });
  return (
    <>
      <Field
        label="Code"
        required
        hint="Letters, digits, - and _. Buyers may type it in any case."
        error={errors.code?.message}
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            {...form.register('code', { required: 'Code is required' })}
            autoComplete="off"
            autoCapitalize="characters"
            spellCheck={false}
            maxLength={40}
            className="font-mono uppercase"
          />
        )}
      </Field>
      <RadioCards
        legend="What it does"
        options={kinds}
        value={kind}
        onChange={(id) => form.setValue('kind', id, { shouldDirty: true })}
      />
      {kind === 'percent' && (
        <Field label="Percent" required error={errors.percent?.message}>
          {(wiring) => (
            <TextInput
              {...wiring}
              {...form.register('percent', { required: 'Percent is required' })}
              type="number"
              inputMode="numeric"
              min={1}
              max={100}
              step={1}
            />
          )}
        </Field>
      )}
      {kind === 'amount' && (
        <Field label="Amount" required hint="In pounds, off each order." error={errors.amount?.message}>
          {(wiring) => (
            <MoneyInput
              symbol={currencySymbol}
              {...wiring}
              {...form.register('amount', { required: 'Amount is required' })}
            />
          )}
        </Field>
      )}
      {offersTeam && (
        <Checkbox
          {...form.register('all_events')}
          label={`For all events of ${event.team_name ?? 'the team'}`}
          hint="Otherwise it works only for this event."
        />
      )}
      {!isForAll && types.length > 1 && <TypeChoice form={form} types={types} />}
    </>
  );
}

function TypeChoice({ form, types }: FieldsProps & { types: readonly ManagedType[] }) {
  const chosen = useWatch({ control: form.control, name: 'ticket_type_ids' });
  const error = form.formState.errors.ticket_type_ids?.message;
  const choose = (id: number, isOn: boolean) =>
    form.setValue('ticket_type_ids', isOn ? [...chosen, id] : chosen.filter((each) => each !== id), {
      shouldDirty: true,
    });
  return (
    <fieldset>
      <legend className="font-semibold">For which tickets?</legend>
      <p className="mt-1 text-[0.9375rem] leading-snug text-ink-faint">
        Choose none to include all of them. Hidden tickets that you choose are shown to people with the code.
      </p>
      <div className="mt-1.5 grid sm:grid-cols-2 sm:gap-x-5">
        {types.map(({ id, name, visibility }) => (
          <Checkbox
            key={id}
            label={visibility === 'hidden' ? `${name} (hidden)` : name}
            checked={chosen.includes(id)}
            onChange={(event) => choose(id, event.target.checked)}
          />
        ))}
      </div>
      <div role="alert">{error && <p className="font-medium text-bad">{error}</p>}</div>
    </fieldset>
  );
}

function LimitFields({ form }: FieldsProps) {
  const { errors } = form.formState;
  const limits = [
    { name: 'max_uses', label: 'Uses in total' },
    { name: 'max_per_buyer', label: 'Uses per buyer' },
  ] as const;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      {limits.map(({ name, label }) => (
        <Field
          key={name}
          label={label}
          hint="One order is one use. Leave empty for no limit."
          error={errors[name]?.message}
        >
          {(wiring) => (
            <TextInput
              {...wiring}
              {...form.register(name)}
              type="number"
              inputMode="numeric"
              min={1}
              step={1}
            />
          )}
        </Field>
      ))}
    </div>
  );
}

function TimeFields({ form, timeZone }: FieldsProps & { timeZone: string }) {
  const { errors } = form.formState;
  const times = [
    { name: 'starts_at', label: 'Works from' },
    { name: 'ends_at', label: 'Works until' },
  ] as const;
  return (
    <div className="grid items-start gap-5 sm:grid-cols-2">
      {times.map(({ name, label }) => (
        <Field
          key={name}
          label={label}
          hint={`${zoneName(timeZone)}. Leave empty for no limit.`}
          error={errors[name]?.message}
        >
          {(wiring) => (
            <TextInput {...wiring} {...form.register(name)} type="datetime-local" max="9999-12-31T23:59" />
          )}
        </Field>
      ))}
    </div>
  );
}
