import { useSearch } from '@tanstack/react-router';
import { readEventKey } from '../paths.ts';

/** The key in the web address of a private event's page; undefined on all other pages. */
export function useEventKey(): string | undefined {
  return useSearch({ strict: false, select: (search) => readEventKey(search).key });
}
