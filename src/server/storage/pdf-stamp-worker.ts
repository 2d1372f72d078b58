import { parentPort, workerData } from 'node:worker_threads';
import type { StampProblem } from '../../shared/stamping.ts';
import { NotStampable, stampPages } from './pdf-stamp.ts';

export type StampTask = { bytes: Uint8Array; line: string };
export type StampAnswer = { stamped: Uint8Array } | { problem: StampProblem; reason: string };

/** One file a thread: what it takes of memory goes with it. */
async function answer({ bytes, line }: StampTask): Promise<StampAnswer> {
  try {
    return { stamped: await stampPages(bytes, line) };
  } catch (error) {
    if (!(error instanceof NotStampable)) throw error;
    return { problem: error.problem, reason: String(error.cause) };
  }
}

parentPort?.postMessage(await answer(workerData));
