import { useEffect, useState } from 'react';
import { useForm, type DefaultValues } from 'react-hook-form';
import { deleteDraft, draftKey, findDraft, saveDraft } from '../../../api/drafts.ts';

type Values = Record<string, string | boolean>;

/**
 * A form that keeps what is typed in this tab, so that another page, a closed dialog or an expired session loses
 * nothing. `startOver` empties it.
 * @param name the name of the draft
 */
export function useKeptForm<Typed extends { [Name in keyof Typed]: string | boolean }>(
  { userId, name }: { userId: number; name: string },
  values: Typed,
) {
  const key = draftKey(userId, name);
  const [initial] = useState(values);
  const [kept] = useState(() => pickKept(findDraft(key), initial));
  const form = useForm<Typed>({ defaultValues: { ...initial, ...kept } as DefaultValues<Typed> });
  useEffect(
    () =>
      form.subscribe({
        formState: { values: true },
        callback: ({ values: typed }) => {
          if (Object.entries(initial).every(([field, value]) => typed[field as keyof Typed] === value))
            deleteDraft(key);
          else saveDraft(key, typed);
        },
      }),
    [form, initial, key],
  );
  return {
    form,
    startOver: (): void => {
      form.reset(initial);
      deleteDraft(key);
    },
  };
}

/** Takes over only values of the right kind, because the browser's storage may hold anything. */
function pickKept(draft: object | null, initial: object): Partial<Values> {
  const kinds = new Map(Object.entries(initial).map(([field, value]) => [field, typeof value]));
  return Object.fromEntries(
    Object.entries(draft ?? {}).filter(([field, value]) => kinds.get(field) === typeof value),
  ) as Partial<Values>;
}
