import { FoldedFields } from '../../../ui/forms/folded-fields.tsx';
import { Field, Select, TextArea, TextInput } from '../../../ui/forms/field.tsx';
import type { SharedForm } from './event-form-fields.tsx';

const names = ['doors_minutes', 'age_limit', 'line_up', 'accessibility'] as const;
const doorsChoices = [15, 30, 45, 60, 90, 120];

/** What visitors want to know before they come. All of it is optional, so it is folded while it is empty. */
export function DetailsFields({ form, doors }: { form: SharedForm; doors: string }) {
  const { errors } = form.formState;
  // Another program may have saved a number that is not in the list.
  const others = doors === '' || doorsChoices.includes(Number(doors)) ? [] : [Number(doors)];
  return (
    <FoldedFields
      label="Details for visitors"
      summary="When the doors open, minimum age, line-up and accessibility. All of it is optional."
      hasFault={names.some((name) => errors[name] !== undefined)}
      isFilled={names.some((name) => form.getValues(name) !== '')}
    >
      <div className="grid gap-5">
        <div className="grid items-start gap-5 sm:grid-cols-2">
          <Field label="Doors open" error={errors.doors_minutes?.message}>
            {(wiring) => (
              <Select {...wiring} {...form.register('doors_minutes')}>
                <option value="">Not stated</option>
                {[...doorsChoices, ...others].map((minutes) => (
                  <option key={minutes} value={minutes}>
                    {minutes} minutes before the start
                  </option>
                ))}
              </Select>
            )}
          </Field>
          <Field
            label="Minimum age"
            hint="Leave empty if everyone may come."
            error={errors.age_limit?.message}
          >
            {(wiring) => (
              <TextInput
                {...wiring}
                {...form.register('age_limit')}
                type="number"
                inputMode="numeric"
                min={1}
                max={99}
                step={1}
              />
            )}
          </Field>
        </div>
        <Field label="Line-up" hint="Who performs or speaks, one per line." error={errors.line_up?.message}>
          {(wiring) => <TextArea {...wiring} {...form.register('line_up')} rows={3} maxLength={2000} />}
        </Field>
        <Field
          label="Accessibility"
          hint="Steps, lifts, toilets, hearing loops, and who can help."
          error={errors.accessibility?.message}
        >
          {(wiring) => <TextArea {...wiring} {...form.register('accessibility')} rows={3} maxLength={2000} />}
        </Field>
      </div>
    </FoldedFields>
  );
}
