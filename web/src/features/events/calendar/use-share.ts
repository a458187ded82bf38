import { useCopy } from '../../../layout/use-copy.tsx';
import { useEventKey } from '../../../layout/use-event-key.ts';
import { useSite } from '../../../layout/use-site.ts';
import { eventAddress } from '../../../paths.ts';
import type { FoyerEvent, ViewedEvent } from '../events.api.ts';

type SharedEvent = Pick<FoyerEvent, 'id' | 'title' | 'is_public'> & Pick<ViewedEvent, 'private_key'>;

/**
 * `share` shares an event's web address with the device's share menu, or copies the address if the device has none. It
 * is undefined for a private event whose key the user does not know, because nobody else could open the address. The
 * caller renders `copyBox`.
 */
export function useShare({ id, title, is_public, private_key }: SharedEvent) {
  const { origin } = useSite();
  const { shareLink, copyBox } = useShareLink();
  const given = useEventKey();
  const key = private_key ?? given;
  if (!is_public && !key) return { share: undefined, copyBox };
  const url = eventAddress(origin, is_public ? { id, title } : { id, key });
  return { share: () => shareLink({ title, url }), copyBox };
}

/** Shares or copies any link. The caller renders `copyBox`. */
export function useShareLink() {
  const { copyText, copyBox } = useCopy();
  const copyLink = (url: string) => copyText(url, { done: 'Link copied', failed: 'Copy this link' });
  const shareLink = async (link: { title: string; url: string }): Promise<void> => {
    if ((await shareByDevice(link)) !== 'done') await copyLink(link.url);
  };
  return { shareLink, copyLink, copyBox };
}

/** Whether the device has a share menu. */
export function canShareByDevice(): boolean {
  return typeof navigator.share === 'function';
}

/** Opens the device's share menu. Closing the menu also counts as done: the user has decided not to share. */
async function shareByDevice(shared: { title: string; url: string }): Promise<'done' | 'impossible'> {
  if (!canShareByDevice()) return 'impossible';
  try {
    await navigator.share(shared);
    return 'done';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'done' : 'impossible';
  }
}
