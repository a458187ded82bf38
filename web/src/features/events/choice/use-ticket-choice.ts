import { useQuery } from '@tanstack/react-query';
import { useNavigate, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useSession } from '../../../api/session.ts';
import { readWanted } from '../../../paths.ts';
import type { FoyerEvent } from '../events.api.ts';
import { type Offers, offersQuery } from './events.choice.api.ts';
import {
  type Choice,
  computeSum,
  fitChoice,
  fitQuantity,
  needsChoice,
  readTickets,
  startChoice,
  writeTickets,
} from './ticket-choice.ts';

/** The promo code and the first choice come from the web address. */
export function useTicketChoice({ id, is_public }: Pick<FoyerEvent, 'id' | 'is_public'>) {
  const search = useSearch({ strict: false, select: readWanted });
  const navigate = useNavigate();
  const { offers, code, codeFailure, isCodeLoading } = useOffers({ id, is_public });
  const [chosen, setChosen] = useState<Choice | null>(() =>
    search.tickets === undefined ? null : readTickets(search.tickets),
  );
  // A reload, and the way back from the checkout, keep what is in the web address.
  const changeAddress = (part: { code?: string | undefined; tickets?: string }) =>
    void navigate({
      to: '.',
      search: (known) => ({ ...known, ...part }),
      // Keep the state of the history entry: it stores the list that Back to Events leads to.
      state: true,
      replace: true,
      resetScroll: false,
    });
  const types = offers?.ticket_types ?? [];
  const choice = fitChoice(types, chosen ?? startChoice(types));
  return {
    offers,
    code,
    codeFailure,
    isCodeLoading,
    isNeeded: needsChoice(offers, search),
    choice,
    sum: offers ? computeSum(offers, choice) : null,
    setQuantity: (typeId: number, quantity: number) => {
      const offer = types.find((one) => one.id === typeId);
      if (!offer) return;
      const next = { ...choice, [typeId]: fitQuantity(offer, quantity) };
      setChosen(next);
      changeAddress({ tickets: writeTickets(next) ?? `${typeId}x0` });
    },
    setCode: (next: string | undefined) => changeAddress({ code: next }),
  };
}

export type TicketChoice = ReturnType<typeof useTicketChoice>;

/** Returns the ticket types with the promo code applied or, while these load, without the promo code. */
export function useOffers({ id, is_public }: Pick<FoyerEvent, 'id' | 'is_public'>) {
  const { key, code } = useSearch({ strict: false, select: readWanted });
  const { user, status } = useSession();
  // Ask as this user only for a private event whose key is not known, because the answer then depends on the user. In
  // all other cases, everybody gets the same answer.
  const userId = is_public || key ? 0 : (user?.id ?? 0);
  const request = { eventId: id, key, userId };
  const base = useQuery(offersQuery(request));
  const coded = useQuery({
    ...offersQuery({ ...request, code }),
    enabled: code !== undefined && status !== 'unknown',
  });
  const offers = (code === undefined ? undefined : coded.data) ?? base.data ?? null;
  return {
    offers: offers && withoutLocked(offers, code),
    code,
    codeFailure: code === undefined ? null : coded.error,
    isCodeLoading: code !== undefined && coded.isPending,
    refetch: () => Promise.all([base.refetch(), code === undefined ? null : coded.refetch()]),
  };
}

/**
 * Removes the hidden ticket types, which the server sends to people who manage the event. With a promo code they stay,
 * because the code may have unlocked them.
 */
function withoutLocked(offers: Offers, code: string | undefined): Offers {
  if (code !== undefined) return offers;
  return { ...offers, ticket_types: offers.ticket_types.filter((type) => type.visibility !== 'hidden') };
}
