import { useEffect, useRef, useState } from 'react';
import type { BadHand, GoodHand, ReadRequest, ReadResponse } from './read-messages.ts';

type Reading = {
  good: GoodHand[];
  bad: BadHand[];
  /** The number of hands in the text; null until it is known. */
  total: number | null;
  isDone: boolean;
  /** Whether the worker failed, such as when a part of it could not be loaded. */
  hasFailed: boolean;
};

const emptyReading: Reading = { good: [], bad: [], total: null, isDone: true, hasFailed: false };

/** Time after which an idle worker is terminated. */
const idleMs = 60_000;

export type HandReader = {
  reading: Reading;
  /** Starts the worker, so that the first text does not wait for it. */
  prepare: () => void;
  /** Reads a text, unless it is the text that was read last. */
  read: (text: ReadRequest['text']) => void;
  /** Reads the last text again. */
  retry: () => void;
  clear: () => void;
};

/** Reads hands in a worker, which is started on demand. Each new text replaces the previous one. */
export function useHandReader(account: string): HandReader {
  const [reading, setReading] = useState<Reading>(emptyReading);
  const worker = useRef<Worker>(undefined);
  const request = useRef(0);
  const lastText = useRef<ReadRequest['text']>('');
  const isWaiting = useRef(false);
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined);

  const end = () => {
    worker.current?.terminate();
    worker.current = undefined;
  };
  const endWhenIdle = () => {
    clearTimeout(idle.current);
    idle.current = setTimeout(end, idleMs);
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
      isWaiting.current = !data.isDone;
      setReading((before) => ({
        good: [...before.good, ...data.results.filter((result): result is GoodHand => !('code' in result))],
        bad: [...before.bad, ...data.results.filter((result) => 'code' in result)],
        total: data.total,
        isDone: data.isDone ?? false,
        hasFailed: false,
      }));
      if (data.isDone) endWhenIdle();
    });
    opened.addEventListener('error', () => {
      if (worker.current !== opened) return;
      end();
      if (isWaiting.current) setReading((before) => ({ ...before, isDone: true, hasFailed: true }));
    });
    worker.current = opened;
    return opened;
  }

  function ask(text: ReadRequest['text']) {
    clearTimeout(idle.current);
    request.current += 1;
    lastText.current = text;
    isWaiting.current = true;
    open().postMessage({ request: request.current, text, account } satisfies ReadRequest);
    setReading(emptyReading);
  }

  return {
    reading,
    read(text) {
      if (text !== lastText.current) ask(text);
    },
    retry: () => ask(lastText.current),
    prepare() {
      if (worker.current) return;
      open();
      endWhenIdle();
    },
    clear() {
      request.current += 1;
      lastText.current = '';
      isWaiting.current = false;
      setReading(emptyReading);
      endWhenIdle();
    },
  };
}
