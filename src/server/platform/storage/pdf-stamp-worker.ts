import type { StampProblem } from '../../../shared/shop/stamping.ts';
import { NotStampable } from './not-stampable.ts';
import { stampPages } from './pdf-stamp.ts';

export type StampTask = { bytes: Uint8Array; line: string };
type Outcome = { stamped: Uint8Array } | { problem: StampProblem; reason: string };
/** `residentBytes` is what the process takes of memory afterwards. */
export type StampAnswer = Outcome & { residentBytes: number };

async function stamp({ bytes, line }: StampTask): Promise<Outcome> {
  try {
    return { stamped: await stampPages(bytes, line) };
  } catch (error) {
    if (!(error instanceof NotStampable)) throw error;
    return { problem: error.problem, reason: String(error.cause) };
  }
}

// Only its channel keeps the process alive, so it ends when the server does.
process.on('message', async (task: StampTask) => {
  const outcome = await stamp(task);
  process.send?.({ ...outcome, residentBytes: process.memoryUsage.rss() } satisfies StampAnswer);
});
