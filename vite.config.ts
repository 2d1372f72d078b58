import { readFileSync } from 'node:fs';
import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Paths that `npm run dev` proxies to the API server. Vite serves the client's own modules, such as `/trpc.ts`. */
const apiPaths = '^/(api|trpc|objects|uploads|healthz|readyz|dev)(/|$)';

/** The modules of the first script, which runs before the first paint. */
const start = /vite\/preload-helper|src\/(client\/lib\/(early-input|stale-chunks)|shared\/page-state)\.ts/;

/** Our modules that every page or most pages need, such as the navigation bar, the routes and UI primitives. */
const shell = new RegExp(
  [
    'src/client/(app|main|mount-app|router|seed-queries|trpc)\\.tsx?',
    'src/client/routing/',
    'src/client/features/navigation/(?!account-menu|back-link|logout-confirmation|notification-|page-messages|impersonation-bar)',
    'src/client/features/(session/use-current-user|settings/use-site-settings)\\.ts',
    'src/client/lib/(count-text|error-text|format|lazy-page|opens-elsewhere|scroll-to-section|search-params|timing|use-hydrated)\\.ts',
    'src/client/ui/(button|card|class-names|error-state|page|range-cells|range-grid|skeleton)\\.tsx?',
    'src/shared/(durations|error-codes|learning/reading-path|next-path|site-settings)\\.ts',
  ].join('|'),
);

/** Small modules of forms and lists, in one chunk, because separate requests would cost more than their size. */
const pieces = new RegExp(
  [
    'src/client/ui/(badge|checkbox-field|empty-state|field-frame|form|form-error|notice|query-view|select-field|skeleton-card)\\.tsx',
    'src/client/ui/(closed-page|load-more|text-field|toast)\\.tsx',
    'src/client/lib/(labels|other-tabs|query-freshness|save-file|step-up)\\.ts',
    'src/client/features/(navigation/back-link|session/sign-in-prompt)\\.tsx',
    'src/client/lib/use-(action|page-restored|promotion-code)\\.ts',
    'src/shared/(access/|shop/product-content|clock-time|enums).*\\.ts',
    'src/client/features/(public/help-line|shop/use-is-visitors-view)\\.tsx?',
  ].join('|'),
);

/** The same for tables, which only logged-in users see, and for modules that are mostly used with them. */
const tables = new RegExp(
  [
    'src/client/ui/(avatar|data-table|description-list|no-wrap|status-badge|switch-field|table-skeleton)\\.tsx',
    'src/client/lib/(local-day|person-name|sign-in-labels|status-labels)\\.ts',
  ].join('|'),
);

/** Small modules for playing cards. A page that shows playing cards nearly always needs all of them. */
const cards =
  /src\/(client\/ui\/playing-card-face\.tsx|shared\/poker\/(decision-labels|neutral-unit|playing-card)\.ts)$/;

/** Modules shared by the pages on which questions to the coach are asked, read and answered. */
const questions = /src\/client\/features\/coaching\/(ask\/credits-line|voice\/voice-player)\.tsx/;
/** The schemas of questions, for the forms that use them. */
const questionSchemas = /src\/shared\/coaching\/(answers|questions)\.ts/;

/** Validation schemas and their library, which pages without a form do not load. */
const schemas = (id: string) =>
  id.includes('node_modules/zod/') ||
  (sharedSchemas.test(id) && readFileSync(id, 'utf8').includes("from 'zod'"));
const sharedSchemas =
  /src\/shared\/((auth|kyc|payments)\/.*|learning\/(bookmarks|goals|learning|reading)|shop\/(price|products)|admin\/(admin|admin-users|impersonation)|list-pages|text-schemas)\.ts$/;

/**
 * Values that both schemas and pages use. If they were in the chunk of the schemas, a page would load all schemas for
 * one value.
 */
const values =
  /src\/shared\/(calendar-day|letter-case|limits|time-zone|kyc\/kyc-reasons|learning\/(goal-limits|note-bounds)|poker\/hand-limits|hands\/hand-bounds|practice\/(drill-rules|leaks)|payments\/refund-policy|shop\/stamping|coaching\/(due-text|question-(limits|status)))\.ts$/;

const alwaysThere = /\/(libraries|shell|start|rolldown-runtime)-[^/]+\.js$/;

export default defineConfig({
  root: 'src/client',
  publicDir: '../../public',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    // The PDF library exceeds the default limit. Only screens that show a PDF load it.
    chunkSizeWarningLimit: 550,
    modulePreload: {
      // Browsers without module preload load the same modules, only later.
      polyfill: false,
      // Dynamic imports do not need to preload chunks that are always loaded.
      resolveDependencies: (_file, needed, { hostType }) =>
        hostType === 'html' ? needed : needed.filter((file) => !alwaysThere.test(file)),
    },
    rolldownOptions: {
      output: {
        // The shortest hash that the build allows, because the app shell contains all file names.
        chunkFileNames: 'assets/[name]-[hash:7].js',
        // Shared code in a few chunks instead of many small ones. The chunk of the libraries stays cached when only our
        // code changes.
        codeSplitting: {
          groups: [
            { name: 'start', test: start, priority: 4 },
            {
              name: 'libraries',
              // Excludes the virtual list of Headless UI, which only the admins' user picker needs.
              test: /node_modules\/(react|react-dom|scheduler|@tanstack\/(?!react-virtual|virtual-core)[^/]+|@trpc)\//,
              priority: 3,
            },
            { name: 'shell', test: shell, priority: 2 },
            { name: 'values', test: values, priority: 1 },
            { name: 'schemas', test: schemas },
            { name: 'pieces', test: pieces, priority: 1 },
            { name: 'tables', test: tables },
            {
              name: 'storage',
              test: /src\/client\/lib\/(answer-drafts|browser-storage|draft-owner|session-storage-draft)\.ts/,
            },
            { name: 'cards', test: cards },
            { name: 'questions', test: questions },
            { name: 'question-schemas', test: questionSchemas },
          ],
        },
      },
    },
  },
  worker: {
    // Only a module worker can import the code for a poker room's format on demand.
    format: 'es',
  },
  server: {
    port: 5173,
    strictPort: true,
    proxy: { [apiPaths]: 'http://127.0.0.1:3000' },
  },
});
