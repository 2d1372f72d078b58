import { useRef, useState } from 'react';
import { usePageRestored } from './use-page-restored.ts';

/**
 * Work that must not run twice at once: `busy` is seen a render later, so that a second click in between would start
 * it again. The work handles its own errors.
 */
export function useSingleRun(): { busy: boolean; run: (work: () => Promise<void>) => Promise<void> } {
  const running = useRef(false);
  const [busy, setBusy] = useState(false);

  function finish() {
    running.current = false;
    setBusy(false);
  }

  // A page that comes back from the bfcache was frozen in the middle of its work, and the answer is lost.
  usePageRestored(finish);

  async function start(work: () => Promise<void>) {
    running.current = true;
    setBusy(true);
    try {
      await work();
    } finally {
      finish();
    }
  }

  return {
    busy,
    /** Done when the work is, or at once while other work is under way. */
    async run(work) {
      if (!running.current) await start(work);
    },
  };
}
