import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { systemChromium } from './system-chromium.ts';

/** The browser tests need a Chromium: as root on Debian it is installed when there is none, elsewhere asked for. */
if (!systemChromium()) {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) {
    console.error(
      'The browser tests need Chromium: install it (Debian: apt-get install chromium-headless-shell) and start again.',
    );
    process.exit(1);
  }
  const options = { stdio: 'inherit', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } } as const;
  execFileSync('apt-get', ['update', '-qq'], options);
  execFileSync(
    'apt-get',
    ['install', '-y', '-qq', '--no-install-recommends', 'chromium-headless-shell'],
    options,
  );
}
