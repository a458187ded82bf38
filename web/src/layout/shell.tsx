import { useRouter } from '@tanstack/react-router';
import { type ReactNode, useEffect } from 'react';
import { Toaster } from '../ui/overlays/toaster.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header/header.tsx';
import { ThemeProvider, useTheme } from './theme.tsx';

/** What surrounds every page. */
export function Shell({ children }: { children: ReactNode }) {
  useFocusOnNavigation();
  return (
    <ThemeProvider>
      <div className="isolate flex min-h-dvh flex-col">
        <a
          href="#main"
          className="fixed top-2 left-2 z-50 -translate-y-20 rounded-full bg-ink px-5 py-2.5 font-semibold text-paper focus:translate-y-0"
        >
          Skip to content
        </a>
        <Header />
        <main id="main" tabIndex={-1} className="flex-1 outline-none">
          {children}
        </main>
        <Footer />
      </div>
      <ThemedToaster />
    </ThemeProvider>
  );
}

function ThemedToaster() {
  return <Toaster theme={useTheme().theme} />;
}

/**
 * After a change of page the heading takes focus: screen readers read it, and Tab goes on from there. The same when
 * a change within the page took the focused element away, as paging does.
 */
function useFocusOnNavigation(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        const focusLost = document.activeElement === document.body;
        if (!fromLocation || !(pathChanged || focusLost)) return;
        const heading = document.querySelector<HTMLElement>('#main h1') ?? document.getElementById('main');
        heading?.setAttribute('tabindex', '-1');
        heading?.focus({ preventScroll: true });
      }),
    [router],
  );
}
