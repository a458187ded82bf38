import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { useForm } from 'react-hook-form';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { listFieldErrors, showFieldErrors } from '../../../api/field-errors.ts';
import { orderKey } from '../../../api/query-keys.ts';
import { useSession } from '../../../api/session.ts';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import { callFor, type OrderAddress, type OrderedTicket } from '../orders.api.ts';
import { toast } from '../../../ui/overlays/toast.ts';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';

export interface RenameFormProps {
  ticket: OrderedTicket;
  name: string;
  address: OrderAddress;
  /** Whether the attendee gets the ticket by mail. Free orders of guests send no mail to other people. */
  mailsAttendee: boolean;
  onClose: () => void;
}

/** Opens and closes the form that changes who a ticket is for. Closing moves the focus back to the button. */
export function useRenaming() {
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  useEffect(() => {
    if (!isOpen && wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  return { isOpen, setOpen, button };
}

const fieldOf = { 'tickets.0.name': 'name', 'tickets.0.email': 'email' } as const;
const fields = { 'tickets.0.name': [], 'tickets.0.email': [] } as const;

/** The code of the ticket stays the same. */
export function RenameForm({ ticket, name, address, mailsAttendee, onClose }: RenameFormProps) {
  const before = { name, email: ticket.attendee_email ?? '' };
  const { register, handleSubmit, setError, setFocus, formState } = useForm({ defaultValues: before });
  const { errors } = formState;
  const rename = useRename(address, ticket.id);
  useEffect(() => setFocus('name', { shouldSelect: true }), [setFocus]);
  const submit = handleSubmit((typed) => {
    const email = typed.email.trim();
    // An unchanged address is not sent, because the attendee has the ticket already.
    const change = { name: typed.name.trim(), ...(email !== before.email && { email: email || null }) };
    rename.mutate(change, {
      onSuccess: onClose,
      onError: (error) =>
        showFieldErrors((field, fault, options) => setError(fieldOf[field], fault, options), error, fields),
    });
  });
  return (
    <form noValidate className="mt-4 grid gap-4 text-left" onSubmit={(submitted) => void submit(submitted)}>
      <Field label="Name on the ticket" error={errors.name?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...register('name', { validate: (typed) => typed.trim() !== '' || 'Enter a name' })}
            maxLength={100}
            autoComplete="off"
          />
        )}
      </Field>
      {mailsAttendee && (
        <Field
          label="Their email"
          hint="Optional. They get this ticket by email, and your copy stays valid. The ticket admits only one person."
          error={errors.email?.message}
        >
          {(control) => (
            <TextInput
              {...control}
              {...register('email')}
              type="email"
              inputMode="email"
              maxLength={254}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
      )}
      <FormButtons isOnPage submit="Save" busy={rename.isPending} onCancel={onClose} />
    </form>
  );
}

function useRename(address: OrderAddress, id: number) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return useMutation({
    mutationFn: (change: { name: string; email?: string | null }) =>
      api('PATCH /orders/:number', { ...callFor(address), body: { tickets: [{ id, ...change }] } }),
    onSuccess: (_, { email }) =>
      toast.success(email ? `The ticket is changed. We send it to ${email}.` : 'The ticket is changed.'),
    onError: (error) => {
      if (listFieldErrors(error, fields).length > 0) return;
      toast.error(messageOf(error, 'We could not change the ticket. Try again.'));
    },
    onSettled: () => queryClient.invalidateQueries({ queryKey: orderKey(user?.id ?? 0, address.number) }),
  });
}
