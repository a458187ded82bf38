import { X } from 'lucide-react';

/** Says why a first visit may take its time, until somebody closes it. */
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
    // Without storage it is closed as long as the page lasts.
  }
  document.documentElement.dataset.notice = 'closed';
  // Its button is gone; what follows it is where Tab goes on.
  document.getElementById('main')?.focus({ preventScroll: true });
}
