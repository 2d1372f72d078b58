import { defineConfig } from '@playwright/test';
import { chromiumFlags, systemChromium } from './src/testing/system-chromium.ts';

const executablePath = systemChromium();

export default defineConfig({
  testDir: 'src/testing/e2e',
  outputDir: 'test-results',
  globalSetup: './src/testing/e2e/global-setup.ts',
  // The tests of a file share a server and build on each other; files run side by side, one more than the cores of a small machine.
  workers: 3,
  // Limits for what hangs, not promises of speed.
  timeout: 240_000,
  expect: { timeout: 20_000 },
  // A test that needed its second try is listed as flaky, and is to be mended.
  retries: process.env.CI ? 1 : 0,
  reporter: [['list']],
  use: {
    viewport: { width: 1440, height: 900 },
    actionTimeout: 30_000,
    trace: 'on-first-retry',
    // Drawing motion takes a tenth of a run. Tests of motion ask for it.
    contextOptions: { reducedMotion: 'reduce' },
    launchOptions: { ...(executablePath && { executablePath }), args: chromiumFlags },
  },
});
