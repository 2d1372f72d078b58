import { useRef, useState } from 'react';
import { describeError } from '../../../lib/error-text.ts';
import { trpc } from '../../../trpc.ts';
import { useChangeSession } from '../use-change-session.ts';

/**
 * The student's rating from 1 to 5, shown immediately. While a rating is being sent, further choices wait, and only the
 * last of them is sent.
 * @returns `isStored`: whether the server has stored the shown rating
 */
export function useRating(sessionId: number, stored: number | null) {
  const utils = trpc.useUtils();
  const changeSession = useChangeSession(sessionId);
  const [chosen, setChosen] = useState(stored);
  const [saved, setSaved] = useState(stored);
  const [failure, setFailure] = useState<string>();
  const latestChoice = useRef(stored);
  const sending = useRef(false);

  async function send(): Promise<void> {
    sending.current = true;
    let latest = saved;
    try {
      while (latest !== latestChoice.current) {
        const rating = latestChoice.current;
        const progress = await utils.client.learning.reportProgress.mutate({ sessionId, rating });
        latest = rating;
        setSaved(rating);
        changeSession((session) => ({ ...session, progress }));
      }
      void utils.learning.progress.invalidate();
    } catch (error) {
      latestChoice.current = latest;
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
      latestChoice.current = rating;
      setChosen(rating);
      setFailure(undefined);
      if (!sending.current) void send();
    },
  };
}
