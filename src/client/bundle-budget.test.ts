import { execFile } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { gzipSync } from 'node:zlib';
import react from '@vitejs/plugin-react';
import { build } from 'vite';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import type { PageAssets, RenderedPath, ShellPath } from '../shared/page-state.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const clientFolder = path.join(root, 'dist/client');

/**
 * The entry script of a baseline: only the libraries that every page needs, used as the client uses them, and a page of
 * one word.
 */
const baselineEntry = `
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createRootRoute, createRoute, createRouter, lazyRouteComponent, Link, Outlet, RouterProvider, useRouterState }
  from '@tanstack/react-router';
import { httpBatchLink } from '@trpc/client';
import { createTRPCQueryUtils, createTRPCReact } from '@trpc/react-query';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { jsx } from 'react/jsx-runtime';

const trpc = createTRPCReact();
const client = trpc.createClient({ links: [httpBatchLink({ url: '/trpc' })] });
const queryClient = new QueryClient();
void createTRPCQueryUtils({ queryClient, client }).auth.me.prefetch();
function Root() {
  const path = useRouterState({ select: (state) => state.location.pathname });
  const me = trpc.auth.me.useQuery();
  return jsx('main', { children: [path, String(me.data), jsx(Link, { to: '/' }), jsx(Outlet, {})] });
}
const rootRoute = createRootRoute({ component: Root });
const page = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./page.js'), 'Page'),
});
const router = createRouter({ routeTree: rootRoute.addChildren([page]), scrollRestoration: true });
const app = jsx(trpc.Provider, {
  client,
  queryClient,
  children: jsx(QueryClientProvider, { client: queryClient, children: jsx(RouterProvider, { router }) }),
});
const container = document.getElementById('root');
if (container.hasChildNodes()) hydrateRoot(container, app);
else createRoot(container).render(app);
`;

let baseline: number;
let assets: PageAssets;
let entryFiles: string[];
let baselineFolder: string | undefined;

beforeAll(async () => {
  await promisify(execFile)(process.execPath, [path.join(root, 'src/client/build.ts')], { cwd: root });
  assets = JSON.parse(await readFile(path.join(root, 'dist/render/assets.json'), 'utf8')) as PageAssets;
  const html = await readFile(path.join(clientFolder, 'index.html'), 'utf8');
  entryFiles = [...html.matchAll(/(?:src|href)="(\/assets\/[^"]+\.js)"/g)].map((match) => match[1] ?? '');
  // Created inside the project, so that the same packages are resolved.
  baselineFolder = await mkdtemp(path.join(root, 'node_modules/.bundle-baseline-'));
  baseline = await measureBaseline(baselineFolder);
}, 180_000);
afterAll(async () => {
  vi.unstubAllEnvs();
  if (baselineFolder) await rm(baselineFolder, { recursive: true, force: true });
});

async function measureBaseline(folder: string): Promise<number> {
  await writeFile(path.join(folder, 'main.js'), baselineEntry);
  await writeFile(path.join(folder, 'page.js'), `export function Page() { return 'baseline'; }`);
  await writeFile(
    path.join(folder, 'index.html'),
    '<!doctype html><div id="root"></div><script type="module" src="./main.js"></script>',
  );
  // With the value that Vitest sets, the baseline would include React's much larger development build.
  vi.stubEnv('NODE_ENV', 'production');
  await build({
    configFile: false,
    root: folder,
    logLevel: 'error',
    mode: 'production',
    plugins: [react()],
    build: { outDir: 'out', target: 'es2022' },
  });
  const out = path.join(folder, 'out/assets');
  const files = (await readdir(out)).filter((name) => name.endsWith('.js'));
  return sum(await Promise.all(files.map((name) => gzipSize(path.join(out, name)))));
}

function sum(sizes: readonly number[]): number {
  return sizes.reduce((total, size) => total + size, 0);
}

async function gzipSize(file: string): Promise<number> {
  return gzipSync(await readFile(file), { level: 9 }).length;
}

/** The scripts that a page loads before it is interactive. */
const initialScripts = (page: RenderedPath | ShellPath): Promise<string[]> =>
  staticImports([...entryFiles, ...assets.app, ...assets.chunks[page]]);

/** The given scripts, and all scripts that they import statically, directly or indirectly. */
async function staticImports(urls: readonly string[]): Promise<string[]> {
  const found = new Set<string>();
  const visit = async (url: string): Promise<void> => {
    if (found.has(url)) return;
    found.add(url);
    const text = await readFile(path.join(clientFolder, url), 'utf8');
    for (const [, target] of text.matchAll(/(?:from|import)\s*["'](\.\/[^"']+\.js)["']/g)) {
      await visit(path.posix.join('/assets', target ?? ''));
    }
  };
  for (const url of urls) await visit(url);
  return [...found];
}

async function bytesOf(scripts: readonly string[]): Promise<number> {
  return sum(await Promise.all(scripts.map((url) => gzipSize(path.join(clientFolder, url)))));
}

/** Texts that occur only in code for forms and uploads, which visitors must not load with `/` and `/products`. */
const formTexts = ['XMLHttpRequest', 'ZodError', 'data-headlessui', 'Document number'];
const adminTexts = ['Recent Users', 'Subscription overview', 'Admin areas', 'View as student', 'To confirm'];

describe('download size of a first visit', () => {
  it('the size of the baseline is plausible for the libraries', () => {
    expect(baseline).toBeGreaterThan(80_000);
    expect(baseline).toBeLessThan(140_000);
  });

  // Each factor leaves about one percent of room, because the code contains file names with hashes, and the compressed
  // size already changes when only these hashes change.
  it.each([
    // The hero section draws the opening charts, which are part of the first screen.
    ['/', 1.2],
    // The covers of products are drawn from the same charts.
    ['/products', 1.3],
    // The rules of poker are needed to draw the table and to write the text of the hand.
    ['/daily', 1.39],
    ['/privacy-policy', 1.27],
    ['/terms-of-service', 1.27],
  ] as const)('%s stays within %f times the size of the libraries alone', async (page, factor) => {
    const bytes = await bytesOf(await initialScripts(page));
    expect(bytes / baseline, `${bytes} of ${baseline} bytes`).toBeLessThanOrEqual(factor);
  });

  it.each(['/', '/products'] as const)('%s loads no upload, form or zod code', async (page) => {
    const scripts = await initialScripts(page);
    for (const url of scripts) {
      const text = await readFile(path.join(clientFolder, url), 'utf8');
      expect(
        formTexts.filter((each) => text.includes(each)),
        url,
      ).toEqual([]);
    }
  });

  it.each([
    '/coaching',
    '/goals',
    '/profile',
    '/kyc',
    '/billing',
    '/hands',
    '/hands/$id',
    '/practice',
    '/questions/$id',
    '/ranges',
    '/notes',
    '/read/$kind/$id',
  ] as const)('%s loads no schemas before a form is used', async (page) => {
    for (const url of await initialScripts(page)) {
      const text = await readFile(path.join(clientFolder, url), 'utf8');
      expect(text.includes('ZodError'), url).toBe(false);
    }
  });

  it('no page of visitors or students loads admin code', async () => {
    const pages = Object.keys(assets.chunks) as (keyof typeof assets.chunks)[];
    expect(pages.length).toBeGreaterThan(15);
    for (const page of pages) {
      for (const url of await initialScripts(page)) {
        const text = await readFile(path.join(clientFolder, url), 'utf8');
        expect(
          adminTexts.filter((each) => text.includes(each)),
          `${page} loads ${url}`,
        ).toEqual([]);
      }
    }
  });

  it('every text that the previous tests look for occurs in the build', async () => {
    const folder = path.join(clientFolder, 'assets');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
    const all = (await Promise.all(names.map((name) => readFile(path.join(folder, name), 'utf8')))).join(
      '\n',
    );
    for (const each of [...formTexts, ...adminTexts]) expect(all).toContain(each);
  });

  it('the worker that parses hands stays small, both alone and together with the parser for PokerStars', async () => {
    const folder = path.join(clientFolder, 'assets');
    const names = (await readdir(folder)).filter((name) => name.endsWith('.js'));
    const worker = names.find((name) => name.startsWith('parse-worker-')) ?? '';
    expect(await gzipSize(path.join(folder, worker))).toBeLessThanOrEqual(14_000);
    const pokerStars = names.find((name) => name.startsWith('pokerstars-')) ?? '';
    const files = await staticImports([`/assets/${pokerStars}`]);
    expect(files).toContain(`/assets/${worker}`);
    expect(await bytesOf(files)).toBeLessThanOrEqual(21_500);
  });

  it('every large script and style sheet has compressed copies next to it', async () => {
    const folder = path.join(clientFolder, 'assets');
    const names = await readdir(folder);
    const files = await Promise.all(
      names
        .filter((name) => /\.(js|css)$/.test(name))
        .map(async (name) => ({ name, size: (await readFile(path.join(folder, name))).length })),
    );
    const large = files.filter(({ size }) => size >= 1_000);
    const uncompressed = large.filter(
      ({ name }) => !names.includes(`${name}.br`) || !names.includes(`${name}.gz`),
    );
    expect(large.length).toBeGreaterThan(10);
    expect(uncompressed).toEqual([]);
  });
});
