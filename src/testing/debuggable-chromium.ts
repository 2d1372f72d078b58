import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { createInterface } from 'node:readline';
import { chromium } from 'playwright';
import { chromiumFlags, systemChromium } from './system-chromium.ts';

export type DebuggableChromium = { port: number; close(): Promise<void> };

/** Opens a separate Chromium with a debugging port, to which no other client, such as Playwright, is attached. */
export async function openDebuggableChromium(): Promise<DebuggableChromium> {
  const profile = await mkdtemp(path.join(os.tmpdir(), 'academy-chromium-'));
  const child = spawn(
    systemChromium() ?? chromium.executablePath(),
    [
      ...chromiumFlags,
      '--headless=new',
      '--remote-debugging-port=0',
      `--user-data-dir=${profile}`,
      'about:blank',
    ],
    // In its own process group: Debian's command is a script, and a signal to the script alone would not end the
    // browser.
    { stdio: ['ignore', 'ignore', 'pipe'], detached: true },
  );
  const endAll = (signal: 'SIGTERM' | 'SIGKILL') => {
    if (child.pid !== undefined) process.kill(-child.pid, signal);
  };
  const ended = once(child, 'exit');
  try {
    const port = await announcedPort(createInterface(child.stderr));
    // Discards the output, so that the browser never blocks on a full pipe.
    child.stderr.resume();
    return {
      port,
      async close() {
        endAll('SIGTERM');
        await ended;
        // Chromium's helper processes may still write while they exit.
        await rm(profile, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 });
      },
    };
  } catch (error) {
    endAll('SIGKILL');
    throw error;
  }
}

async function announcedPort(lines: AsyncIterable<string>): Promise<number> {
  const printed: string[] = [];
  for await (const line of lines) {
    const port = /^DevTools listening on ws:\/\/[^/]*:(\d+)\//.exec(line)?.[1];
    if (port) return Number(port);
    printed.push(line);
  }
  throw new Error(`Chromium did not start:\n${printed.join('\n')}`);
}
