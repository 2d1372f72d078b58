import { Readable } from 'node:stream';
import type { FastifyBaseLogger } from 'fastify';
import type pg from 'pg';
import { DomainError } from '../../errors.ts';
import { openSnapshot, type Snapshot } from './copy-out.ts';

/** An export occupies a database connection until the client has received all of it. */
const maxConcurrentExports = 2;
let running = 0;

/**
 * Streams what `chunksOf` reads from a snapshot. Destroy the stream when the client disconnects, to free the
 * connection.
 * @throws DomainError busy while two exports are running
 */
export async function openExport(
  deps: { pool: pg.Pool; log: FastifyBaseLogger },
  chunksOf: (snapshot: Snapshot) => AsyncIterable<Buffer> | Promise<AsyncIterable<Buffer>>,
): Promise<Readable> {
  if (running >= maxConcurrentExports) {
    throw new DomainError('busy', 'Other exports are still running. Try again when one of them is done.', {
      retryAfterSeconds: 10,
    });
  }
  running += 1;
  let snapshot: Snapshot | undefined;
  const end = async () => {
    running -= 1;
    await snapshot?.close();
  };
  try {
    snapshot = await openSnapshot(deps.pool);
    const body = Readable.from(await chunksOf(snapshot), { objectMode: false });
    body.once('close', () => {
      end().catch((error: unknown) => deps.log.error({ err: error }, 'an export was not closed'));
    });
    return body;
  } catch (error) {
    await end();
    throw error;
  }
}
