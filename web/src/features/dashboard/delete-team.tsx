import { useQuery } from '@tanstack/react-query';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/call-error.ts';
import { formatCount } from '../../format/counts.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/overlays/confirm-dialog.tsx';
import { countOnSale } from './team-event-order.ts';
import { teamEventsQuery } from '../teams/teams.api.ts';
import { type TeamView, useDeleteTeam } from '../teams/use-membership-changes.ts';

const consequences = 'Its drafts are deleted too. Its other events stay, but without a team to run them.';

export function DeleteTeam(view: TeamView) {
  const [asking, setAsking] = useState(false);
  const deletion = useDeleteTeam(view);
  const { onSale, counting } = useOnSale(view, asking);
  const ask = (open: boolean) => {
    deletion.reset();
    setAsking(open);
  };
  return (
    <section
      aria-labelledby="delete-team"
      className="mt-12 flex flex-wrap items-center gap-x-8 gap-y-4 border-t border-line-strong pt-6"
    >
      <div className="min-w-0 flex-[1_1_18rem]">
        <h2 id="delete-team" className="text-2xl font-semibold">
          Delete this team
        </h2>
        <p className="mt-1 text-ink-soft">{consequences}</p>
      </div>
      <Button variant="danger" busy={counting} onClick={() => ask(true)}>
        <Trash2 size={17} aria-hidden />
        Delete Team
      </Button>
      <ConfirmDialog
        open={asking && !counting}
        onOpenChange={ask}
        title={`Delete ${view.team.team_name}?`}
        description={`All its members lose access. ${consequences}${onSale} This action cannot be undone.`}
        confirmLabel="Delete Team"
        busy={deletion.isPending}
        error={deletion.error ? messageOf(deletion.error, 'Failed to delete team') : undefined}
        onConfirm={() => deletion.mutate()}
      />
    </section>
  );
}

/**
 * Returns a sentence about the published events that stay on sale after the team is deleted. The sentence is
 * empty if there are no such events, or if they cannot be loaded.
 */
function useOnSale({ team, userId }: TeamView, asking: boolean): { onSale: string; counting: boolean } {
  const events = useQuery({ ...teamEventsQuery(team.team_id, userId), enabled: asking });
  const count = countOnSale(events.data ?? [], events.dataUpdatedAt);
  return {
    onSale: count > 0 ? ` ${formatCount(count, 'published event')} to come will stay on sale.` : '',
    counting: asking && events.isPending,
  };
}
