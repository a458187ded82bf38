import { toast } from 'sonner';
import { useSite } from '../../../layout/use-site.ts';
import { eventAddress } from '../../../paths.ts';
import type { FoyerEvent } from '../events.api.ts';

/** Hands an event's address to the device's own sharing, else copies it. */
export function useShare({ id, title }: Pick<FoyerEvent, 'id' | 'title'>): () => Promise<void> {
  const { origin } = useSite();
  const url = eventAddress(origin, id);
  return async () => {
    if ((await shareByDevice({ title, url })) === 'done') return;
    try {
      await navigator.clipboard.writeText(url);
      toast.success('Link copied');
    } catch {
      // Browsers give the clipboard to secure addresses alone; the link can still be copied by hand.
      toast.info(`Copy this link: ${url}`);
    }
  };
}

/** Somebody who closes the device's list of ways has shared as much as they wanted to. */
async function shareByDevice(shared: { title: string; url: string }): Promise<'done' | 'impossible'> {
  if (typeof navigator.share !== 'function') return 'impossible';
  try {
    await navigator.share(shared);
    return 'done';
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError' ? 'done' : 'impossible';
  }
}
