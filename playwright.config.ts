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
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    trace: 'retain-on-failure',
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags },
  },
});
