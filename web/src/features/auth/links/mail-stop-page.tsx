import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { messageOf } from '../../../api/call-error.ts';
import { updateLoaded } from '../../../api/update-loaded.ts';
import { type Answer, api } from '../../../api/client.ts';
import { Link } from '../../../layout/link.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { paths } from '../../../paths.ts';
import { buttonStyle } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Switch } from '../../../ui/forms/switch.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { describeDeadLink } from './link-failure.ts';
import { toast } from '../../../ui/overlays/toast.ts';

type Choice = Answer<'POST /mail-stops/find'>['choices'][number];

const route = getRouteApi(paths.mailStop);

function choicesQuery(token: string) {
  return queryOptions({
    queryKey: ['mail-stops', token],
    queryFn: async ({ signal }): Promise<Choice[]> =>
      (await api('POST /mail-stops/find', { body: { token }, anonymous: true, signal })).choices,
    staleTime: 0,
  });
}

/**
 * The link at the end of a mail opens this page. Here the reader stops mails of the same kind
 * without logging in.
 */
export function MailStopPage() {
  const { token } = route.useParams();
  const choices = useQuery(choicesQuery(token));
  const dead = describeDeadLink(choices.error);
  if (dead) {
    return (
      <NoticeCard
        {...dead}
        tone="bad"
        action={
          <Link to={paths.home} className={buttonStyle('primary', 'lg')}>
            Home
          </Link>
        }
      />
    );
  }
  return (
    <div className="page-width grid justify-items-center py-12 sm:py-16">
      <Card className="w-full max-w-xl p-6 sm:p-10">
        <h1 className="text-4xl font-semibold sm:text-5xl">Emails from Foyer</h1>
        <p className="mt-4 text-lg text-ink-soft">
          Choose which emails we send to the address that received this link. A verified address always
          receives the emails about its own tickets, payments and account.
        </p>
        <div className="mt-7 border-t border-line pt-6">
          <Loaded
            data={choices.data}
            failure={choices.isError ? messageOf(choices.error, 'Your choices could not be loaded.') : null}
            onRetry={() => void choices.refetch()}
            skeleton={<Skeleton className="h-24" />}
          >
            {(list) => <Choices token={token} choices={list} />}
          </Loaded>
        </div>
      </Card>
    </div>
  );
}

function Choices({ token, choices }: { token: string; choices: Choice[] }) {
  const queryClient = useQueryClient();
  const change = useMutation({
    mutationFn: ({ scope, isStopped }: { scope: Choice['scope']; isStopped: boolean }) =>
      api('POST /mail-stops', { body: { token, scope, is_stopped: isStopped }, anonymous: true }),
    onSuccess: async (answer, { isStopped }) => {
      await updateLoaded(queryClient, choicesQuery(token).queryKey, () => answer.choices);
      toast.success(isStopped ? 'You will no longer get these emails' : 'You will get these emails again');
    },
    onError: (error) => toast.error(messageOf(error, 'Your choice could not be saved. Please try again.')),
  });
  return (
    <div className="grid gap-6">
      {choices.map((choice) => (
        <Switch
          key={choice.scope}
          {...describeChoice(choice)}
          checked={!choice.is_stopped}
          busy={change.isPending && change.variables.scope === choice.scope}
          onChange={(isWanted) => change.mutate({ scope: choice.scope, isStopped: !isWanted })}
        />
      ))}
    </div>
  );
}

function describeChoice({ scope, name }: Choice): { label: string; hint: string } {
  switch (scope) {
    case 'event':
      return {
        label: name === null ? 'News about this event' : `News about ${name}`,
        hint: 'When it moves to another time or place. You are still told when it is cancelled.',
      };
    case 'messages':
      return {
        label: name === null ? 'Messages of this team' : `Messages of ${name}`,
        hint: 'What the team writes to the people who come to its events, and its reminders. Tickets and changes of time or place still arrive.',
      };
    case 'follow':
      return {
        label: name === null ? 'New events of this team' : `New events of ${name}`,
        hint: 'Because you follow the team. A few days after you switch this off, we forget your address.',
      };
    case 'team':
      return {
        label: name === null ? 'Emails from this team' : `Emails from ${name}`,
        hint: 'Tickets and invitations that you did not ask for.',
      };
    case 'all':
      return {
        label: 'All emails that you did not ask for',
        hint: 'From every team. If you switch this off before you have verified the address, it gets no email at all, not even the link that verifies it.',
      };
  }
}
