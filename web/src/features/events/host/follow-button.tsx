import { useQuery } from '@tanstack/react-query';
import { Check, Mail } from 'lucide-react';
import { messageOf } from '../../../api/call-error.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { followsQuery } from './events.follows.api.ts';
import { newsWords } from '../../../format/news-words.ts';
import { useFollow, useStopFollowing } from './use-follow.ts';

interface FollowButtonProps {
  teamId: number;
  userId: number;
}

export function FollowButton({ teamId, userId }: FollowButtonProps) {
  const follows = useQuery(followsQuery(userId));
  return (
    <div className="mt-5 max-w-xl">
      <Loaded
        data={follows.data}
        failure={
          follows.isError ? messageOf(follows.error, 'Failed to load the teams that you follow') : null
        }
        onRetry={() => void follows.refetch()}
        skeleton={<Skeleton className="h-18" />}
      >
        {(teams) =>
          teams.some(({ id }) => id === teamId) ? (
            <Followed teamId={teamId} userId={userId} />
          ) : (
            <Offer teamId={teamId} userId={userId} />
          )
        }
      </Loaded>
    </div>
  );
}

function Followed({ teamId, userId }: FollowButtonProps) {
  const stop = useStopFollowing(userId);
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-5 gap-y-2">
        <p className="flex items-center gap-2 font-semibold">
          <Check size={19} aria-hidden className="shrink-0 text-good" />
          You follow this team
        </p>
        <Button variant="secondary" busy={stop.isPending} onClick={() => stop.mutate(teamId)}>
          Stop following
        </Button>
      </div>
      <p className="mt-1.5 text-[0.9375rem] text-ink-soft">{newsWords}</p>
    </>
  );
}

function Offer({ teamId, userId }: FollowButtonProps) {
  const follow = useFollow(userId);
  return (
    <>
      <Button variant="secondary" busy={follow.isPending} onClick={() => follow.mutate(teamId)}>
        <Mail size={17} aria-hidden />
        Follow
      </Button>
      <p className="mt-1.5 text-[0.9375rem] text-ink-soft">{newsWords} You can stop at any time.</p>
    </>
  );
}
