import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { systemChromium } from './system-chromium.ts';

/**
 * Ensures that a Chromium for the browser tests is installed. If there is none, installs it if the process runs as root
 * and apt-get is available. Otherwise, prints instructions and exits.
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
