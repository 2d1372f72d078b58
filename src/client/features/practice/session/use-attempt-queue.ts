import { useCallback, useEffect, useRef } from 'react';
import type { Solution } from '../../../../shared/practice/drills.ts';
import { type TrpcClient, trpc } from '../../../trpc.ts';
import { showToast } from '../../../ui/toast.tsx';
import { type AttemptQueue, openAttemptQueue, type Waiting } from './attempt-queue.ts';

type Listener = Pick<QueueEvents, 'onStored' | 'onRejection'>;
type SharedQueue = AttemptQueue & { listeners: Set<Listener> };

const rejectionTitles = {
  attempt: 'An answer was not stored',
  takeBack: 'The answer was not taken back',
  markEasy: 'The answer was not marked as easy',
};

/** The pages of a tab share one queue per user, because the previous page may still be sending answers. */
const queues = new WeakMap<TrpcClient, Map<string, SharedQueue>>();

function sharedQueue(client: TrpcClient, userId: string): SharedQueue {
  const clientQueues = queues.get(client) ?? new Map<string, SharedQueue>();
  queues.set(client, clientQueues);
  const existing = clientQueues.get(userId);
  if (existing) return existing;
  const listeners: SharedQueue['listeners'] = new Set();
  const queue = openAttemptQueue(client, userId, (result) => {
    if ('solution' in result) {
      for (const listener of listeners) listener.onStored(result.solution);
      return;
    }
    const { kind, attemptId, reason } = result;
    if (kind === 'attempt') for (const listener of listeners) listener.onRejection(attemptId, reason);
    showToast({ title: rejectionTitles[kind], description: reason, tone: 'danger' });
  });
  const opened = { ...queue, listeners };
  clientQueues.set(userId, opened);
  return opened;
}

type QueueEvents = {
  /** Called when the server has stored an answer or a change to one. `solution` is undefined for a change. */
  onStored: (solution: Solution | undefined) => void;
  /** Called for an answer that the server rejected, with the reason. */
  onRejection: (attemptId: string, reason: string) => void;
  onWaiting: (waiting: Waiting) => void;
};

/**
 * The tab's queue of answers. Its items are sent when the component mounts and when an item is added. Items that could
 * not be sent are sent again every 15 seconds and when the browser is back online.
 */
export function useAttemptQueue(userId: string, events: QueueEvents) {
  const { client } = trpc.useUtils();
  const queue = sharedQueue(client, userId);
  const latest = useRef(events);
  latest.current = events;
  const flush = useCallback(async () => {
    await queue.flush();
    latest.current.onWaiting(queue.waiting());
  }, [queue]);
  useEffect(() => {
    const listener: Listener = {
      onStored: (solution) => latest.current.onStored(solution),
      onRejection: (attemptId, reason) => latest.current.onRejection(attemptId, reason),
    };
    queue.listeners.add(listener);
    void flush();
    const retry = () => void flush();
    addEventListener('online', retry);
    const timer = setInterval(retry, 15_000);
    return () => {
      queue.listeners.delete(listener);
      removeEventListener('online', retry);
      clearInterval(timer);
    };
  }, [flush, queue]);
  return {
    add(item: Parameters<typeof queue.add>[0]) {
      queue.add(item);
      void flush();
    },
  };
}
