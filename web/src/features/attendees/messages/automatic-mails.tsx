import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { updateLoaded } from '../../../api/update-loaded.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { useSite } from '../../../layout/use-site.ts';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Loaded } from '../../../ui/states.tsx';
import type { ViewedEvent } from '../../events/events.api.ts';
import { type AutomaticMail, automaticMailsQuery } from './attendees.messages.api.ts';
import { AutomaticMailDialog } from './automatic-mail-form.tsx';

interface AutomaticMailsProps {
  event: ViewedEvent;
  userId: number;
}

export interface MailChange {
  kind: AutomaticMail['kind'];
  is_on?: boolean;
  words?: { subject: string; text: string } | null;
}

const names = {
  reminder: { label: 'Reminder the day before', edit: 'Edit the reminder', title: 'Edit the Reminder' },
  thanks: { label: 'Thank-you after the event', edit: 'Edit the thank-you', title: 'Edit the Thank-You' },
} as const;

/** The reminder and the thank-you, which go out by themselves. */
export function AutomaticMails({ event, userId }: AutomaticMailsProps) {
  const query = automaticMailsQuery(event.id, userId);
  const { data, error, refetch } = useQuery(query);
  const [edited, setEdited] = useState<AutomaticMail['kind'] | null>(null);
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: (body: MailChange) =>
      api('PATCH /events/:id/automatic-mails', { params: { id: event.id }, body }),
    onSuccess: ({ mail }) =>
      updateLoaded(queryClient, query.queryKey, (mails: AutomaticMail[]) =>
        mails.map((one) => (one.kind === mail.kind ? mail : one)),
      ),
  });
  const press = (body: MailChange) =>
    change.mutate(body, {
      onError: (failure) => toast.error(messageOf(failure, 'This could not be saved. Please try again.')),
    });
  const editing = data?.find(({ kind }) => kind === edited);
  return (
    <section aria-labelledby="automatic-mails">
      <h2 id="automatic-mails" className="text-2xl font-semibold">
        Automatic emails
      </h2>
      <div className="mt-5">
        <Loaded
          data={data}
          failure={error && messageOf(error, 'Failed to load the reminder')}
          onRetry={() => void refetch()}
          skeleton={<Skeleton className="h-48" />}
        >
          {(mails) => (
            <ul className="grid gap-3">
              {mails.map((mail) => (
                <li key={mail.kind} className="rounded-2xl border border-line bg-raised p-4 sm:p-5">
                  <Switch
                    label={names[mail.kind].label}
                    hint={<TimeHint mail={mail} />}
                    checked={mail.is_on}
                    busy={change.isPending}
                    onChange={(isOn) => press({ kind: mail.kind, is_on: isOn })}
                  />
                  {mail.sent_at === null && (
                    <Button
                      variant="secondary"
                      size="sm"
                      className="mt-3"
                      onClick={() => setEdited(mail.kind)}
                    >
                      {names[mail.kind].edit}
                    </Button>
                  )}
                </li>
              ))}
            </ul>
          )}
        </Loaded>
      </div>
      {editing && (
        <AutomaticMailDialog
          title={names[editing.kind].title}
          mail={editing}
          draft={{ userId, name: `message:${event.id}:${editing.kind}` }}
          change={change}
          onClose={() => {
            setEdited(null);
            change.reset();
          }}
        />
      )}
    </section>
  );
}

const reach = {
  reminder: 'to everybody with a ticket',
  thanks: 'to everybody who was checked in, or to everybody with a ticket if nobody was',
} as const;

/** Says when the mail goes out, or went out. */
function TimeHint({ mail }: { mail: AutomaticMail }) {
  const { timeZone } = useSite();
  const { kind, state, sent_at: sentAt, due_at: dueAt, is_on: isOn } = mail;
  const time = sentAt ?? dueAt;
  const words = `${formatDate(time, timeZone)}, ${formatTime(time, timeZone)}`;
  if (sentAt !== null) return <>Sent on {words}</>;
  if (!isOn) return <>Nothing is sent</>;
  if (state === 'missed') return <>Not sent, because its time has passed</>;
  if (state === 'not_published') return <>Not sent while the event is not published</>;
  return (
    <>
      Due on {words}, {reach[kind]}
    </>
  );
}
