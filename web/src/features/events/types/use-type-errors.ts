import { useFormContext } from 'react-hook-form';
import type { EventTicketFields } from '../form/event-form-fields.tsx';
import type { TicketTypeValues } from './type-values.ts';

/**
 * Returns a function that finds the error to show at a field of a ticket type. Before the form is sent, a field shows
 * its error only after the user has left the field.
 */
export function useTypeErrors(index: number): (name: keyof TicketTypeValues) => string | undefined {
  const { formState } = useFormContext<EventTicketFields>();
  const { isSubmitted, touchedFields, errors } = formState;
  return (name) => {
    const isShown = isSubmitted || touchedFields.ticket_types?.[index]?.[name];
    return isShown ? errors.ticket_types?.[index]?.[name]?.message : undefined;
  };
}
