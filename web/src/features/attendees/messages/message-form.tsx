import { Eye, Send } from 'lucide-react';
import { useState } from 'react';
import { Controller, type UseFormReturn, useWatch } from 'react-hook-form';
import { CallError, messageOf } from '../../../api/call-error.ts';
import type { SessionUser } from '../../../api/session.ts';
import { formatCount } from '../../../format/counts.ts';
import { Button } from '../../../ui/button.tsx';
import { Checkbox } from '../../../ui/forms/checkbox.tsx';
import { Field, FormError, Select } from '../../../ui/forms/field.tsx';
import { RadioCards } from '../../../ui/forms/radio-cards.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import type { Audiences } from '../../events/events.audiences.api.ts';
import { MailPreview } from './mail-preview.tsx';
import { type Audience, countChosen, describeLater } from './message-words.ts';
import { useKeptForm } from './use-kept-form.ts';
import { type MessageValues, useSendMessage, useTestMessage } from './use-send-message.ts';
import { WordFields, wordRules } from './word-fields.tsx';

type Form = UseFormReturn<MessageValues>;

interface MessageFormProps {
  eventId: number;
  audiences: Audiences;
  user: SessionUser;
}

const formatRecipients = (count: number) => formatCount(count, 'recipient');

/** Writes a message to attendees. The writer can see it as a mail and try it before sending it. */
export function MessageForm({ eventId, audiences, user }: MessageFormProps) {
  const { form, startOver } = useKeptForm<MessageValues>(
    { userId: user.id, name: `message:${eventId}` },
    {
      audience: 'all',
      ticket_type_id: String(audiences.ticket_types.find((type) => type.recipients > 0)?.id ?? ''),
      subject: '',
      text: '',
      takes_replies: false,
    },
  );
  const [shown, setShown] = useState<MessageValues | null>(null);
  const [asked, setAsked] = useState<MessageValues | null>(null);
  const sending = useSendMessage({ eventId, userId: user.id });
  const testing = useTestMessage(eventId);
  const send = () =>
    asked &&
    sending.mutate(asked, {
      onSuccess: () => {
        startOver();
        setAsked(null);
      },
      onError: (error) => {
        if (showFieldErrors(form, error)) setAsked(null);
      },
    });
  const check = (then: (values: MessageValues) => void) => () => void form.handleSubmit(then)();
  return (
    <form
      noValidate
      className="grid gap-5"
      onSubmit={(submitted) => void form.handleSubmit(setAsked)(submitted)}
    >
      <AudienceFields form={form} audiences={audiences} />
      <WordFields
        subject={form.register('subject', wordRules.subject)}
        text={form.register('text', wordRules.text)}
        errors={form.formState.errors}
        label="Message"
        hint="The email adds the name of your team, the event with its time and place, and a button that opens the order or the event. People who were given a ticket, or ordered a free one without an account, see links as plain text."
        rows={9}
      />
      <Checkbox
        {...form.register('takes_replies')}
        label="Send replies to my email address"
        hint={`Everybody who gets the message sees ${user.email}. Otherwise the email says that nobody reads replies.`}
      />
      <div className="flex flex-wrap gap-3 max-sm:*:grow">
        <Button variant="secondary" onClick={check(setShown)}>
          <Eye size={18} aria-hidden />
          See the email
        </Button>
        <Button variant="quiet" busy={testing.isPending} onClick={check((values) => testing.mutate(values))}>
          Send a test to me
        </Button>
      </div>
      <SendButton form={form} audiences={audiences} />
      {shown && <MailPreview eventId={eventId} values={shown} onClose={() => setShown(null)} />}
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => {
            setAsked(null);
            sending.reset();
          }}
          title={`Send this to ${formatRecipients(countChosen(audiences, asked).recipients)}?`}
          description={[
            `“${asked.subject}” goes out at once, one email to each address.`,
            describeLater(countChosen(audiences, asked)),
            'You cannot take it back.',
          ]
            .filter((sentence) => sentence !== null)
            .join(' ')}
          confirmLabel="Send the message"
          confirmVariant="primary"
          busy={sending.isPending}
          error={
            sending.error
              ? messageOf(sending.error, 'The message could not be sent. Please try again.')
              : undefined
          }
          onConfirm={send}
        />
      )}
    </form>
  );
}

/** Shows the errors of single fields. Returns false if the error is about something else. */
function showFieldErrors(form: Form, error: unknown): boolean {
  if (!(error instanceof CallError) || error.errors.length === 0) return false;
  for (const { field, message } of error.errors) form.setError(field as keyof MessageValues, { message });
  return true;
}

function SendButton({ form, audiences }: { form: Form; audiences: Audiences }) {
  const [audience, ticket_type_id] = useWatch({
    control: form.control,
    name: ['audience', 'ticket_type_id'],
  });
  const chosen = countChosen(audiences, { audience, ticket_type_id });
  return (
    <div className="grid gap-2 sm:justify-items-start">
      <Button type="submit">
        <Send size={18} aria-hidden />
        Send to {formatRecipients(chosen.recipients)}
      </Button>
      <p role="status" className="text-ink-soft">
        {describeLater(chosen)}
      </p>
    </div>
  );
}

function AudienceFields({ form, audiences }: { form: Form; audiences: Audiences }) {
  const audience = useWatch({ control: form.control, name: 'audience' });
  const { ticket_types: types } = audiences;
  const options: { id: Audience; label: string; hint: string }[] = [
    { id: 'all', label: 'Everybody with a ticket', hint: formatRecipients(audiences.all) },
    { id: 'not_in', label: 'Those who are not in yet', hint: formatRecipients(audiences.not_in) },
    ...(types.length > 1 ? [{ id: 'type' as const, label: 'One ticket type', hint: 'Choose it below' }] : []),
  ];
  const error = form.formState.errors.ticket_type_id?.message;
  return (
    <>
      <Controller
        control={form.control}
        name="audience"
        render={({ field }) => (
          <RadioCards legend="Who gets it" options={options} value={field.value} onChange={field.onChange} />
        )}
      />
      {audience === 'type' && (
        <Field label="Ticket type" error={error}>
          {(control) => (
            <Select {...control} {...form.register('ticket_type_id')}>
              {types.map((type) => (
                <option key={type.id} value={type.id}>
                  {type.name} ({formatRecipients(type.recipients)})
                </option>
              ))}
            </Select>
          )}
        </Field>
      )}
      <FormError>{!error && form.formState.errors.audience?.message}</FormError>
    </>
  );
}
