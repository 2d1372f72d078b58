import { promises as fs } from 'node:fs';
import path from 'node:path';
import { journalAddress, startStripeSandbox } from './sandbox.ts';

export type OpenSandbox = {
  url: string;
  /** Sets where signed events are sent. Ignored by a sandbox that another server started. */
  setWebhook(webhook: { url: string; secret: string }): void;
  close(): Promise<void>;
};

type Options = { dataDir: string; log: (message: string) => void };

/**
 * Opens the sandbox of a data folder, on any free port. The port is stored, because the URLs of open payment pages
 * contain it. A second server on the same folder uses the sandbox that is already running.
 */
export async function openStripeSandbox(options: Options): Promise<OpenSandbox> {
  const portFile = path.join(options.dataDir, 'stripe-sandbox.port');
  const remembered = Number(await fs.readFile(portFile, 'utf8').catch(() => '')) || undefined;
  const journalPath = path.join(options.dataDir, 'stripe-sandbox.jsonl');
  for (const port of [remembered, 0]) {
    if (port === undefined) continue;
    try {
      const sandbox = await startStripeSandbox({ port, journalPath, log: options.log });
      await fs.writeFile(portFile, String(sandbox.port), { mode: 0o600 });
      return sandbox;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
    const url = `http://localhost:${port}`;
    if (await isSandboxOf(journalPath, url)) return { url, setWebhook() {}, async close() {} };
  }
  throw new Error('No free port was found for the payment sandbox.');
}

/** Another academy's sandbox may have taken the port in the meantime. */
async function isSandboxOf(journalPath: string, url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}${journalAddress}`, { signal: AbortSignal.timeout(1_000) });
    return answer.ok && (await answer.text()) === journalPath;
  } catch {
    return false;
  }
}
