import type { StampProblem } from '../../../shared/shop/stamping.ts';
import { NotStampable } from './not-stampable.ts';
import { describePdf, type PdfDetails } from './pdf-details.ts';
import { stampPages } from './stamp-pages.ts';

/** `line` is the text of the stamp, `url` the URL of the QR code. Without a line, only the details are read. */
export type StampTask = { bytes: Uint8Array; line?: string; url?: string | undefined };
type Outcome =
  | { stamped: Uint8Array }
  | { details: PdfDetails | null }
  | { problem: StampProblem; reason: string };
/** `residentBytes` is the memory use of the process after the task. */
export type StampResult = Outcome & { residentBytes: number };

async function run({ bytes, line, url }: StampTask): Promise<Outcome> {
  // A file that pdf.js cannot read can still be sold, without these details.
  if (line === undefined) return { details: await describePdf(bytes).catch(() => null) };
  try {
    return { stamped: await stampPages(bytes, line, url) };
  } catch (error) {
    if (!(error instanceof NotStampable)) throw error;
    return { problem: error.problem, reason: String(error.cause ?? error.message) };
  }
}

// Only the channel to the server keeps this process alive, so it ends when the server does.
process.on('message', async (task: StampTask) => {
  const outcome = await run(task);
  process.send?.({ ...outcome, residentBytes: process.memoryUsage.rss() } satisfies StampResult);
});
