import type { UseMutationResult } from '@tanstack/react-query';
import { messageOf } from '../../../api/call-error.ts';
import { Button } from '../../../ui/button.tsx';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';
import { FormError } from '../../../ui/forms/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import type { AutomaticMail } from './attendees.messages.api.ts';
import type { MailChange } from './automatic-mails.tsx';
import { useKeptForm } from './use-kept-form.ts';
import { WordFields, wordRules } from './word-fields.tsx';

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
        <WordFields
          subject={form.register('subject', wordRules.subject)}
          text={form.register('text', wordRules.text)}
          errors={form.formState.errors}
          label="Text"
          hint="The email adds the event with its time and place, and a button that opens the order or the event."
          rows={7}
        />
        <FormError>{change.error && messageOf(change.error, 'This could not be saved.')}</FormError>
        <FormButtons submit="Save" busy={change.isPending} onCancel={onClose}>
          {mail.has_own_words && (
            <Button variant="quiet" className="sm:-ml-5" onClick={() => save(null)}>
              Use the usual words
            </Button>
          )}
        </FormButtons>
      </form>
    </Dialog>
  );
}
