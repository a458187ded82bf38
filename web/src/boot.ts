/** What the user did before hydration. `value` and `checked` are those of a field after the event. */
export interface EarlyEvent {
  type: string;
  target: EventTarget | null;
  value?: string;
  checked?: boolean;
}

declare global {
  interface Window {
    /** Ends the recording of early events and returns them. Exists until hydration begins. */
    takeEarlyEvents?: () => EarlyEvent[];
  }
}

/**
 * Runs inside the document before the first paint, so that theme, header and notice look right from the start. Both
 * functions are sent as their source text, so they may use nothing from outside.
 */
export function boot(): void {
  const root = document.documentElement;
  let theme: string | null = null;
  let session = 'out';
  try {
    theme = localStorage.getItem('theme');
    if (localStorage.getItem('coldStartNotice') === 'closed') root.dataset.notice = 'closed';
    if (localStorage.getItem('token') && localStorage.getItem('userData')) session = 'in';
  } catch {
    // The browser may forbid storage: then the system's theme and the header for visitors apply.
  }
  const isChosen = theme === 'dark' || theme === 'light';
  const isDark = isChosen ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.classList.toggle('dark', isDark);
  root.dataset.session = session;
}

/** Loads the scripts as soon as the page can be read, or when the user does something, and records what the user does. */
export function loadLater(): void {
  const [entry, ...parts] = document.currentScript?.dataset.modules?.split(' ') ?? [];
  if (!entry) return;
  let isLoading = false;
  const load = () => {
    if (isLoading) return;
    isLoading = true;
    // Each module has its own script, because a browser evaluates a script with all its imports in one long task.
    const scripts = [...parts, entry].map((module) => {
      const script = document.createElement('script');
      script.type = 'module';
      script.src = module;
      script.fetchPriority = 'low';
      return script;
    });
    document.head.append(...scripts);
  };

  const early: EarlyEvent[] = [];
  const record = (event: Event) => {
    load();
    const { type, target } = event;
    if (type === 'pointerdown' || type === 'keydown') return;
    if (type === 'submit') {
      // The browser itself sends a search. All other forms can be sent only by a script.
      if ((target as HTMLFormElement).method === 'get') return;
      event.preventDefault();
    }
    const { value, checked } = target as Partial<HTMLInputElement>;
    early.push({ type, target, value, checked });
  };
  const types = ['pointerdown', 'keydown', 'click', 'input', 'change', 'submit'];
  for (const type of types) document.addEventListener(type, record, true);
  window.takeEarlyEvents = () => {
    for (const type of types) document.removeEventListener(type, record, true);
    delete window.takeEarlyEvents;
    return early;
  };

  document.addEventListener('DOMContentLoaded', () => {
    const pictures = Array.from(document.images).filter(({ loading }) => loading !== 'lazy');
    const isPainted = new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    });
    // Asking for the fonts lays out the page, so this waits until the browser has done so.
    const isReadable = isPainted.then(() =>
      Promise.allSettled([document.fonts.ready, ...pictures.map((picture) => picture.decode())]),
    );
    // The frame that shows the pictures comes first.
    void isReadable.then(() => requestAnimationFrame(() => setTimeout(load)));
    // A picture may be slow, and a page in the background draws no frames.
    setTimeout(load, 3000);
  });
}
