import tailwindcss from '@tailwindcss/vite';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'vite';

/** Addresses that the API server answers; the client's own modules (`/trpc.ts`) stay with Vite (`npm run dev`). */
const apiPaths = '^/(api|trpc|objects|uploads|healthz|readyz|dev)(/|$)';

/** What the entry needs of ours before any page: the bar, the routes and the primitives that nearly all pages use. */
const frame = new RegExp(
  [
    'src/client/(app|router|seed-queries|trpc)\\.tsx?',
    'src/client/features/(navigation|session|settings)/',
    'src/client/lib/(error-text|scroll-to-section|search-params|stale-chunks|timing|use-delayed|use-single-run)\\.ts',
    'src/client/ui/(avatar|button|card|class-names|error-state|page|page-loading|range-cells|range-grid|skeleton)\\.tsx?',
    'src/client/routes/not-found-page\\.tsx',
    'src/shared/(error-codes|limits|next-path|page-state|site-settings)\\.ts',
  ].join('|'),
);

export default defineConfig({
  root: 'src/client',
  publicDir: '../../public',
  plugins: [react(), tailwindcss()],
  build: {
    outDir: '../../dist/client',
    emptyOutDir: true,
    target: 'es2022',
    chunkSizeWarningLimit: 400,
    rolldownOptions: {
      output: {
        // What every page stands on comes in two files instead of thirty: libraries, which stay in the browser's cache
        // when only our own code changes, and the frame around the pages.
        codeSplitting: {
          groups: [
            {
              name: 'libraries',
              test: /node_modules\/(react|react-dom|scheduler|@tanstack|@trpc)\//,
              priority: 2,
            },
            { name: 'frame', test: frame, priority: 1 },
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
