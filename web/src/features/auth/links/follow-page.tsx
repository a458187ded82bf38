import { useMutation, useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { newsWords } from '../../../format/news-words.ts';
import { Link } from '../../../layout/link.tsx';
import { NoticeCard } from '../../../layout/notice-card.tsx';
import { PageSkeleton } from '../../../layout/page-skeleton.tsx';
import { paths, teamParams } from '../../../paths.ts';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import { describeDeadLink, incompleteLink } from './link-failure.ts';
import { useLinkToken } from './use-link-token.ts';

const route = getRouteApi(paths.follow);

interface Outcome {
  title: string;
  text: string;
  tone?: 'bad';
}

/** What became of the form on a team's page. The server leads here with one of these words. */
const outcomes: Partial<Record<string, Outcome>> = {
  sent: {
    title: 'Almost done',
    text: 'Open the link in the email that we have sent to your address. If none comes, check your spam folder.',
  },
  email: {
    title: 'Check the address',
    text: 'This is no email address. Go back and type it again.',
    tone: 'bad',
  },
  wait: {
    title: 'Too many requests',
    text: 'Please wait an hour, then go back and try again.',
    tone: 'bad',
  },
  team: { title: 'Team not found', text: 'This team does not exist any more.', tone: 'bad' },
};

/**
 * The form on a team's page leads here, and so does the link in the mail. Nothing happens before the reader presses the
 * button, because mail scanners open every link.
 */
export function FollowPage() {
  const { outcome } = route.useSearch();
  const notice =
    typeof outcome === 'string' && Object.hasOwn(outcomes, outcome) ? outcomes[outcome] : undefined;
  const token = useLinkToken();
  if (notice) return <Notice {...notice} />;
  if (token === undefined) return <PageSkeleton />;
  return token === '' ? <Notice {...incompleteLink} tone="bad" /> : <Confirm token={token} />;
}

function Notice(props: Outcome) {
  return (
    <NoticeCard
      {...props}
      action={
        <Link to={paths.events} className={buttonStyle('primary', 'lg')}>
          Browse Events
        </Link>
      }
    />
  );
}

function Confirm({ token }: { token: string }) {
  const found = useQuery({
    queryKey: ['follow-link', token],
    queryFn: async ({ signal }) =>
      (await api('POST /follows/find', { body: { token }, anonymous: true, signal })).team,
  });
  const confirm = useMutation({
    mutationFn: () => api('POST /follows/confirm', { body: { token }, anonymous: true }),
  });
  const error = confirm.error ?? found.error;
  const dead = describeDeadLink(error);
  if (found.isPending) return <PageSkeleton />;
  if (dead) return <Notice {...dead} tone="bad" />;
  if (confirm.data) {
    const { team } = confirm.data;
    return (
      <NoticeCard
        title={`You follow ${team.name}`}
        text={`${newsWords} Each email has a link that stops them.`}
        action={
          <Link to={paths.team} params={teamParams(team)} className={buttonStyle('primary', 'lg')}>
            See its events
          </Link>
        }
      />
    );
  }
  return (
    <NoticeCard
      title={found.data ? `Hear of new events of ${found.data.name}?` : 'Hear of new events?'}
      text={
        error
          ? messageOf(error, 'Something went wrong on our side. Please try again.')
          : `Press the button to follow the team. ${newsWords}`
      }
      tone={error ? 'bad' : 'plain'}
      action={
        <Button size="lg" busy={confirm.isPending} onClick={() => confirm.mutate()}>
          Yes, follow this team
        </Button>
      }
    />
  );
}
