import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Addresses that the API server answers; the client's own modules (`/trpc.ts`) stay with Vite (`npm run dev`). */
const apiPaths = '^/(api|trpc|objects|uploads|healthz|readyz|dev)(/|$)';

/** All that the first script needs: it runs before the first paint, when the rest is still on its way. */
const start = /vite\/preload-helper|src\/(client\/lib\/(early-press|stale-chunks)|shared\/page-state)\.ts/;

/** What the application needs of ours before any page: the bar, the routes and the primitives that nearly all pages use. */
const frame = new RegExp(
  [
    'src/client/(app|main|mount-app|router|seed-queries|trpc)\\.tsx?',
    'src/client/routing/',
    'src/client/features/navigation/(?!account-menu|notification-|offline-line|impersonation-bar)',
    'src/client/features/(session/use-current-user|settings/use-site-settings)\\.ts',
    'src/client/lib/(error-text|format|lazy-page|scroll-to-section|search-params|timing|use-delayed|use-hydrated)\\.ts',
    'src/client/ui/(button|card|class-names|error-state|page|range-cells|range-grid|skeleton)\\.tsx?',
    'src/shared/(durations|error-codes|next-path|site-settings)\\.ts',
  ].join('|'),
);

/** The small parts of forms and lists, in one file: each alone is smaller than the cost of asking for it. */
const pieces = new RegExp(
  [
    'src/client/ui/(badge|checkbox-field|empty-state|field-frame|form-error|notice|query-view|select-field|skeleton-card|switch-field)\\.tsx',
    'src/client/ui/(text-field|toast|unbroken|way-back)\\.tsx',
    'src/client/lib/(clock-time|form-failure|labels|other-tabs|save-file|step-up)\\.ts',
    'src/client/features/session/sign-in-prompt\\.tsx',
    'src/client/lib/use-(action|field-state|form-call|form-fields|page-restored|promotion-code|single-run)\\.ts',
    'src/shared/(access/|shop/product-content|enums|money).*\\.ts',
  ].join('|'),
);

/** The same of the tables, which visitors do not meet. */
const tables = new RegExp(
  [
    'src/client/ui/(avatar|data-table|description-list|pagination|status-badge|table-skeleton)\\.tsx',
    'src/client/lib/person-name\\.ts',
  ].join('|'),
);

/** What is checked before it is sent, and the library that checks it. */
const schemas = new RegExp(
  [
    'node_modules/zod/',
    'src/shared/((auth|kyc|payments)/.*|learning/(bookmarks|goals|learning|reading)|shop/products)\\.ts',
    'src/shared/(admin/(admin|admin-users|impersonation)|list-pages|text-schemas)\\.ts',
  ].join('|'),
);

const alwaysThere = /\/(libraries|frame|start|rolldown-runtime)-[^/]+\.js$/;

export default defineConfig({
  root: 'src/client',
  publicDir: '../../public',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    // The worker that reads PDFs comes as it is, and only in the reader.
    chunkSizeWarningLimit: 450,
    modulePreload: {
      // Every browser that runs es2022 knows it.
      polyfill: false,
      // What a script asks for later need not name again what has brought it there.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !alwaysThere.test(file)),
    },
    rolldownOptions: {
      output: {
        // As short as the build allows: the frame names every other file.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // What pages share comes in a few files instead of sixty: libraries, which stay in the browser's cache when only
        // our own code changes, the frame around the pages, and what most of the pages are made of.
        codeSplitting: {
          groups: [
            { name: 'start', test: start, priority: 4 },
            {
              name: 'libraries',
              // Only the search for people needs the virtual list.
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[^/]+|@trpc)\//,
              priority: 3,
            },
            { name: 'frame', test: frame, priority: 2 },
            { name: 'schemas', test: schemas },
            { name: 'pieces', test: pieces, priority: 1 },
            { name: 'tables', test: tables },
          ],
        },
      },
    },
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { [apiPaths]: 'http://127.0.0.1:3000' },
  },
});
