import { promises as fs } from 'node:fs';
import path from 'node:path';
import { startStripeSandbox } from './sandbox.ts';

export type OpenSandbox = {
  url: string;
  /** Tells where signed events go; ignored by a sandbox that another server started. */
  setWebhook(webhook: { url: string; secret: string }): void;
  close(): Promise<void>;
};

type Options = { dataDir: string; preferredPort: number; log: (message: string) => void };

/**
 * The sandbox of a data folder. Its port is remembered, because the addresses of open payment pages hold it; a second
 * server on the same folder uses the sandbox that already runs.
 */
export async function openStripeSandbox(options: Options): Promise<OpenSandbox> {
  const portFile = path.join(options.dataDir, 'stripe-sandbox.port');
  const remembered = Number(await fs.readFile(portFile, 'utf8').catch(() => '')) || undefined;
  const start = (port: number) =>
    startStripeSandbox({
      port,
      journalPath: path.join(options.dataDir, 'stripe-sandbox.jsonl'),
      log: options.log,
    });

  for (const port of [remembered, remembered ? undefined : options.preferredPort, 0]) {
    if (port === undefined) continue;
    try {
      const sandbox = await start(port);
      await fs.writeFile(portFile, String(sandbox.port), { mode: 0o600 });
      return sandbox;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error;
    }
    const url = `http://localhost:${port}`;
    if (port === remembered && (await isSandbox(url))) return { url, setWebhook() {}, async close() {} };
  }
  throw new Error('No free port was found for the payment sandbox.');
}

async function isSandbox(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/v1/events?limit=1`, {
      headers: { authorization: 'Bearer sk_test_sandbox' },
      signal: AbortSignal.timeout(1_000),
    });
    return answer.ok;
  } catch {
    return false;
  }
}
