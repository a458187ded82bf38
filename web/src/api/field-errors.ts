import type { ErrorCode } from '@foyer/contract/errors.ts';
import { CallError } from './call-error.ts';

export interface NamedError<Name extends string> {
  name: Name;
  message: string;
}

/**
 * Lists the error messages of single fields, in the form's order. The list is empty if the error concerns the
 * whole form.
 * @param fields the form's fields, each with the error codes that belong to it, such as `username_taken`
 */
export function listFieldErrors<Name extends string>(
  error: unknown,
  fields: Readonly<Record<Name, readonly ErrorCode[]>>,
): NamedError<Name>[] {
  if (!(error instanceof CallError)) return [];
  const entries = Object.entries<readonly string[]>(fields) as [Name, readonly string[]][];
  return entries.flatMap(([name, codes]) => {
    if (codes.includes(error.code)) return [{ name, message: error.msg }];
    const found = error.errors.find(({ field }) => field === name);
    return found ? [{ name, message: found.message }] : [];
  });
}

/**
 * Shows the error messages of single fields in the form and focuses the first of these fields. Returns false if the
 * error concerns the whole form.
 * @param setError the function of that name from `useForm`
 */
export function showFieldErrors<Name extends string>(
  setError: (name: NoInfer<Name>, error: { message: string }, options: { shouldFocus: boolean }) => void,
  error: unknown,
  fields: Readonly<Record<Name, readonly ErrorCode[]>>,
): boolean {
  const found = listFieldErrors(error, fields);
  for (const [index, { name, message }] of found.entries()) {
    setError(name, { message }, { shouldFocus: index === 0 });
  }
  return found.length > 0;
}
