import { promises as fs } from 'node:fs';
import path from 'node:path';
import { journalUrlPath, startStripeSandbox } from './sandbox.ts';

export type OpenSandbox = {
  /** The URL for Stripe's SDK. It works only on this machine. */
  url: string;
  /** The URL for browsers: the sandbox's pages have this origin. */
  publicUrl: string;
  /** Sets where signed events are sent. Ignored by a sandbox that another server started. */
  setWebhook(webhook: { url: string; secret: string }): void;
  close(): Promise<void>;
};

type Options = {
  dataDir: string;
  log: (message: string) => void;
  /**
   * The port and address to listen on, and the host name in the sandbox's URLs. If absent, the sandbox listens on this
   * machine only, on the stored port or any free one.
   */
  published?: { port: number; host: string; hostname: string };
};

/**
 * Opens the sandbox of a data folder. Without `published`, it takes the stored port or, if that port is taken, any free
 * one. It stores its port, because the URLs of open payment pages contain it. A second server on the same folder uses
 * the sandbox that is already running.
 * @throws the error EADDRINUSE if another program has the port of `published`
 */
export async function openStripeSandbox({ dataDir, log, published }: Options): Promise<OpenSandbox> {
  const portFile = path.join(dataDir, 'stripe-sandbox.port');
  const storedPort = Number(await fs.readFile(portFile, 'utf8').catch(() => '')) || undefined;
  const journalPath = path.join(dataDir, 'stripe-sandbox.jsonl');
  let portError: unknown;
  for (const port of published ? [published.port] : [storedPort, 0]) {
    if (port === undefined) continue;
    try {
      const sandbox = await startStripeSandbox({ ...published, port, journalPath, log });
      await fs.writeFile(portFile, String(sandbox.port), { mode: 0o600 });
      return sandbox;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
      portError = error;
    }
    const url = `http://localhost:${port}`;
    if (await isSandboxOf(journalPath, url)) {
      return {
        url,
        publicUrl: published ? `http://${published.hostname}:${port}` : url,
        setWebhook() {},
        async close() {},
      };
    }
  }
  throw portError;
}

/**
 * Whether the sandbox at this URL has this journal: another academy's sandbox may have taken the port in the meantime.
 */
async function isSandboxOf(journalPath: string, url: string): Promise<boolean> {
  try {
    const response = await fetch(`${url}${journalUrlPath}`, { signal: AbortSignal.timeout(1_000) });
    return response.ok && (await response.text()) === journalPath;
  } catch {
    return false;
  }
}
