import { defineConfig } from '@playwright/test';
import { chromiumFlags, systemChromium } from './src/testing/system-chromium.ts';

const executablePath = systemChromium();

export default defineConfig({
  testDir: 'src/testing/e2e',
  outputDir: 'test-results',
  // One server, one story: the tests of a file build on each other.
  workers: 1,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  // A machine that does nothing else is not promised there; what needed its second try is listed as flaky.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags },
  },
});
