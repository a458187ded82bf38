import type { ComponentType } from 'react';
import type { ExternalToast, toast as SonnerToast } from 'sonner';
import type { ToasterProps } from './toaster.tsx';

type Kind = 'success' | 'error' | 'info' | 'warning';

/** What the page shows: the toaster once its code has loaded, or the last message as plain text if it did not load. */
export interface Toasts {
  Toaster: ComponentType<ToasterProps> | null;
  plain: string | null;
}

/** How long a message is shown as plain text, in milliseconds. */
const plainLasts = 8000;

let plainEnds: ReturnType<typeof setTimeout> | undefined;
let toasts: Toasts = { Toaster: null, plain: null };
let loading: Promise<typeof SonnerToast> | undefined;
const listeners = new Set<() => void>();

/** Shows toasts. The code of toasts loads with the first toast, or earlier by `loadToasts`. */
export const toast = {
  success: (message: string, options?: ExternalToast) => show('success', message, options),
  error: (message: string, options?: ExternalToast) => show('error', message, options),
  info: (message: string, options?: ExternalToast) => show('info', message, options),
  warning: (message: string, options?: ExternalToast) => show('warning', message, options),
  dismiss: (id: string | number) =>
    void loadToasts().then(
      (sonner) => sonner.dismiss(id),
      () => showPlain(null),
    ),
};

/** Loads the code of toasts, so that a toast can say later that the network is gone. */
export function loadToasts(): Promise<typeof SonnerToast> {
  loading ??= Promise.all([import('sonner'), import('./toaster.tsx')]).then(([sonner, { Toaster }]) => {
    update({ Toaster });
    return sonner.toast;
  });
  return loading;
}

export function subscribeToToasts(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

export function readToasts(): Toasts {
  return toasts;
}

function show(kind: Kind, message: string, options?: ExternalToast): void {
  void loadToasts().then(
    // Sonner keeps toasts until its toaster is on the page.
    (sonner) => sonner[kind](message, options),
    () => showPlain([message, options?.description].filter((text) => typeof text === 'string').join('\n')),
  );
}

function showPlain(plain: string | null): void {
  clearTimeout(plainEnds);
  update({ plain });
  // The plain text has no button that closes it, and it covers the header.
  if (plain !== null) plainEnds = setTimeout(() => update({ plain: null }), plainLasts);
}

function update(change: Partial<Toasts>): void {
  toasts = { ...toasts, ...change };
  for (const listener of listeners) listener();
}
