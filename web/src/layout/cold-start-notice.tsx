import { useIsFetching, useIsMutating } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { useEffect, useRef, useState } from 'react';
import { useSite } from './use-site.ts';

/** How long the first call of a page may take before the notice appears, in milliseconds. */
const patience = 1500;

/**
 * Shows the notice about slow first visits above every page while the first API call is slow, if the operator chose
 * `auto`.
 */
export function SlowStartNotice() {
  const { coldStartNotice } = useSite();
  return coldStartNotice === 'auto' && <NoticeWhileSlow />;
}

function NoticeWhileSlow() {
  const isWaiting = useIsFetching({ predicate: ({ meta }) => !meta?.waits }) + useIsMutating() > 0;
  const [isSlow, setIsSlow] = useState(false);
  // After the first response the server is awake, so later slow calls do not show the notice.
  const [isAwake, setIsAwake] = useState(false);
  const hasCalled = useRef(false);
  useEffect(() => {
    if (!isWaiting) {
      if (hasCalled.current) setIsAwake(true);
      return undefined;
    }
    hasCalled.current = true;
    const timer = setTimeout(() => setIsSlow(true), patience);
    return () => clearTimeout(timer);
  }, [isWaiting]);
  return isWaiting && isSlow && !isAwake && <ColdStartNotice />;
}

/** Says why a first visit may take long. Somebody who closes the notice does not see it again in this browser. */
export function ColdStartNotice() {
  return (
    <div
      data-cold-start
      className="flex items-center justify-center gap-2 bg-warn-wash py-1 pr-2 pl-4 text-[0.9375rem] text-warn"
    >
      <p className="py-1.5 text-center">API load times can take up to 45 seconds on the first visit.</p>
      <button
        type="button"
        aria-label="Close this notice"
        className="grid size-9 shrink-0 place-items-center rounded-full hover:bg-warn/15"
        onClick={closeNotice}
      >
        <X size={18} aria-hidden />
      </button>
    </div>
  );
}

function closeNotice(): void {
  try {
    localStorage.setItem('coldStartNotice', 'closed');
  } catch {
    // The browser's storage is forbidden, so the notice appears again on the next visit.
  }
  document.documentElement.dataset.notice = 'closed';
  // The focused button has disappeared. Focus the content of the page, so that Tab continues from there.
  document.getElementById('main')?.focus({ preventScroll: true });
}
