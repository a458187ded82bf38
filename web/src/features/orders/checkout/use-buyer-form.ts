import { useEffect, useState } from 'react';
import { useForm } from 'react-hook-form';
import { useSession } from '../../../api/session.ts';
import { openCheckoutDraft } from './checkout-draft.ts';

/** The form starts with what the buyer has typed into the checkout of this event before, in the same tab. */
export function useBuyerForm(eventId: number) {
  const { user } = useSession();
  const [draft] = useState(() =>
    openCheckoutDraft(user?.id ?? 0, eventId, { name: user?.name ?? '', email: '', attendees: {} }),
  );
  const form = useForm({ defaultValues: draft.values });
  useEffect(
    () => form.subscribe({ formState: { values: true }, callback: ({ values }) => draft.keep(values) }),
    [form, draft],
  );
  return { form, draft };
}
