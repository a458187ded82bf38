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
import { replayEarlyEvents } from './early-events.ts';
import { takePageState } from './page-state.ts';
import { createFoyerRouter } from './router.tsx';

async function start(): Promise<void> {
  const { href, site, assets, queries } = takePageState();
  // The server may have rendered the page for the canonical spelling of its web address. Hydration must start with
  // the canonical spelling too.
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
  // Tells the router that the server rendered this document. The router then puts its Suspense boundaries
  // where the server did.
  router.ssr = { manifest: undefined };
  // A user may follow a link before hydration has finished. React then reports an error and renders the next page from
  // scratch, which is harmless. Any other recoverable error is a bug of ours.
  let movedOn = false;
  router.subscribe('onBeforeNavigate', () => {
    movedOn = true;
  });
  const early = window.takeEarlyEvents?.() ?? [];
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
  await replayEarlyEvents(early);
}

void start();
