import { useState } from 'react';
import { trpc } from '../../../trpc.ts';
import { Notice } from '../../../ui/notice.tsx';
import { useTryQueue } from './use-try-queue.ts';

/** Says how many answers wait for a connection; nothing without any. */
export function WaitingNotice({ waiting }: { waiting: number }) {
  if (waiting === 0) return null;
  return (
    <Notice
      tone="warning"
      title={`${waiting} ${waiting === 1 ? 'answer waits' : 'answers wait'} for a connection`}
      className="my-4"
    >
      Keep this tab open. They are sent by themselves.
    </Notice>
  );
}

/** Sends answers that a session has left without a connection, and says how many wait. */
export function WaitingAnswers({ userId }: { userId: string }) {
  const [waiting, setWaiting] = useState(0);
  const utils = trpc.useUtils();
  useTryQueue(userId, {
    onSolution() {
      void utils.drills.invalidate();
      void utils.leaks.invalidate();
      void utils.goals.invalidate();
    },
    onWaiting: setWaiting,
  });
  return <WaitingNotice waiting={waiting} />;
}
