/**
 * Tests that change state shared by all files of a process: globals, timers, environment variables, the module
 * registry, the tracer, the built client. Each runs in its own process. The other tests share processes, so that the
 * application is loaded only once per process.
 */
export const isolatedTests = [
  'src/client/bundle-budget.test.ts',
  'src/client/features/admin/dashboard/user-exports.test.ts',
  'src/client/features/admin/products/send-video.test.ts',
  'src/client/features/hands/list/parse-worker.test.ts',
  'src/client/lib/download-file.test.ts',
  'src/client/lib/local-day.test.ts',
  'src/client/lib/other-tabs.test.ts',
  'src/client/lib/step-up.test.ts',
  'src/client/lib/upload-file.test.ts',
  'src/client/trpc.test.ts',
  'src/server/http/daily-page.test.ts',
  'src/server/http/page-user.test.ts',
  'src/server/http/pages.test.ts',
  'src/server/http/search-engines.test.ts',
  'src/server/platform/tracing.test.ts',
  'src/shared/server-clock.test.ts',
];
