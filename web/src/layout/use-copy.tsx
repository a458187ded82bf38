import { useState } from 'react';
import { toast } from '../ui/overlays/toast.ts';
import type { CopyDialogProps } from './copy-dialog.tsx';
import { lazyPart } from './lazy-part.tsx';

const CopyDialog = lazyPart(async () => (await import('./copy-dialog.tsx')).CopyDialog);

/**
 * Copies text. Browsers may forbid that, for example on pages without HTTPS. Then `copyBox`, which the caller renders,
 * shows the text in a field, and `copyText` waits until the user has closed the box.
 */
export function useCopy() {
  const [shown, setShown] = useState<CopyDialogProps | null>(null);
  const copyText = async (text: string, words: { done: string; failed: string }): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      toast.success(words.done);
    } catch {
      await new Promise<void>((close) => setShown({ title: words.failed, text, onClose: close }));
      setShown(null);
    }
  };
  return { copyText, copyBox: shown && <CopyDialog {...shown} /> };
}
