import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../api/error.ts';
import { Button } from '../../ui/button.tsx';
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx';
import { type TeamView, useDeleteTeam } from './use-membership-changes.ts';

/** The end of a team, for those who run it. */
export function DeleteTeam(view: TeamView) {
  const [asking, setAsking] = useState(false);
  const deletion = useDeleteTeam(view);
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
        <p className="mt-1 text-ink-soft">
          Its drafts go with it. Its other events stay, without a team to run them.
        </p>
      </div>
      <Button variant="danger" onClick={() => ask(true)}>
        <Trash2 size={17} aria-hidden />
        Delete Team
      </Button>
      <ConfirmDialog
        open={asking}
        onOpenChange={ask}
        title={`Delete ${view.team.team_name}?`}
        description="All its members lose access, and its drafts are deleted. This action cannot be undone."
        confirmLabel="Delete Team"
        busy={deletion.isPending}
        error={deletion.error ? messageOf(deletion.error, 'Failed to delete team') : undefined}
        onConfirm={() => deletion.mutate()}
      />
    </section>
  );
}
