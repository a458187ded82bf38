import { useEffect, useSyncExternalStore } from 'react';
import { loadToasts, readToasts, subscribeToToasts } from './toast.ts';
import type { ToasterProps } from './toaster.tsx';

/** The place of all toasts on the page. Loads their code when the user does something for the first time. */
export function Toasts(props: ToasterProps) {
  const { Toaster, plain } = useSyncExternalStore(subscribeToToasts, readToasts, readToasts);
  useEffect(() => {
    const load = () => void loadToasts().catch(() => undefined);
    addEventListener('pointerdown', load, { once: true });
    addEventListener('keydown', load, { once: true });
    return () => {
      removeEventListener('pointerdown', load);
      removeEventListener('keydown', load);
    };
  }, []);
  if (Toaster) return <Toaster {...props} />;
  return (
    plain !== null && (
      <p
        role="alert"
        className="fixed inset-x-3 top-3 z-50 mx-auto max-w-sm rounded-2xl border border-line bg-raised p-4 whitespace-pre-line shadow-float"
      >
        {plain}
      </p>
    )
  );
}
