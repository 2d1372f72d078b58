/**
 * Tests that change what all files of a process share: globals, timers, the environment, the registry of modules, the
 * tracer, the built client. Each gets a process of its own; the others run many to a process, which loads the application once.
 */
export const isolatedTests = [
  'src/client/bundle-budget.test.ts',
  'src/client/features/admin/dashboard/export-users.test.ts',
  'src/client/lib/download-file.test.ts',
  'src/client/lib/other-tabs.test.ts',
  'src/client/lib/step-up.test.ts',
  'src/client/lib/upload-file.test.ts',
  'src/server/http/pages.test.ts',
  'src/server/platform/tracing.test.ts',
];
