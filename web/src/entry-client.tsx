import './styles/index.css';
import { hydrate } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode, startTransition } from 'react';
import { hydrateRoot } from 'react-dom/client';
import {
  createQueryClient,
  dropPersonalDataOnUserChange,
  refetchWhenServerIsBack,
  watchWindowFocus,
} from './api/query-client.ts';
import { takePageState } from './page-state.ts';
import { createFoyerRouter } from './router.tsx';

async function start(): Promise<void> {
  const { href, site, assets, queries } = takePageState();
  // The server may have rendered the canonical spelling of the address; hydration must begin from the same one.
  if (href !== location.pathname + location.search) {
    history.replaceState(history.state, '', href + location.hash);
  }
  const queryClient = createQueryClient();
  hydrate(queryClient, queries);
  dropPersonalDataOnUserChange(queryClient);
  refetchWhenServerIsBack(queryClient);
  watchWindowFocus();
  const router = createFoyerRouter({ queryClient, site, assets });
  await router.load();
  // Tells the router that this document was rendered on the server, so that it puts its Suspense boundaries where
  // the server did.
  router.ssr = { manifest: undefined };
  // Whoever follows a link before all of the page is awake leaves parts of it that never will be: React then renders
  // the next page anew, and nothing is lost. Anything else that it had to recover from is our fault.
  let movedOn = false;
  router.subscribe('onBeforeNavigate', () => {
    movedOn = true;
  });
  startTransition(() => {
    hydrateRoot(
      document,
      <StrictMode>
        <RouterProvider router={router} />
      </StrictMode>,
      {
        onRecoverableError(error) {
          if (!movedOn) reportError(error);
        },
      },
    );
  });
}

void start();
