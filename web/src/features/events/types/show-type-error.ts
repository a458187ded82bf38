import { messageOf } from '../../../api/call-error.ts';
import { listFieldErrors } from '../../../api/field-errors.ts';
import { TicketTypeError, typeErrorFields } from './save-types.ts';

type TypeErrorName = `ticket_types.${number}.${keyof typeof typeErrorFields}`;

/**
 * Shows why a ticket type could not be saved, at the fields of that ticket type. Returns false for every other
 * error.
 * @param setError the function of that name from `useForm`
 */
export function showTypeError(
  setError: (name: TypeErrorName, error: { message: string }, options: { shouldFocus: boolean }) => void,
  error: unknown,
): boolean {
  if (!(error instanceof TicketTypeError)) return false;
  const found = listFieldErrors(error.cause, typeErrorFields);
  if (found.length === 0) {
    found.push({ name: 'name', message: messageOf(error.cause, 'This ticket type could not be saved') });
  }
  for (const [index, { name, message }] of found.entries()) {
    setError(`ticket_types.${error.index}.${name}`, { message }, { shouldFocus: index === 0 });
  }
  return true;
}
