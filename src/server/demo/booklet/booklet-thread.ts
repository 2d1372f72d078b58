import { parentPort, Worker } from 'node:worker_threads';
import type { BookletOptions } from './booklet.ts';
import type { Lesson } from './read-lesson.ts';

type Task = { id: number; lesson: Lesson; options: BookletOptions };
type BookletResult = { id: number } & ({ bytes: Uint8Array } | { error: Error });

export type BookletThread = {
  /** @throws what `makeBooklet` throws; Error if the thread ends early */
  make(lesson: Lesson, options: BookletOptions): Promise<Buffer>;
  close(): Promise<void>;
};

/**
 * Lays out booklets, the PDFs of the demo data, in a separate thread, because each takes a tenth of a second, which
 * would block the server.
 */
export function startBookletThread(): BookletThread {
  const worker = new Worker(new URL(import.meta.url));
  const waiting = new Map<number, PromiseWithResolvers<Buffer>>();
  worker.on('message', (result: BookletResult) => {
    const promise = waiting.get(result.id);
    waiting.delete(result.id);
    if ('error' in result) promise?.reject(result.error);
    else promise?.resolve(Buffer.from(result.bytes));
  });
  let ended: Error | undefined;
  const fail = (error: Error) => {
    ended ??= error;
    for (const promise of waiting.values()) promise.reject(error);
  };
  worker.on('error', fail);
  worker.on('exit', () => fail(new Error('the thread that lays out booklets has ended')));
  let tasks = 0;
  return {
    async make(lesson, options) {
      if (ended) throw ended;
      const promise = Promise.withResolvers<Buffer>();
      tasks += 1;
      waiting.set(tasks, promise);
      worker.postMessage({ id: tasks, lesson, options } satisfies Task);
      return promise.promise;
    },
    async close() {
      await worker.terminate();
    },
  };
}

// This part runs in the thread.
parentPort?.on('message', async ({ id, lesson, options }: Task) => {
  const { makeBooklet } = await import('./booklet.ts');
  try {
    parentPort?.postMessage({ id, bytes: await makeBooklet(lesson, options) } satisfies BookletResult);
  } catch (error) {
    parentPort?.postMessage({ id, error: error as Error } satisfies BookletResult);
  }
});
