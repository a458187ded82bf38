import { useFormContext } from 'react-hook-form';
import type { EventTicketFields } from '../form/event-form-fields.tsx';
import type { TicketTypeValues } from './type-values.ts';

/**
 * Returns a function that finds the message for a field of a ticket type. A new ticket type is validated as soon as it is
 * added, so a field that nobody has visited yet shows no error.
 */
export function useTypeErrors(index: number): (name: keyof TicketTypeValues) => string | undefined {
  const { formState } = useFormContext<EventTicketFields>();
  const { isSubmitted, touchedFields, errors } = formState;
  return (name) => {
    const isShown = isSubmitted || touchedFields.ticket_types?.[index]?.[name];
    return isShown ? errors.ticket_types?.[index]?.[name]?.message : undefined;
  };
}
