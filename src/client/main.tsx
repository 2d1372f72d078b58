import { createTRPCQueryUtils } from '@trpc/react-query';
import { startTransition } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { type PageState, pageStateElement } from '../shared/page-state.ts';
import { App } from './app.tsx';
import { createAppRouter } from './router.tsx';
import { seedQueries } from './seed-queries.ts';
import { createQueryClient, createTrpcClient } from './trpc.ts';

const container = document.getElementById('root');
if (!container) throw new Error('index.html has no #root');

// zod tries whether it may compile its checks, which the Content-Security-Policy refuses and browsers report.
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });

const queryClient = createQueryClient();
const trpcClient = createTrpcClient();
const utils = createTRPCQueryUtils({ queryClient, client: trpcClient });
const router = createAppRouter({ utils });

const stateText = document.getElementById(pageStateElement)?.textContent;
if (stateText) seedQueries(queryClient, JSON.parse(stateText) as PageState);

// Asked before anything is drawn. The products that came with the page are a visitor's: who is signed in may own some.
void utils.auth.me.prefetch().then(() => {
  if (utils.auth.me.getData()) void utils.shop.invalidate();
});

const app = <App router={router} queryClient={queryClient} trpcClient={trpcClient} />;
if (container.hasChildNodes()) void hydrate(container);
else createRoot(container).render(app);

/** Not awaited by this module: the page's own file, which is loaded here, may stand on one that this is part of. */
async function hydrate(drawn: HTMLElement): Promise<void> {
  // The server draws without the router's outermost boundary; this makes the browser leave it out, too.
  router.ssr = { manifest: undefined };
  await router.load();
  // In slices: what the reader does meanwhile goes first.
  startTransition(() => {
    hydrateRoot(drawn, app);
  });
}
