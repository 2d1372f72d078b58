import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { takeBackSeconds } from '../../../../shared/practice/drill-rules.ts';
import type { Solution } from '../../../../shared/practice/drills.ts';
import { tabStorage } from '../../../lib/browser-storage.ts';
import { trpc } from '../../../trpc.ts';
import { SignInAgain } from '../../../ui/sign-in-again.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { Drill } from './drill.tsx';
import { SessionEnd } from './session-end.tsx';
import type { GivenAnswer, SessionBack } from './session-types.ts';
import { type StoredSession, storeSession } from './stored-session.ts';
import { useAttemptQueue } from './use-attempt-queue.ts';
import { noneWaiting, waitingText } from './waiting-answers.tsx';

export type RunningSessionProps = {
  userId: string;
  /** The key under which the tab stores the session. */
  storageKey: string;
  /** The drills, and the answers that were given before a reload. */
  start: StoredSession;
  back: SessionBack;
};

/** A practice session: one drill after another, and the summary at the end. */
export function RunningSession({ userId, storageKey, start, back }: RunningSessionProps) {
  const [drills, setDrills] = useState(start.drills);
  const [index, setIndex] = useState(start.index);
  const [given, setGiven] = useState<GivenAnswer>();
  const [answers, setAnswers] = useState(start.answers);
  const [solutions, setSolutions] = useState<ReadonlyMap<string, Solution>>(
    () => new Map(start.solutions.map((solution) => [solution.attemptId, solution])),
  );
  const [rejections, setRejections] = useState<ReadonlyMap<string, string>>(new Map());
  const [waiting, setWaiting] = useState(noneWaiting);
  const shownAt = useRef(Date.now());
  const utils = trpc.useUtils();
  const queue = useAttemptQueue(userId, {
    onStored(solution) {
      if (solution) setSolutions((current) => new Map(current).set(solution.attemptId, solution));
    },
    onRejection: (attemptId, reason) => setRejections((current) => new Map(current).set(attemptId, reason)),
    onWaiting: setWaiting,
  });
  // Updates the page of the deck and the list of decks, if the student opened one of them before the request ended.
  const onSettled = () => {
    void utils.drills.practice.invalidate();
    void utils.drills.deck.invalidate();
  };
  // Not `useAction`, which drops a second call: the next drill may call the same procedure before the request ends.
  const pause = trpc.drills.pauseDeck.useMutation({
    onSuccess: () =>
      showToast({ title: 'Deck paused', description: 'Continue it on its page.', tone: 'success' }),
    onError: showFailure('The deck was not paused'),
    onSettled,
  });
  const bury = trpc.drills.bury.useMutation({
    onError: showFailure('The drill was not put aside'),
    onSettled,
  });
  const report = trpc.drills.reportUnclear.useMutation({
    onSuccess: () =>
      showToast({ title: 'Reported as unclear', description: 'A coach will look at it.', tone: 'success' }),
    onError: showFailure('The report was not sent', 'The report may have been sent'),
  });

  const drill = drills[index];
  const isOver = drill === undefined;
  useEffect(() => {
    if (isOver) tabStorage.remove(storageKey);
    else {
      storeSession(storageKey, {
        drills,
        index: given ? index + 1 : index,
        answers,
        solutions: [...solutions.values()],
      });
    }
  }, [storageKey, drills, index, given, answers, solutions, isOver]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: each drill restarts the clock
  useEffect(() => {
    shownAt.current = Date.now();
  }, [index]);
  // Reloads the data of other pages. The drills of this session stay the same.
  useEffect(() => {
    const reload = () => {
      void utils.drills.practice.invalidate();
      void utils.drills.deck.invalidate();
      void utils.leaks.invalidate();
      // A drill counts for the streak.
      void utils.goals.invalidate();
    };
    if (isOver) reload();
    return reload;
  }, [isOver, utils]);

  if (drill === undefined)
    return (
      <SessionEnd
        given={answers}
        solutions={solutions}
        rejections={rejections}
        waiting={waiting}
        back={back}
      />
    );

  function choose(chosen: number) {
    if (given || !drill) return;
    const now = Date.now();
    const attemptId = crypto.randomUUID();
    const answer = { drill, attemptId, chosen, at: now };
    setGiven(answer);
    setAnswers((before) => [...before, answer]);
    queue.add({
      kind: 'attempt',
      input: {
        id: attemptId,
        drillId: drill.id,
        version: drill.version,
        chosen,
        // The clock may have been set back while the drill was shown.
        tookMs: Math.max(0, now - shownAt.current),
      },
      at: now,
    });
  }

  function next() {
    setGiven(undefined);
    setIndex((at) => at + 1);
  }

  function takeBack() {
    const last = answers.at(-1);
    if (!last || Date.now() - last.at > takeBackSeconds * 1_000) return;
    if (!rejections.has(last.attemptId)) queue.add({ kind: 'takeBack', id: last.attemptId, at: Date.now() });
    setAnswers((before) => before.slice(0, -1));
    setGiven(undefined);
    setIndex(drills.findIndex(({ id }) => id === last.drill.id));
  }

  const solution = given && solutions.get(given.attemptId);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-sm text-muted">
        <p className="wrap-anywhere tabular">
          {`Drill ${index + 1} of ${drills.length}`}
          <span className="max-sm:hidden">{` · ${drill.deckTitle}`}</span>
        </p>
        <p className="flex items-center gap-4">
          {waiting.count > 0 && <span role="status">{waitingText(waiting)}</span>}
          {waiting.isLoggedOut && <SignInAgain className="font-semibold underline" />}
          <Link
            {...back}
            activeOptions={{ exact: true }}
            className="inline-flex items-center underline pointer-coarse:min-h-11"
          >
            Stop here
          </Link>
        </p>
      </div>
      <Drill
        key={`${drill.id} ${index}`}
        drill={drill}
        given={given}
        solution={solution}
        rejection={given && rejections.get(given.attemptId)}
        onChoose={choose}
        onNext={next}
        onEasy={() => {
          if (!given || !solution?.isRight) return;
          queue.add({ kind: 'markEasy', id: given.attemptId });
          next();
        }}
        onTakeBack={takeBack}
        onPause={() => {
          pause.mutate({ id: drill.deckId, isPaused: true });
          setDrills(drills.filter(({ deckId }, position) => position <= index || deckId !== drill.deckId));
          next();
        }}
        onBury={() => {
          bury.mutate({ id: drill.id });
          next();
        }}
        onUnclear={() => report.mutate({ id: drill.id, version: drill.version })}
      />
    </>
  );
}
