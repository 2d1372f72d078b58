import './styles.css';
import { createTRPCQueryUtils } from '@trpc/react-query';
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
const router = createAppRouter();

const stateText = document.getElementById(pageStateElement)?.textContent;
if (stateText) seedQueries(queryClient, JSON.parse(stateText) as PageState);

// Asked before anything is drawn. The products that came with the page are a visitor's: who is signed in may own some.
void utils.auth.me.prefetch().then(() => {
  if (utils.auth.me.getData()) void utils.shop.listProducts.invalidate();
});

const app = <App router={router} queryClient={queryClient} trpcClient={trpcClient} />;
if (container.hasChildNodes()) {
  // The server draws without the router's outermost boundary; this makes the browser leave it out, too.
  router.ssr = { manifest: undefined };
  await router.load();
  hydrateRoot(container, app);
} else {
  createRoot(container).render(app);
}
