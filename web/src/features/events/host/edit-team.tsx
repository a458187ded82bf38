import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Pencil } from 'lucide-react';
import { type RefObject, type SubmitEvent, useRef, useState } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { listFieldErrors } from '../../../api/field-errors.ts';
import { eventsKey } from '../../../api/query-keys.ts';
import { useSession } from '../../../api/session.ts';
import { writeForm } from '../../../ui/forms/write-form.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Button } from '../../../ui/button.tsx';
import { Field, FormError, TextArea, TextInput } from '../../../ui/forms/field.tsx';
import { PictureField } from '../../../ui/forms/picture-field.tsx';
import { type ChosenPicture, useChosenPicture } from '../../../ui/forms/use-chosen-picture.ts';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { type Host, hostQuery } from './events.host.api.ts';
import { teamKey } from '../../teams/teams.api.ts';
import { FormButtons } from '../../../ui/forms/form-buttons.tsx';

/** Links with the hash `#edit` open the dialog at once. */
export function EditTeam({ team }: { team: Host }) {
  const [open, setOpen] = useState(() => window.location.hash === '#edit');
  return (
    <>
      <Button variant="secondary" className="mt-5" onClick={() => setOpen(true)}>
        <Pencil size={17} aria-hidden />
        Edit team
      </Button>
      {open && <TeamDialog team={team} onClose={() => setOpen(false)} />}
    </>
  );
}

function TeamDialog({ team, onClose }: { team: Host; onClose: () => void }) {
  const [text, setText] = useState(team.description ?? '');
  const [contact, setContact] = useState(team.contact_email ?? '');
  const contactInput = useRef<HTMLInputElement>(null);
  const picture = useChosenPicture(team.picture_url);
  const change = useChangeTeam(team, picture, { onSaved: onClose, contactInput });
  const submit = (event: SubmitEvent) => {
    event.preventDefault();
    if (picture.fault === null) change.mutate({ description: text.trim(), contact_email: contact.trim() });
    else picture.input.current?.focus();
  };
  const [fault] = listFieldErrors(change.error, fields);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && !change.isPending && onClose()}
      title="Edit Team"
      description="Shown on the page of the team. The picture is also shown on its events."
    >
      <form noValidate className="grid gap-5" onSubmit={submit}>
        <PictureField
          label="Picture"
          note="A logo or a photo. We show all of it in a square."
          picture={picture}
          renderPreview={(url) => (
            <span className="flex justify-center">
              <Avatar username={team.name} imageUrl={url} size={96} isTeam className="ring-1 ring-line" />
            </span>
          )}
        />
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
        <Field
          label="Contact email address"
          hint="The address of your account, if you want questions. Everybody can see it."
          error={fault?.name === 'contact_email' ? fault.message : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              ref={contactInput}
              value={contact}
              onChange={(event) => setContact(event.target.value)}
              type="email"
              maxLength={254}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
            />
          )}
        </Field>
        <FormError>{change.error && !fault && messageOf(change.error, 'Failed to save the team')}</FormError>
        <FormButtons
          submit={change.isPending ? 'Saving...' : 'Save Changes'}
          busy={change.isPending}
          onCancel={onClose}
        />
      </form>
    </Dialog>
  );
}

const fields = { picture: ['not_an_image', 'image_too_large'], contact_email: [] } as const;

interface ChangeProps {
  onSaved: () => void;
  contactInput: RefObject<HTMLInputElement | null>;
}

function useChangeTeam(team: Host, picture: ChosenPicture, { onSaved, contactInput }: ChangeProps) {
  const queryClient = useQueryClient();
  const { user } = useSession();
  return useMutation({
    mutationFn: (words: { description: string; contact_email: string }) => {
      const params = { id: team.id };
      if (picture.chosen) {
        const file = { name: 'picture', content: picture.chosen.file };
        return api('PATCH /teams/:id', { params, form: writeForm(words, file) });
      }
      const removal = picture.removed ? { picture_url: null } : {};
      return api('PATCH /teams/:id', { params, body: { ...words, ...removal } });
    },
    onSuccess: async (answer) => {
      queryClient.setQueryData(hostQuery(team.id).queryKey, answer.team);
      toast.success('Team saved');
      onSaved();
      // The pages of its events show the picture, and a new team's first steps say what it misses.
      await queryClient.invalidateQueries({ queryKey: eventsKey });
      if (user) await queryClient.invalidateQueries({ queryKey: teamKey(team.id, user.id) });
    },
    onError: (error) => {
      const [fault] = listFieldErrors(error, fields);
      if (fault?.name === 'contact_email') contactInput.current?.focus();
      if (fault?.name !== 'picture') return;
      picture.setFault(fault.message);
      picture.input.current?.focus();
    },
  });
}
