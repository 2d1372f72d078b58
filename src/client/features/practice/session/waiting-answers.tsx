import { useState } from 'react';
import { countText } from '../../../lib/count-text.ts';
import { trpc } from '../../../trpc.ts';
import { Notice } from '../../../ui/notice.tsx';
import { SignInAgain } from '../../../ui/sign-in-again.tsx';
import type { Waiting } from './attempt-queue.ts';
import { useAttemptQueue } from './use-attempt-queue.ts';

export const noneWaiting: Waiting = { count: 0, isLoggedOut: false };

export const waitingText = ({ count, isLoggedOut }: Waiting): string =>
  `${countText(count, 'answer waits', 'answers wait')} ${isLoggedOut ? 'until you log in again' : 'to be sent'}`;

/** A notice with the number of answers that wait to be sent. Hidden if there are none. */
export function WaitingNotice({ waiting }: { waiting: Waiting }) {
  if (waiting.count === 0) return null;
  return (
    <Notice
      tone="warning"
      title={waitingText(waiting)}
      action={waiting.isLoggedOut && <SignInAgain />}
      className="my-4"
    >
      Keep this tab open. {waiting.count === 1 ? 'It is' : 'They are'} sent{' '}
      {waiting.isLoggedOut ? 'when you have logged in' : 'automatically'}.
    </Notice>
  );
}

/** A notice with the number of answers that the server rejected, and why. Hidden if there are none. */
export function RejectedNotice({ reasons }: { reasons: readonly string[] }) {
  if (reasons.length === 0) return null;
  return (
    <Notice
      tone="danger"
      title={`${countText(reasons.length, 'answer was', 'answers were')} not stored`}
      className="my-4"
    >
      {[...new Set(reasons)].join(' ')}
    </Notice>
  );
}

/** Sends answers that an earlier practice session could not send, and shows how many still wait or were rejected. */
export function WaitingAnswers({ userId }: { userId: string }) {
  const [waiting, setWaiting] = useState(noneWaiting);
  const [rejections, setRejections] = useState<readonly string[]>([]);
  const utils = trpc.useUtils();
  useAttemptQueue(userId, {
    onStored() {
      void utils.drills.invalidate();
      void utils.leaks.invalidate();
      void utils.goals.invalidate();
    },
    onRejection: (_attemptId, reason) => setRejections((before) => [...before, reason]),
    onWaiting: setWaiting,
  });
  return (
    <>
      <WaitingNotice waiting={waiting} />
      <RejectedNotice reasons={rejections} />
    </>
  );
}
