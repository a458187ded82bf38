import type { UseMutationResult } from '@tanstack/react-query';
import { messageOf } from '../../../api/call-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FormError, TextInput } from '../../../ui/forms/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { DescriptionEditor } from '../../events/description/description-editor.tsx';
import type { AutomaticMail } from './attendees.messages.api.ts';
import type { MailChange } from './automatic-mails.tsx';
import { useKeptForm } from './use-kept-form.ts';

interface AutomaticMailDialogProps {
  title: string;
  mail: AutomaticMail;
  /** Where the words are kept until they are saved. */
  draft: { userId: number; name: string };
  change: UseMutationResult<unknown, Error, MailChange>;
  onClose: () => void;
}

/** Changes the words of a mail that goes out by itself. */
export function AutomaticMailDialog({ title, mail, draft, change, onClose }: AutomaticMailDialogProps) {
  const { form, startOver } = useKeptForm(draft, { subject: mail.subject, text: mail.text });
  const { errors } = form.formState;
  const save = (words: MailChange['words']) =>
    change.mutate(
      { kind: mail.kind, words },
      {
        onSuccess: () => {
          startOver();
          toast.success('The words were saved');
          onClose();
        },
      },
    );
  return (
    <Dialog open onOpenChange={(open) => !open && onClose()} title={title}>
      <form
        noValidate
        className="grid gap-5"
        onSubmit={(submitted) => void form.handleSubmit((words) => save(words))(submitted)}
      >
        <Field label="Subject" required error={errors.subject?.message}>
          {(control) => (
            <TextInput
              {...control}
              {...form.register('subject', {
                validate: (text) => text.trim() !== '' || 'Subject is required',
              })}
              maxLength={150}
              autoComplete="off"
            />
          )}
        </Field>
        <Field
          label="Text"
          required
          error={errors.text?.message}
          hint="The email adds the event with its time and place, and a button that opens the ticket."
        >
          {(control) => (
            <DescriptionEditor
              {...control}
              registration={form.register('text', {
                validate: (text) => text.trim() !== '' || 'Text is required',
              })}
              hasPreview={false}
              rows={7}
              maxLength={5000}
            />
          )}
        </Field>
        <FormError>{change.error && messageOf(change.error, 'This could not be saved.')}</FormError>
        <div className="flex flex-wrap gap-3 max-sm:*:grow">
          <Button type="submit" busy={change.isPending}>
            Save
          </Button>
          {mail.has_own_words && (
            <Button variant="quiet" onClick={() => save(null)}>
              Use the usual words
            </Button>
          )}
        </div>
      </form>
    </Dialog>
  );
}
