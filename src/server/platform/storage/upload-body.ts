import type { Readable } from 'node:stream';

/** The body failed before its end, usually because the client disconnected. */
export class BodyInterrupted extends Error {}

/** The client stayed below the minimum rate for a complete window. */
export class BodyStalled extends Error {}

/**
 * The chunks of a request body. If the caller stops reading early, the stream is not destroyed, because the connection
 * must stay open for the error to reach the client.
 * @throws BodyInterrupted, BodyStalled
 */
export async function* bodyChunks(
  body: Readable,
  limits: { windowMs: number; minimumBytes: number },
): AsyncGenerator<Uint8Array> {
  const stalled = Promise.withResolvers<never>();
  stalled.promise.catch(ignoreUnawaited);
  let receivedInWindow = 0;
  const timer = setInterval(() => {
    if (receivedInWindow < limits.minimumBytes)
      stalled.reject(new BodyStalled('Too few bytes for too long.'));
    receivedInWindow = 0;
  }, limits.windowMs);

  const chunks = body.iterator({ destroyOnReturn: false });
  try {
    for (;;) {
      const next = chunks.next().catch((error: unknown) => {
        throw new BodyInterrupted('The request body was interrupted.', { cause: error });
      });
      const result: IteratorResult<unknown> = await Promise.race([next, stalled.promise]);
      if (result.done) return;
      if (!(result.value instanceof Uint8Array)) throw new TypeError('A request body must yield bytes.');
      receivedInWindow += result.value.length;
      yield result.value;
    }
  } finally {
    clearInterval(timer);
    // Stops iterating, so that the caller can discard the remaining bytes. `return` waits for the pending read, which
    // never ends if the client stalled.
    await Promise.race([chunks.return?.(), stalled.promise.catch(ignoreUnawaited)]);
  }
}

/** Prevents an unhandled rejection while no `Promise.race` waits for the promise. */
function ignoreUnawaited(): void {}
