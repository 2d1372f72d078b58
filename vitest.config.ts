import { defineConfig } from 'vitest/config';
import { isolatedTests } from './src/testing/isolated-tests.ts';

export default defineConfig({
  oxc: { jsx: { development: false } },
  test: {
    globalSetup: ['src/testing/global-setup.ts'],
    environment: 'node',
    // These timeouts end tests that hang. They are long, because tests must also pass on a busy machine. With
    // `MODEL_RUNS`, a random test can take hours.
    testTimeout: process.env.MODEL_RUNS ? 0 : 120_000,
    hookTimeout: 180_000,
    expect: { poll: { timeout: 20_000 } },
    // One more than the cores of a small machine, because many tests wait.
    maxWorkers: 3,
    // A test that passes only on retry is listed as flaky and must be fixed.
    retry: process.env.CI ? 1 : 0,
    restoreMocks: true,
    // Node, not Vitest, imports the built renderer: Vitest would keep an earlier build, whose chunks no longer exist.
    server: { deps: { external: [/\/dist\/render\//] } },
    projects: [
      {
        extends: true,
        test: { name: 'shared', include: ['src/**/*.test.ts'], exclude: isolatedTests, isolate: false },
      },
      { extends: true, test: { name: 'isolated', include: isolatedTests } },
      {
        extends: true,
        test: {
          name: 'screens',
          include: ['src/**/*.screen.test.tsx'],
          environment: './src/testing/screen/environment.ts',
          setupFiles: ['src/testing/screen/setup.ts'],
          // React as it is delivered to users, which takes a fifth less time than its development build.
          env: { NODE_ENV: 'production' },
          isolate: false,
        },
      },
    ],
  },
});
