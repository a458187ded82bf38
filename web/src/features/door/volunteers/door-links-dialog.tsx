import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { Copy, Share2 } from 'lucide-react';
import { useState } from 'react';
import { messageOf } from '../../../api/call-error.ts';
import { api } from '../../../api/client.ts';
import { formatDate, formatTime } from '../../../format/dates.ts';
import { useSite } from '../../../layout/use-site.ts';
import { doorAddress } from '../../../paths.ts';
import { Button } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/forms/field.tsx';
import { ConfirmDialog } from '../../../ui/overlays/confirm-dialog.tsx';
import { Dialog } from '../../../ui/overlays/dialog.tsx';
import { toast } from '../../../ui/overlays/toast.ts';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { Loaded } from '../../../ui/states.tsx';
import { canShareByDevice, useShareLink } from '../../events/calendar/use-share.ts';
import { QrCode } from '../../tickets/qr-code.tsx';
import { type DoorLink, doorLinksQuery } from './door.volunteers.api.ts';

interface DoorLinksDialogProps {
  eventId: number;
  userId: number;
  onClose: () => void;
}

/** The links for volunteers of an event: make them, see when each was used, and revoke them. */
export function DoorLinksDialog({ eventId, userId, onClose }: DoorLinksDialogProps) {
  const { timeZone } = useSite();
  const { data, error, refetch } = useQuery(doorLinksQuery(eventId, userId));
  const [made, setMade] = useState<{ name: string; address: string } | null>(null);
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title="Links for Volunteers"
      description="A link opens this event’s door on any phone, without an account. Volunteers see names and ticket types, and check people in."
    >
      {data && (
        <p className="mb-5 text-[0.9375rem] text-ink-soft">
          Links work from {formatDate(data.opens_at, timeZone)}, {formatTime(data.opens_at, timeZone)} until{' '}
          {formatDate(data.closes_at, timeZone)}, {formatTime(data.closes_at, timeZone)}.
        </p>
      )}
      {made ? (
        <NewLink {...made} onDone={() => setMade(null)} />
      ) : (
        <MakeLink eventId={eventId} userId={userId} onMade={setMade} />
      )}
      <div className="mt-6">
        <Loaded
          data={data}
          failure={error && messageOf(error, 'Failed to load the links')}
          onRetry={() => void refetch()}
          skeleton={<Skeleton className="h-20" />}
        >
          {({ links }) => <LinkList links={links} eventId={eventId} userId={userId} />}
        </Loaded>
      </div>
    </Dialog>
  );
}

interface MakeLinkProps {
  eventId: number;
  userId: number;
  onMade: (made: { name: string; address: string }) => void;
}

function MakeLink({ eventId, userId, onMade }: MakeLinkProps) {
  const { origin } = useSite();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const making = useMutation({
    mutationFn: () => api('POST /events/:id/door-links', { params: { id: eventId }, body: { name } }),
    onSuccess: ({ link, key }) => {
      onMade({ name: link.name, address: doorAddress(origin, eventId, key) });
      return queryClient.invalidateQueries({ queryKey: doorLinksQuery(eventId, userId).queryKey });
    },
  });
  return (
    <form
      noValidate
      onSubmit={(submitted) => {
        submitted.preventDefault();
        if (!making.isPending) making.mutate();
      }}
    >
      <Field
        label="Name"
        hint="Such as Gate A. The audit log names it when the link checks somebody in."
        error={
          making.error ? messageOf(making.error, 'The link could not be made. Please try again.') : undefined
        }
      >
        {(wiring) => (
          <TextInput
            {...wiring}
            value={name}
            maxLength={40}
            autoComplete="off"
            onChange={(changed) => setName(changed.target.value)}
          />
        )}
      </Field>
      <div className="mt-4 flex justify-end max-sm:*:grow">
        <Button type="submit" busy={making.isPending}>
          Make link
        </Button>
      </div>
    </form>
  );
}

interface NewLinkProps {
  name: string;
  address: string;
  onDone: () => void;
}

/** Shows a new link once. Foyer stores only a hash of its key, so it cannot be shown again. */
function NewLink({ name, address, onDone }: NewLinkProps) {
  const { shareLink, copyLink, copyBox } = useShareLink();
  const shares = canShareByDevice();
  return (
    <div className="rounded-xl bg-sunken p-4 sm:p-5">
      <h3 className="text-xl font-semibold wrap-anywhere">{name}</h3>
      <p className="mt-1 text-[0.9375rem] text-ink-soft">
        Send the link, or scan this code with the volunteer’s phone. It is shown only now.
      </p>
      <div className="mt-4 flex flex-wrap gap-2">
        {shares && (
          <Button
            className="px-3.5! max-sm:flex-1"
            onClick={() => void shareLink({ title: `Check in: ${name}`, url: address })}
          >
            <Share2 size={17} aria-hidden />
            Share
          </Button>
        )}
        <Button
          variant={shares ? 'secondary' : 'primary'}
          className="px-3.5! max-sm:flex-1"
          onClick={() => void copyLink(address)}
        >
          <Copy size={17} aria-hidden />
          Copy link
        </Button>
      </div>
      <span className="mx-auto mt-4 block aspect-square max-w-40 sm:max-w-52 overflow-hidden rounded-lg bg-[#fff]">
        <QrCode text={address} label={`QR code of the link ${name}`} />
      </span>
      <Field label="Link" className="mt-4">
        {(wiring) => (
          <TextInput
            {...wiring}
            readOnly
            value={address}
            className="font-mono"
            onFocus={(focused) => focused.target.select()}
          />
        )}
      </Field>
      <Button variant="secondary" className="mt-4" onClick={onDone}>
        Make another
      </Button>
      {copyBox}
    </div>
  );
}

interface LinkListProps {
  links: readonly DoorLink[];
  eventId: number;
  userId: number;
}

function LinkList({ links, eventId, userId }: LinkListProps) {
  const queryClient = useQueryClient();
  const [asked, setAsked] = useState<DoorLink | null>(null);
  const revoking = useMutation({
    mutationFn: ({ id }: DoorLink) =>
      api('DELETE /events/:id/door-links/:linkId', { params: { id: eventId, linkId: id } }),
    onSuccess: (_answer, { name }) => {
      setAsked(null);
      toast.success(`${name} no longer works`);
      return queryClient.invalidateQueries({ queryKey: doorLinksQuery(eventId, userId).queryKey });
    },
  });
  if (links.length === 0) return null;
  return (
    <>
      <h3 className="text-lg font-semibold">Links of this event</h3>
      <ul className="mt-1 divide-y divide-line">
        {links.map((link) => (
          <li key={link.id} className="flex min-h-16 items-center gap-3 py-2">
            <span className="min-w-0 flex-1">
              <span className="block font-semibold wrap-anywhere">{link.name}</span>
              <LinkUse link={link} />
            </span>
            {link.revoked_at === null && (
              <Button
                variant="danger"
                size="sm"
                aria-label={`Revoke: ${link.name}`}
                onClick={() => setAsked(link)}
              >
                Revoke
              </Button>
            )}
          </li>
        ))}
      </ul>
      {asked && (
        <ConfirmDialog
          open
          onOpenChange={() => setAsked(null)}
          title={`Revoke ${asked.name}?`}
          description="Every phone that uses this link is out at once and forgets the guests. This cannot be undone, but you can make a new link."
          confirmLabel="Revoke link"
          busy={revoking.isPending}
          error={
            revoking.error
              ? messageOf(revoking.error, 'The link could not be revoked. Please try again.')
              : undefined
          }
          onConfirm={() => revoking.mutate(asked)}
        />
      )}
    </>
  );
}

function LinkUse({ link: { last_used_at, made_by, revoked_at, works } }: { link: DoorLink }) {
  const { timeZone } = useSite();
  const when = (time: string) => `${formatDate(time, timeZone)}, ${formatTime(time, timeZone)}`;
  return (
    <span className="block text-[0.9375rem] text-ink-soft">
      {made_by ? `Made by ${made_by}` : 'Made by a deleted account'} ·{' '}
      {revoked_at
        ? `Revoked ${when(revoked_at)}`
        : !works
          ? 'Does not work: this person is not in the team any more'
          : last_used_at
            ? `Last used ${when(last_used_at)}`
            : 'Not used yet'}
    </span>
  );
}
