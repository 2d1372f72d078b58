import { useEffect, useRef, useState } from 'react';
import type { BadHand, GoodHand, ReadRequest, ReadResponse } from './read-messages.ts';

export type Reading = {
  good: GoodHand[];
  bad: BadHand[];
  /** Hands in the text; null until it is known. */
  total: number | null;
  isDone: boolean;
};

const nothing: Reading = { good: [], bad: [], total: null, isDone: true };

/** An idle worker is ended after a minute. */
const idleMs = 60_000;

/** Reads hands in a worker, which is started when it is needed. Each new text replaces the one before. */
export function useHandReader(account: string): {
  reading: Reading;
  /** Starts the worker, so that the first text need not wait for it. */
  prepare: () => void;
  read: (text: ReadRequest['text']) => void;
  clear: () => void;
} {
  const [reading, setReading] = useState<Reading>(nothing);
  const worker = useRef<Worker>(undefined);
  const request = useRef(0);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);

  const end = () => {
    worker.current?.terminate();
    worker.current = undefined;
  };
  useEffect(
    () => () => {
      clearTimeout(idle.current);
      worker.current?.terminate();
    },
    [],
  );

  function open(): Worker {
    if (worker.current) return worker.current;
    const opened = new Worker(new URL('./read-worker.ts', import.meta.url), { type: 'module' });
    opened.addEventListener('message', ({ data }: MessageEvent<ReadResponse>) => {
      if (data.request !== request.current) return;
      setReading((before) => ({
        good: [...before.good, ...data.results.filter((result): result is GoodHand => !('code' in result))],
        bad: [...before.bad, ...data.results.filter((result) => 'code' in result)],
        total: data.total,
        isDone: data.isDone ?? false,
      }));
      if (data.isDone) idle.current = setTimeout(end, idleMs);
    });
    worker.current = opened;
    return opened;
  }

  return {
    reading,
    prepare() {
      if (worker.current) return;
      open();
      idle.current = setTimeout(end, idleMs);
    },
    read(text) {
      clearTimeout(idle.current);
      request.current += 1;
      setReading({ ...nothing, isDone: false });
      open().postMessage({ request: request.current, text, account } satisfies ReadRequest);
    },
    clear() {
      request.current += 1;
      setReading(nothing);
    },
  };
}
