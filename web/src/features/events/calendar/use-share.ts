import { useSite } from '../../../layout/use-site.ts';
import { useEventKey } from '../../../layout/use-event-key.ts';
import { eventAddress } from '../../../paths.ts';
import type { FoyerEvent, ViewedEvent } from '../events.api.ts';
import { toast } from '../../../ui/overlays/toast.ts';

type SharedEvent = Pick<FoyerEvent, 'id' | 'title' | 'is_public'> & Pick<ViewedEvent, 'private_key'>;

/**
 * Returns a function that shares an event's web address with the device's share menu, or copies the address if the
 * device has none. Undefined for a private event whose key the user does not know, because nobody else could open the
 * address.
 */
export function useShare({ id, title, is_public, private_key }: SharedEvent): (() => void) | undefined {
  const { origin } = useSite();
  const given = useEventKey();
  const key = private_key ?? given;
  if (!is_public && !key) return undefined;
  const url = eventAddress(origin, is_public ? { id, title } : { id, key });
  return () => void shareOrCopy(title, url);
}

async function shareOrCopy(title: string, url: string): Promise<void> {
  if ((await shareByDevice({ title, url })) !== 'done') await copyLink(url);
}

export function copyLink(url: string): Promise<void> {
  return copyText(url, { done: 'Link copied', failed: 'Copy this link' });
}

export async function copyText(text: string, words: { done: string; failed: string }): Promise<void> {
  try {
    await navigator.clipboard.writeText(text);
    toast.success(words.done);
  } catch {
    // Copying failed, for example because browsers allow copying only on HTTPS pages. Show the text instead, so that
    // the user can copy it by hand.
    toast.info(`${words.failed}: ${text}`);
  }
}

/** Opens the device's share menu. Closing the menu also counts as done: the user has decided not to share. */
async function shareByDevice(shared: { title: string; url: string }): Promise<'done' | 'impossible'> {
  if (typeof navigator.share !== 'function') return 'impossible';
  try {
    await navigator.share(shared);
    return 'done';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'done' : 'impossible';
  }
}
