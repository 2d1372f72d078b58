import { createTRPCQueryUtils } from '@trpc/react-query';
import { type ReactNode, startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type PageState, pageStateElement } from '../shared/page-state.ts';
import { App } from './app.tsx';
import { type AppRouterInstance, createAppRouter } from './router.tsx';
import { seedQueries } from './seed-queries.ts';
import { createQueryClient, createTrpcClient } from './trpc.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

// zod tries whether it may compile its checks, which the Content-Security-Policy refuses and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

// In a task of its own, so that a tap is answered between: reading the libraries has just kept the phone busy.
setTimeout(start, 0, container);

function start(drawn: HTMLElement): void {
  const queryClient = createQueryClient();
  const trpcClient = createTrpcClient();
  const utils = createTRPCQueryUtils({ queryClient, client: trpcClient });
  const router = createAppRouter({ utils });

  const stateText = document.getElementById(pageStateElement)?.textContent;
  if (stateText) seedQueries(queryClient, JSON.parse(stateText) as PageState);

  // Asked before anything is drawn. The products that came with the page are a visitor's: who is signed in may own some.
  void utils.auth.me.prefetch().then(async () => {
    if (utils.auth.me.getData()) void utils.shop.invalidate();
    (await import('./follow-other-tabs.ts')).followOtherTabs(utils, router);
  });

  // The back button brings a page back as it was left, while somebody may have signed out (ACC-20).
  window.addEventListener('pageshow', ({ persisted }) => {
    if (persisted) void utils.auth.me.invalidate();
  });

  const app = <App router={router} queryClient={queryClient} trpcClient={trpcClient} />;
  if (drawn.hasChildNodes()) void hydrate(drawn, router, app);
  else createRoot(drawn).render(app);
}

/** Not awaited by this module: the page's own file, which is loaded here, may stand on one that this is part of. */
async function hydrate(drawn: HTMLElement, router: AppRouterInstance, app: ReactNode): Promise<void> {
  // The server draws without the router's outermost boundary; this makes the browser leave it out, too.
  router.ssr = { manifest: undefined };
  await router.load();
  // The router sends each new page to its top. This one has been read since it was drawn: who scrolled stays there.
  router.options.scrollRestoration = ({ location }) => location.hash !== '';
  const stop = router.subscribe('onRendered', () => {
    stop();
    router.options.scrollRestoration = false;
  });
  // In slices: what the reader does meanwhile goes first.
  startTransition(() => {
    hydrateRoot(drawn, app);
  });
}
