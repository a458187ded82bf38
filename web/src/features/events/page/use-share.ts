import { toast } from 'sonner';
import { useSite } from '../../../layout/use-site.ts';
import { eventAddress } from '../../../paths.ts';
import type { FoyerEvent } from '../events.api.ts';

/** Shares an event's address with the device's share menu. Devices without such a menu copy the address instead. */
export function useShare({ id, title }: Pick<FoyerEvent, 'id' | 'title'>): () => Promise<void> {
  const { origin } = useSite();
  const url = eventAddress(origin, id);
  return async () => {
    if ((await shareByDevice({ title, url })) === 'done') return;
    try {
      await navigator.clipboard.writeText(url);
      toast.success('Link copied');
    } catch {
      // Copying failed, because browsers allow it only on HTTPS pages. Show the address instead, to copy it by hand.
      toast.info(`Copy this link: ${url}`);
    }
  };
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
