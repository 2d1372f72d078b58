import { useRef, useState } from 'react';
import { describeError } from '../../lib/error-text.ts';
import { trpc } from '../../trpc.ts';

/** The reader's 1 to 5 (G2): shown at once, and of quick changes the last one is what is stored. */
export function useRating(sessionId: number, stored: number | null) {
  const utils = trpc.useUtils();
  const [chosen, setChosen] = useState(stored);
  const [failure, setFailure] = useState<string>();
  const wanted = useRef(stored);
  const sending = useRef(false);

  async function send(): Promise<void> {
    sending.current = true;
    let saved = stored;
    try {
      while (saved !== wanted.current) {
        const rating = wanted.current;
        const entry = await utils.client.learning.reportProgress.mutate({ sessionId, rating });
        saved = rating;
        utils.learning.getSession.setData({ id: String(sessionId) }, (held) =>
          held?.access === 'open' ? { ...held, progress: entry } : held,
        );
      }
      void utils.learning.progress.invalidate();
    } catch (error) {
      wanted.current = saved;
      setChosen(saved);
      setFailure(describeError(error).message);
    } finally {
      sending.current = false;
    }
  }

  return {
    chosen,
    failure,
    choose(rating: number) {
      wanted.current = rating;
      setChosen(rating);
      setFailure(undefined);
      if (!sending.current) void send();
    },
  };
}
