import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import S3rver from 's3rver';
import { listen } from '../../../../testing/free-port.ts';
import { createDiskStorage, type DiskStorage, type DiskStorageOptions } from '../disk-storage.ts';
import { createS3Storage, type S3StorageOptions } from '../s3-storage.ts';
import type { Storage } from '../storage.ts';
import { createSignatureCheckingProxy } from './signature-checking-proxy.ts';

/** A store under test. `statuses`: the HTTP statuses of rejected PUTs, which differ between stores. */
export type ContractStore = {
  storage: Storage;
  /** The same store with a clock that is an hour slow: its URLs have expired before they are used. */
  slowClock: Storage;
  statuses: { exists: number; wrongSize: number; tooLarge: number };
  stop(): Promise<void>;
};

/** A disk store in a temporary folder behind an HTTP server that mimics the application's route for PUT. */
export async function startDiskStore(
  options: Partial<DiskStorageOptions> = {},
): Promise<ContractStore & { storage: DiskStorage; root: string; baseUrl: string }> {
  const root = await mkdtemp(join(tmpdir(), 'disk-store-'));
  const server = createServer((incoming, response) => {
    serveUploads(storage, incoming, response).catch((error: unknown) => response.destroy(asError(error)));
  });
  const baseUrl = `http://127.0.0.1:${await listen(server)}`;
  const settings = { root, baseUrl: () => baseUrl, secret: randomBytes(32), ...options };
  const storage = createDiskStorage(settings);
  return {
    storage,
    slowClock: createDiskStorage({ ...settings, now: anHourAgo }),
    statuses: { exists: 409, wrongSize: 400, tooLarge: 413 },
    root,
    baseUrl,
    stop: async () => {
      await stopServer(server);
      await storage.close();
      await rm(root, { recursive: true });
    },
  };
}

/** The S3 store, connected to s3rver, a local S3 server, through a proxy that verifies signatures. */
export async function startS3Store(): Promise<ContractStore & { options: S3StorageOptions }> {
  const directory = await mkdtemp(join(tmpdir(), 's3-store-'));
  const upstream = new S3rver({
    address: '127.0.0.1',
    port: 0,
    silent: true,
    directory,
    vhostBuckets: false,
    configureBuckets: [{ name: 'files', configs: [] }],
  });
  const { port: upstreamPort } = await upstream.run();
  // The one account that s3rver knows.
  const credentials = { accessKeyId: 'S3RVER', secretAccessKey: 'S3RVER' };
  const proxy = createSignatureCheckingProxy({ upstreamPort, ...credentials });
  const endpoint = `http://127.0.0.1:${await listen(proxy)}`;
  const options = { endpoint, region: 'us-east-1', bucket: 'files', forcePathStyle: true, ...credentials };
  const storage = createS3Storage(options);
  const slowClock = createS3Storage({ ...options, now: anHourAgo });
  return {
    storage,
    slowClock,
    statuses: { exists: 412, wrongSize: 403, tooLarge: 403 },
    options,
    stop: async () => {
      await storage.close();
      await slowClock.close();
      await stopServer(proxy);
      await upstream.close();
      await rm(directory, { recursive: true });
    },
  };
}

async function serveUploads(
  store: DiskStorage,
  incoming: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const [path = '', rawQuery = ''] = (incoming.url ?? '').split('?', 2);
  const key = decodeURIComponent(path.replace(/^\/uploads\//, ''));
  const query = Object.fromEntries(new URLSearchParams(rawQuery));
  const result = await store.acceptPut({ key, query, headers: incoming.headers, body: incoming });
  if (result.status === 200) response.writeHead(200, { etag: `"${result.etag}"` }).end();
  else response.writeHead(result.status, { connection: 'close' }).end(result.message);
}

async function stopServer(server: Server): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  server.close(() => resolve());
  server.closeAllConnections();
  await promise;
}

function anHourAgo(): Date {
  return new Date(Date.now() - 3_600_000);
}

function asError(error: unknown): Error {
  return error instanceof Error ? error : new Error(String(error));
}
