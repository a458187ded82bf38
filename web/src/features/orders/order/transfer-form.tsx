import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useForm } from 'react-hook-form';
import { CallError, messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { listFieldErrors, showFieldErrors } from '../../../api/field-errors.ts';
import { orderKey, registrationsKey } from '../../../api/query-keys.ts';
import { useSession } from '../../../api/session.ts';
import { Field, FormError, TextInput } from '../../../ui/forms/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { callFor, type OrderAddress, type OrderedTicket } from '../orders.api.ts';
import { useRequestKey } from '../use-request-key.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import { VerifyNotice } from '../../users/verify-notice.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';

const fields = { name: [], email: [] } as const;

export interface TransferDialogProps {
  ticket: OrderedTicket;
  /** The name that the ticket carries now. */
  name: string;
  address: OrderAddress;
  onClose: () => void;
  finalFocus: () => HTMLElement | null;
}

/** Gives a ticket to somebody else. After an error the typed values stay. */
export function TransferDialog({ ticket, name, address, onClose, finalFocus }: TransferDialogProps) {
  const form = useForm({ defaultValues: { name: '', email: '' } });
  const { errors } = form.formState;
  const { user } = useSession();
  const transfer = useTransfer(address, ticket.id);
  const submit = form.handleSubmit((values) =>
    transfer.mutate(values, {
      onSuccess: onClose,
      onError: (error) => showFieldErrors(form.setError, error, fields),
    }),
  );
  const failure = listFieldErrors(transfer.error, fields).length === 0 && transfer.error;
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !transfer.isPending && onClose()}
      finalFocus={finalFocus}
      title="Give This Ticket to Somebody Else"
      description={`The ${ticket.type_name} ticket${name ? ` of ${name}` : ''}. We send the new holder a ticket with a new code. The code that you have stops working, and you can no longer change or cancel this ticket.`}
    >
      {user && <VerifyNotice user={user} consequence="you cannot give tickets to others" className="mb-5" />}
      <form noValidate className="grid gap-5" onSubmit={(submitted) => void submit(submitted)}>
        <Field label="Their name" required error={errors.name?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register('name', { required: 'Enter their name' })}
              maxLength={100}
              autoComplete="off"
            />
          )}
        </Field>
        <Field
          label="Their email"
          required
          hint="Check it carefully: only this address gets the ticket."
          error={errors.email?.message}
        >
          {(control) => (
            <TextInput
              {...control}
              {...form.register('email', { required: 'Enter their email address' })}
              type="email"
              maxLength={254}
              autoComplete="off"
            />
          )}
        </Field>
        <FormError>{failure && describeFailure(failure)}</FormError>
        <FormButtons
          submit="Give the ticket"
          cancel="Keep the ticket"
          busy={transfer.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

function useTransfer(address: OrderAddress, id: number) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  const userId = user?.id ?? 0;
  const sendWithKey = useRequestKey();
  return useMutation({
    mutationFn: (body: { name: string; email: string }) =>
      sendWithKey(body, (key) =>
        api('POST /tickets/:id/transfer', {
          params: { id },
          headers: { ...callFor(address).headers, 'idempotency-key': key },
          body,
        }),
      ),
    onSuccess: (_, { name }) => toast.success(`The ticket belongs to ${name.trim()} now.`),
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: orderKey(userId, address.number) }),
        queryClient.invalidateQueries({ queryKey: registrationsKey(userId) }),
      ]),
  });
}

function describeFailure(error: unknown): string {
  const fallback = 'We could not give the ticket to somebody else. Try again.';
  if (!(error instanceof CallError)) return fallback;
  if (error.code === 'email_not_verified') {
    return 'Verify your email address first: open the link that we sent you, or press Send again above.';
  }
  if (error.code === 'ticket_disputed') {
    return 'Your bank is asking for the money of this order back, so its tickets stay with you for now.';
  }
  if (error.code === 'event_started') return 'The event has started, so tickets stay with their holders.';
  if (error.code === 'ticket_used') return 'This ticket was used at the door, so it stays with you.';
  return messageOf(error, fallback);
}
