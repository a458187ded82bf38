import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useEffect, useRef, useState } from 'react';
import { toast } from 'sonner';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { orderKey } from '../../../api/query-keys.ts';
import { useSession } from '../../../api/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import { callFor, type OrderAddress, type OrderedTicket } from '../orders.api.ts';

export interface RenameTicketProps {
  ticket: OrderedTicket;
  name: string;
  address: OrderAddress;
}

/** Renames a ticket, whose code stays the same. */
export function RenameTicket({ ticket, name, address }: RenameTicketProps) {
  const [isOpen, setOpen] = useState(false);
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const wasOpen = useRef(false);
  const rename = useRename(address, ticket.id);
  useEffect(() => {
    if (isOpen) input.current?.select();
    else if (wasOpen.current) button.current?.focus();
    wasOpen.current = isOpen;
  }, [isOpen]);
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    const typed = input.current?.value.trim() ?? '';
    setFault(typed === '' ? 'Enter a name' : undefined);
    if (typed !== '') rename.mutate(typed, { onSuccess: () => setOpen(false) });
  };
  if (!isOpen) {
    return (
      <Button
        ref={button}
        variant="quiet"
        size="sm"
        aria-label={`Change name on the ${ticket.type_name} ticket of ${name}`}
        onClick={() => setOpen(true)}
      >
        Change name
      </Button>
    );
  }
  return (
    <form noValidate className="grid w-full gap-2 text-left" onSubmit={submit}>
      <Field label="Name on the ticket" error={fault}>
        {(control) => (
          <TextInput {...control} ref={input} defaultValue={name} maxLength={100} autoComplete="off" />
        )}
      </Field>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" size="sm" busy={rename.isPending}>
          Save
        </Button>
        <Button variant="quiet" size="sm" onClick={() => setOpen(false)}>
          Cancel
        </Button>
      </div>
    </form>
  );
}

function useRename(address: OrderAddress, id: number) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return useMutation({
    mutationFn: (name: string) =>
      api('PATCH /orders/:number', { ...callFor(address), body: { tickets: [{ id, name }] } }),
    onSuccess: () => toast.success('The name is changed.'),
    onError: (error) => toast.error(messageOf(error, 'We could not change the name. Try again.')),
    onSettled: () => queryClient.invalidateQueries({ queryKey: orderKey(user?.id ?? 0, address.number) }),
  });
}
