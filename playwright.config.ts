import { defineConfig } from '@playwright/test';
import { chromiumOptions } from './src/testing/system-chromium.ts';

const chromium = chromiumOptions();

export default defineConfig({
  testDir: 'src/testing/e2e',
  outputDir: 'test-results',
  globalSetup: './src/testing/e2e/global-setup.ts',
  // The tests of a file share a server and depend on each other. Files run in parallel: three at a time, on the usual
  // two cores.
  workers: 3,
  // Timeouts for tests that hang, not performance requirements.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  // A test that passes only on retry is listed as flaky and must be fixed.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    navigationTimeout: 60_000,
    trace: 'on-first-retry',
    // Animations take a tenth of a run. Tests of animations enable them.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: {
      ...chromium,
      // A page of a test lives for seconds: compilers that optimize its scripts use a tenth of a run and save nothing.
      args: [...chromium.args, '--js-flags=--no-turbofan --no-maglev'],
    },
  },
});
