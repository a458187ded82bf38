import type { ErrorCode } from '@foyer/contract/errors.ts';
import { CallError } from './call-error.ts';

export interface NamedError<Name extends string> {
  name: Name;
  message: string;
}

/**
 * What a refusal says of single fields of a form, in the form's order; empty when it is about the whole.
 * @param fields the form's names, each with the refusals that are its own, such as a name that is taken
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
