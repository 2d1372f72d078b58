import { readFile } from 'node:fs/promises';
import http from 'node:http';
import path from 'node:path';
import type { Academy } from '../e2e/academy.ts';
import type { Drill } from './drill.ts';

export type Canary = { url: string; calls: () => number; ofScanner: () => number };

/**
 * Where the scanner hopes that the server will call. The scanner calls as well: once before it begins, to see whether
 * anybody is there, and after some modules for what came in. Who else it was stands in the report of what the server
 * called.
 */
export async function openCanary(drill: Drill): Promise<Canary> {
  let calls = 0;
  let ofScanner = 0;
  const server = http.createServer((request, response) => {
    calls += 1;
    const { method, url = '', headers } = request;
    if (url === '/' || url.startsWith('/get_')) ofScanner += 1;
    else drill.say(`${headers['user-agent']} called ${method} ${url}`);
    response.setHeader('content-type', 'application/json').end('{}');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  drill.atEnd(() => server.close());
  const address = server.address();
  if (typeof address !== 'object' || address === null) throw new Error('the canary has no port');
  return { url: `http://127.0.0.1:${address.port}/`, calls: () => calls, ofScanner: () => ofScanner };
}

/** Of what the server called, all but its database (a socket in its folder), its payment sandbox and itself. */
export async function strangeCalls(
  file: string,
  { url, dataDir }: Pick<Academy, 'url' | 'dataDir'>,
): Promise<string[]> {
  const { port } = new URL(url);
  const sandboxPort = (await readFile(path.join(dataDir, 'stripe-sandbox.port'), 'utf8')).trim();
  const own = new RegExp(
    `^(/.*/\\.s\\.PGSQL\\.\\d+|(localhost|127\\.0\\.0\\.1|::1):(${port}|${sandboxPort}))$`,
  );
  const called = new Set((await readFile(file, 'utf8')).trim().split('\n'));
  return [...called].filter((address) => !own.test(address));
}
