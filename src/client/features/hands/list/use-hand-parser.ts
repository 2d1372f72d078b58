import { useEffect, useRef, useState } from 'react';
import type { BadHand, GoodHand, NamedFile, ParseRequest, ParseResponse } from './parse-messages.ts';

type ParsedHands = {
  good: GoodHand[];
  bad: BadHand[];
  /** The number of results, of which some may not have arrived; null until it is known. */
  total: number | null;
  isDone: boolean;
  /** Whether the worker failed, such as when a part of it could not be loaded. */
  hasFailed: boolean;
};

const nothingParsed: ParsedHands = { good: [], bad: [], total: null, isDone: true, hasFailed: false };

/** Time after which an idle worker is terminated. */
const idleMs = 60_000;

export type HandParser = {
  parsed: ParsedHands;
  /** Starts the worker, so that the first text does not wait for it. */
  prepare: () => void;
  hasFiles: boolean;
  /** Replaces the text, and parses the new text and the files. Does nothing if the text has not changed. */
  parse: (text: string) => void;
  /** Adds files, and parses the text and all files. */
  addFiles: (files: readonly NamedFile[]) => void;
  /** Parses the last text and the files again. */
  retry: () => void;
  /** Removes the text and the files. */
  clear: () => void;
};

/** Parses the hands of a text and of files in a worker, which is started on demand. */
export function useHandParser(account: string): HandParser {
  const [parsed, setParsed] = useState<ParsedHands>(nothingParsed);
  const worker = useRef<Worker>(undefined);
  const request = useRef(0);
  const lastText = useRef('');
  const files = useRef<readonly NamedFile[]>([]);
  const [hasFiles, setHasFiles] = useState(false);
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
    const opened = new Worker(new URL('./parse-worker.ts', import.meta.url), { type: 'module' });
    opened.addEventListener('message', ({ data }: MessageEvent<ParseResponse>) => {
      if (data.request !== request.current) return;
      isWaiting.current = !data.isDone;
      setParsed((before) => ({
        good: [...before.good, ...data.results.filter((result): result is GoodHand => !('code' in result))],
        bad: [...before.bad, ...data.results.filter((result) => 'code' in result)],
        total: data.total,
        isDone: data.isDone,
        hasFailed: false,
      }));
      if (data.isDone) endWhenIdle();
    });
    opened.addEventListener('error', () => {
      if (worker.current !== opened) return;
      end();
      if (isWaiting.current) setParsed((before) => ({ ...before, isDone: true, hasFailed: true }));
    });
    worker.current = opened;
    return opened;
  }

  function ask(text: string) {
    clearTimeout(idle.current);
    request.current += 1;
    lastText.current = text;
    isWaiting.current = true;
    open().postMessage({
      request: request.current,
      text,
      files: files.current,
      account,
    } satisfies ParseRequest);
    setParsed(nothingParsed);
  }

  function setFileList(list: readonly NamedFile[]) {
    files.current = list;
    setHasFiles(list.length > 0);
  }

  function clear() {
    request.current += 1;
    lastText.current = '';
    setFileList([]);
    isWaiting.current = false;
    setParsed(nothingParsed);
    endWhenIdle();
  }

  return {
    parsed,
    hasFiles,
    parse(text) {
      if (text.trim() === '' && files.current.length === 0) clear();
      else if (text !== lastText.current) ask(text);
    },
    addFiles(added) {
      setFileList([...files.current, ...added]);
      ask(lastText.current);
    },
    retry: () => ask(lastText.current),
    prepare() {
      if (worker.current) return;
      open();
      endWhenIdle();
    },
    clear,
  };
}
