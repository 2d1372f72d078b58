import type { StampProblem } from '../../shared/stamping.ts';
import { NotStampable } from './not-stampable.ts';
import { stampPages } from './pdf-stamp.ts';

export type StampTask = { bytes: Uint8Array; line: string };
export type StampAnswer = { stamped: Uint8Array } | { problem: StampProblem; reason: string };

/** One file a process: what it takes of memory goes with it, and so does what it breaks. */
async function answer({ bytes, line }: StampTask): Promise<StampAnswer> {
  try {
    return { stamped: await stampPages(bytes, line) };
  } catch (error) {
    if (!(error instanceof NotStampable)) throw error;
    return { problem: error.problem, reason: String(error.cause) };
  }
}

process.once('message', async (task: StampTask) => {
  process.send?.(await answer(task));
});
