import { useRef, useState } from 'react';

/**
 * Runs one piece of work at a time; what is started meanwhile is ignored. State is seen a render later, so that a
 * second click in between needs the ref.
 */
export function useSingleRun(): { running: boolean; run: (work: () => Promise<void>) => Promise<void> } {
  const busy = useRef(false);
  const [running, setRunning] = useState(false);

  async function run(work: () => Promise<void>) {
    if (busy.current) return;
    busy.current = true;
    setRunning(true);
    try {
      await work();
    } finally {
      busy.current = false;
      setRunning(false);
    }
  }

  return { running, run };
}
