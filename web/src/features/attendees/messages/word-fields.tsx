import type { UseFormRegisterReturn } from 'react-hook-form';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import { DescriptionEditor } from '../../events/description/description-editor.tsx';

const maxSubject = 150;
const maxText = 5000;

const isTyped = (message: string) => ({ validate: (typed: string) => typed.trim() !== '' || message });

/** What both fields must have, for `form.register`. */
export const wordRules = {
  subject: isTyped('Subject is required'),
  text: isTyped('Write what the email says'),
};

interface WordFieldsProps {
  subject: UseFormRegisterReturn;
  text: UseFormRegisterReturn;
  errors: { subject?: { message?: string }; text?: { message?: string } };
  /** The label of the text. */
  label: string;
  hint: string;
  rows: number;
}

/** The words of a mail to attendees. */
export function WordFields({ subject, text, errors, label, hint, rows }: WordFieldsProps) {
  return (
    <>
      <Field label="Subject" required error={errors.subject?.message}>
        {(control) => <TextInput {...control} {...subject} maxLength={maxSubject} autoComplete="off" />}
      </Field>
      <Field label={label} required error={errors.text?.message} hint={hint}>
        {(control) => (
          <DescriptionEditor
            {...control}
            registration={text}
            hasPreview={false}
            rows={rows}
            maxLength={maxText}
          />
        )}
      </Field>
    </>
  );
}
