import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { systemChromium } from './system-chromium.ts';

/**
 * Installs Chromium with apt-get for the browser tests, unless it is already installed. Without root rights or apt-get,
 * prints instructions and exits.
 */
export function ensureBrowser(): void {
  if (systemChromium()) return;
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium-headless-shell) and start again.',
    );
    process.exit(1);
  }
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-qq'], options);
  const packages = ['chromium-headless-shell'];
  execFileSync('apt-get', ['install', '-y', '-qq', '--no-install-recommends', ...packages], options);
}
