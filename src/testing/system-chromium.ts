import { existsSync } from 'node:fs';

/** Where systems keep their Chromium; the headless shell first, which costs less. @returns undefined when there is none */
export function systemChromium(): string | undefined {
  return [
    '/usr/bin/chromium-headless-shell',
    '/usr/bin/chromium',
    '/usr/bin/chromium-browser',
    '/usr/bin/google-chrome',
  ].find(existsSync);
}

/** Flags that keep a test browser from reaching for the network, and let it run as root. */
export const chromiumFlags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];
