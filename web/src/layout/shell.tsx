import { useLocation, useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Toasts } from '../ui/overlays/toasts.tsx';
import { SlowStartNotice } from './cold-start-notice.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header/header.tsx';
import { PlainHeader } from './header/plain-header.tsx';
import { ThemeProvider, useTheme } from './theme.tsx';

export function Shell({ children }: { children: ReactNode }) {
  useFocusOnNavigation();
  // This page has no links to other pages: one wrong tap would close the door.
  const isVolunteerDoor = useLocation({ select: ({ pathname }) => pathname.startsWith('/door/') });
  return (
    <ThemeProvider>
      <div className="isolate flex min-h-dvh flex-col">
        <a
          href="#main"
          className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-ink px-5 py-2.5 font-semibold text-paper focus:translate-y-0"
        >
          Skip to content
        </a>
        {isVolunteerDoor ? <PlainHeader /> : <Header />}
        <SlowStartNotice />
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
        {!isVolunteerDoor && <Footer />}
      </div>
      <ThemedToasts />
    </ThemeProvider>
  );
}

function ThemedToasts() {
  return <Toasts theme={useTheme().theme} />;
}

/**
 * After navigation, moves the focus to the heading of the page, or of the section after the # in the web address. If
 * only the query changes, as with paging, the focus moves only when the focused element has disappeared.
 */
function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, toLocation, pathChanged, hashChanged }) => {
        const focusLost = document.activeElement === document.body;
        const section = toLocation.hash ? document.getElementById(toLocation.hash) : null;
        if (!fromLocation || !(pathChanged || focusLost || (hashChanged && section))) return;
        const heading =
          section?.querySelector<HTMLElement>('h2') ??
          document.querySelector<HTMLElement>('#main h1') ??
          document.getElementById('main');
        heading?.setAttribute('tabindex', '-1');
        heading?.focus({ preventScroll: true });
      }),
    [router],
  );
}
