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
 * Runs inside the document before the first paint, so that theme, header and notice look right from the start. All
 * functions of this file are sent as their source text, so they may use nothing from outside.
 */
export function boot(): void {
  const root = document.documentElement;
  let theme: string | null = null;
  let session = 'out';
  try {
    theme = localStorage.getItem('theme');
    if (localStorage.getItem('coldStartNotice') === 'closed') root.dataset.notice = 'closed';
    if (localStorage.getItem('token') && localStorage.getItem('userData')) session = 'in';
    // At the checkout, an order for this event may be open. Only the scripts can find out.
    const event = /^\/events\/(\d+)[^/]*\/checkout/.exec(location.pathname)?.[1];
    const orders = JSON.parse((event && localStorage.getItem('orders')) || '[]') as { eventId: number }[];
    if (orders.some(({ eventId }) => eventId === Number(event))) root.dataset.buyer = 'known';
  } catch {
    // The browser may forbid storage: then the system's theme and the header for visitors apply.
  }
  const isChosen = theme === 'dark' || theme === 'light';
  const isDark = isChosen ? theme === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches;
  root.classList.toggle('dark', isDark);
  root.dataset.session = session;
}

/** Loads the scripts as soon as the page can be read, or when the user does something, and records what the user does. */
export function loadLater(onFailure: () => void): void {
  const [entry, ...parts] = document.currentScript?.dataset.modules?.split(' ') ?? [];
  if (!entry) return;
  let isWanted = false;
  let isLoading = false;
  const load = () => {
    isWanted = true;
    // The scripts need the end of the document, which may still be on its way.
    if (isLoading || document.readyState === 'loading') return;
    isLoading = true;
    // Each module has its own script, because a browser evaluates a script with all its imports in one long task.
    const scripts = [...parts, entry].map((module) => {
      const script = document.createElement('script');
      script.type = 'module';
      script.src = module;
      script.fetchPriority = 'low';
      return script;
    });
    // The script of the main module also fails when a module that it imports cannot be loaded.
    scripts.at(-1)?.addEventListener('error', onFailure);
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
    if (isWanted) load();
    const pictures = Array.from(document.images).filter(({ loading }) => loading !== 'lazy');
    const isPainted = new Promise((resolve) => {
      new PerformanceObserver(resolve).observe({ type: 'paint', buffered: true });
    });
    // Signed-in users see placeholders until the scripts run, so their scripts do not wait for the pictures.
    const isSignedIn = document.documentElement.dataset.session === 'in';
    // Asking for the fonts lays out the page, so this waits until the browser has done so.
    const isReadable = isPainted.then<unknown>(() =>
      isSignedIn
        ? undefined
        : Promise.allSettled([document.fonts.ready, ...pictures.map((picture) => picture.decode())]),
    );
    // The frame that shows the pictures comes first.
    void isReadable.then(() => requestAnimationFrame(() => setTimeout(load)));
    // A picture may be slow, and a page in the background draws no frames.
    setTimeout(load, 3000);
  });
}

/** Tells the user that the scripts did not load. Browsers do not load a failed module again, so only a reload helps. */
export function showLoadFailure(): void {
  const message = document.createElement('p');
  const link = document.createElement('a');
  message.setAttribute('role', 'alert');
  message.className =
    'fixed inset-x-3 bottom-3 z-50 mx-auto max-w-sm rounded-2xl border border-line bg-raised p-4 shadow-float';
  link.href = '';
  link.className = 'font-semibold underline';
  link.textContent = 'Reload';
  message.append('This page did not load completely. Check your connection and reload the page. ', link);
  document.body.append(message);
}
