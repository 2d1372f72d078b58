import { useRef, useState } from 'react';
import { describeError } from '../../../lib/error-text.ts';
import { trpc } from '../../../trpc.ts';

/**
 * The student's rating from 1 to 5. Shown immediately; of rapid changes, only the last is stored.
 * @returns `isStored` is true once the server has the shown value
 */
export function useRating(sessionId: number, stored: number | null) {
  const utils = trpc.useUtils();
  const [chosen, setChosen] = useState(stored);
  const [saved, setSaved] = useState(stored);
  const [failure, setFailure] = useState<string>();
  const wanted = useRef(stored);
  const sending = useRef(false);

  async function send(): Promise<void> {
    sending.current = true;
    let latest = saved;
    try {
      while (latest !== wanted.current) {
        const rating = wanted.current;
        const entry = await utils.client.learning.reportProgress.mutate({ sessionId, rating });
        latest = rating;
        setSaved(rating);
        utils.learning.getSession.setData({ id: String(sessionId) }, (held) =>
          held?.access === 'open' ? { ...held, progress: entry } : held,
        );
      }
      void utils.learning.progress.invalidate();
    } catch (error) {
      wanted.current = latest;
      setChosen(latest);
      setFailure(describeError(error).message);
    } finally {
      sending.current = false;
    }
  }

  return {
    chosen,
    isStored: chosen === saved,
    failure,
    choose(rating: number) {
      wanted.current = rating;
      setChosen(rating);
      setFailure(undefined);
      if (!sending.current) void send();
    },
  };
}
