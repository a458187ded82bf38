import { useQuery } from '@tanstack/react-query';
import { type Control, useController } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Field, Select } from '../../../ui/forms/field.tsx';
import type { EventFormValues } from './event-form-values.ts';
import { categoriesQuery } from '../events.api.ts';

/** Shows the chosen category even while the list of categories is loading. */
export function CategoryField({ control }: { control: Control<EventFormValues> }) {
  const { field, fieldState } = useController({ control, name: 'category' });
  const { data, isError, refetch } = useQuery(categoriesQuery);
  const names = data?.categories.map((category) => category.name) ?? [];
  const unlisted = field.value && !names.includes(field.value) ? [field.value] : [];
  return (
    <div>
      <Field label="Category" required error={fieldState.error?.message}>
        {(wiring) => (
          <Select {...wiring} {...field}>
            <option value="">{data || isError ? 'Choose a category' : 'Loading...'}</option>
            {[...unlisted, ...names].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </Select>
        )}
      </Field>
      {isError && (
        <p role="alert" className="mt-1.5 flex flex-wrap items-center gap-2 text-[0.9375rem] text-bad">
          The categories could not be loaded.
          <Button size="sm" variant="quiet" onClick={() => void refetch()}>
            Try Again
          </Button>
        </p>
      )}
    </div>
  );
}
