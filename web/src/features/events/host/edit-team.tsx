import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type SubmitEvent, useState } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, FormError, TextArea } from '../../../ui/forms/field.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { type Host, hostQuery } from './events.host.api.ts';

export function EditTeam({ team }: { team: Host }) {
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button variant="secondary" className="mt-5" onClick={() => setOpen(true)}>
        <Pencil size={17} aria-hidden />
        Edit description
      </Button>
      {open && <DescriptionDialog team={team} onClose={() => setOpen(false)} />}
    </>
  );
}

function DescriptionDialog({ team, onClose }: { team: Host; onClose: () => void }) {
  const queryClient = useQueryClient();
  const [text, setText] = useState(team.description ?? '');
  const change = useMutation({
    mutationFn: (description: string) =>
      api('PATCH /teams/:id', { params: { id: team.id }, body: { description: description.trim() || null } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(hostQuery(team.id).queryKey, answer.team);
      toast.success('Description saved');
      onClose();
    },
  });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    change.mutate(text);
  };
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !change.isPending && onClose()}
      title="Describe your team"
      description="Everybody reads this on the page of the team."
    >
      <form className="grid gap-5" onSubmit={submit}>
        <Field label="Description">
          {(control) => (
            <TextArea
              {...control}
              value={text}
              onChange={(event) => setText(event.target.value)}
              rows={6}
              maxLength={2000}
            />
          )}
        </Field>
        <FormError>{change.error && messageOf(change.error, 'Failed to save the description')}</FormError>
        <div className="flex flex-wrap justify-end gap-3 max-sm:*:grow">
          <Button variant="secondary" disabled={change.isPending} onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" busy={change.isPending}>
            {change.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
