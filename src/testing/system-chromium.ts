import { existsSync } from 'node:fs';

/**
 * The path of an installed Chromium. The headless shell is preferred, because it uses fewer resources.
 * @returns undefined if none is installed
 */
export function systemChromium(): string | undefined {
  return [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find(existsSync);
}

/** The options with which Playwright starts the installed Chromium or, if there is none, its own. */
export function chromiumOptions() {
  const executablePath = systemChromium();
  return { ...(executablePath && { executablePath }), args: chromiumFlags };
}

/**
 * Flags that let the browser run as root and without a GPU, and that stop its own network requests, such as updates.
 */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
