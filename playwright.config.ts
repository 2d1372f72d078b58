import { defineConfig } from '@playwright/test';
import { chromiumFlags, systemChromium } from './src/testing/system-chromium.ts';

const executablePath = systemChromium();

export default defineConfig({
  testDir: 'src/testing/e2e',
  outputDir: 'test-results',
  // One server, one story: the tests of a file build on each other.
  workers: 1,
  // Limits for what hangs, not promises of speed.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  // The tests of a file share a server, so one that was disturbed by a crowded machine would take the rest of its file
  // along. What needed its second try is listed as flaky, and is to be mended.
  retries: 1,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags },
  },
});
