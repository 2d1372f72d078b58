import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { dueText } from '../../../../shared/coaching/due-text.ts';
import type { CoachQuestionView } from '../../../../shared/coaching/questions.ts';
import { planName } from '../../../lib/labels.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useSingleKeys } from '../../../lib/use-single-keys.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { keepToastsAbove } from '../../../ui/keep-toasts-above.ts';
import { showFailure } from '../../../ui/toast.tsx';
import { Replayer } from '../../hands/replayer/replayer.tsx';
import { stepBefore, useReplay } from '../../hands/replayer/use-replay.ts';
import { actionsOf } from '../one-answer.tsx';
import type { AnswerDraft } from './answer-draft.ts';
import { AnswerForm, type AnswerFormHandle } from './answer-form.tsx';
import { MakeDrill } from './make-drill.tsx';
import {
  BackButton,
  ClosedQuestion,
  columnsClass,
  QuestionColumn,
  QuestionSkeleton,
  QuestionText,
  tableClass,
} from './read-question.tsx';
import { ReturnDialog } from './return-dialog.tsx';

export type CoachQuestionProps = {
  id: string;
  onClose: () => void;
  onSent: (draft: AnswerDraft, studentName: string) => void;
  onReturned: () => void;
};

/** One question. Opening a question claims it, so that other coaches do not answer it too. */
export function CoachQuestion({ id, onClose, onSent, onReturned }: CoachQuestionProps) {
  const utils = trpc.useUtils();
  const [view, setView] = useState<CoachQuestionView>();
  const claim = useAction(
    trpc.questions.claim.useMutation({
      onSuccess: setView,
      onSettled: () => utils.questions.queue.invalidate(),
    }),
  );
  const { run } = claim;
  // biome-ignore lint/correctness/useExhaustiveDependencies: claims again only for another question
  useEffect(() => run({ id }), [id]);

  if (view) return <OpenQuestion view={view} onClose={onClose} onSent={onSent} onReturned={onReturned} />;
  if (!claim.failure) return <QuestionSkeleton />;
  const { message, requestId, status = 500 } = claim.failure;
  const back = <BackButton onClick={onClose} />;
  if (status < 500) return <ClosedQuestion id={id} message={message} back={back} />;
  return (
    <ErrorState
      titleAs="h1"
      title="The question could not be loaded"
      message={message}
      note="What you typed stays in this tab."
      requestId={requestId}
      onRetry={() => run({ id })}
      action={back}
    />
  );
}

type OpenQuestionProps = Omit<CoachQuestionProps, 'id'> & { view: CoachQuestionView };

function OpenQuestion({ view, onClose, onSent, onReturned }: OpenQuestionProps) {
  const [isReturning, setReturning] = useState(false);
  const form = useRef<AnswerFormHandle>(null);
  const content = useRef<HTMLDivElement>(null);
  const utils = trpc.useUtils();
  const release = useAction(
    trpc.questions.release.useMutation({
      onSuccess: onClose,
      onError: showFailure('The question was not put back', 'The question may have been put back'),
      onSettled: () => utils.questions.queue.invalidate(),
    }),
  );
  // Moves the focus, so that the keys of the replayer work immediately.
  useEffect(() => focusReplayer(content.current), []);
  useSingleKeys((key, event) => {
    if (key === 'q') onClose();
    if (key === 'r' && !view.isFollowUp) {
      event.preventDefault();
      setReturning(true);
    }
    if (/^[1-5]$/.test(key)) form.current?.focusWeight(Number(key) - 1);
    if (key === 'l') form.current?.focus('leak');
    if (key === '/') form.current?.openPhrases();
    if (key === '@') form.current?.focus('place');
    if (key === 'm') form.current?.recordWhileHeld(key);
  });
  return (
    <div ref={content}>
      <header className="mb-4 flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <p className="text-sm wrap-anywhere text-muted tabular">
          {view.student.id === null ? (
            view.student.name
          ) : (
            <Link
              to="/coach/students/$id"
              params={{ id: view.student.id }}
              target="_blank"
              className="underline underline-offset-2"
            >
              {view.student.name}
              <span className="sr-only">: brief, in a new tab</span>
            </Link>
          )}
          {` · ${planName(view.student.plan)} · by ${dueText(view.dueAt, undefined)}`}
        </p>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={onClose}>
            Back, keep the question
          </Button>
          <Button
            variant="secondary"
            size="small"
            busy={release.isPending}
            onClick={() => release.run({ id: view.id })}
          >
            Put back in the queue
          </Button>
          {!view.isFollowUp && (
            <Button variant="quietDanger" size="small" onClick={() => setReturning(true)}>
              Return to the student...
            </Button>
          )}
        </div>
      </header>
      <QuestionBody view={view} form={form} onSent={onSent} />
      {isReturning && (
        <ReturnDialog view={view} onClose={() => setReturning(false)} onReturned={onReturned} />
      )}
    </div>
  );
}

type QuestionBodyProps = Pick<OpenQuestionProps, 'view' | 'onSent'> & {
  form: React.RefObject<AnswerFormHandle | null>;
};

function QuestionBody({ view, form, onSent }: QuestionBodyProps) {
  const { hand, atAction } = view;
  if (hand === null || atAction === null) {
    return (
      <div className="grid gap-6">
        <QuestionText view={view} />
        <EmptyState title="The hand was deleted" description="The question leaves the queue automatically." />
      </div>
    );
  }
  return <QuestionWithHand view={view} hand={hand} atAction={atAction} form={form} onSent={onSent} />;
}

type QuestionWithHandProps = QuestionBodyProps & {
  hand: NonNullable<CoachQuestionView['hand']>;
  atAction: number;
};

function QuestionWithHand({ view, hand, atAction, form, onSent }: QuestionWithHandProps) {
  const replay = useReplay(hand, stepBefore(hand, atAction));
  const table = useRef<HTMLDivElement>(null);
  const answer = useRef<HTMLDivElement>(null);
  const actions = actionsOf(replay);
  const { action } = replay.step;
  const comment = () => action !== null && form.current?.addComment(action);
  // These keys of the replayer work on the whole page.
  useSingleKeys((key) => {
    if (key === 'arrowleft') replay.go(replay.index - 1);
    if (key === 'arrowright') replay.go(replay.index + 1);
    if (key === 'a') comment();
  });
  const focusWeight = (index: number) => ({
    does: `the weight of option ${index + 1}`,
    run: () => form.current?.focusWeight(index),
  });
  return (
    <>
      <div className={columnsClass}>
        <QuestionColumn view={view} actions={actions} atAction={atAction} />
        <div ref={table} tabIndex={-1} className={tableClass}>
          <Replayer
            replay={replay}
            moreKeys={{
              a: { does: 'a comment on this action', run: comment },
              m: { does: 'a voice clip, while you hold it', run: () => form.current?.recordWhileHeld('m') },
              ...Object.fromEntries([0, 1, 2, 3, 4].map((index) => [String(index + 1), focusWeight(index)])),
              ...pageKeys,
              ...(!view.isFollowUp && { r: { does: 'return the question' } }),
            }}
            sidePanel={
              <Button variant="secondary" size="small" disabled={action === null} onClick={comment}>
                Comment on this action
              </Button>
            }
          />
        </div>
        <div ref={answer} tabIndex={-1} className="grid scroll-mt-20 content-start gap-4 lg:col-start-2">
          <AnswerForm
            ref={form}
            view={view}
            describeAction={actions.textOf}
            onSent={(draft) => onSent(draft, view.student.name)}
            onLeave={() => focusReplayer(table.current)}
          />
          <MakeDrill view={view} hand={hand} atAction={atAction} answer={() => form.current?.draft()} />
        </div>
      </div>
      <div
        ref={keepToastsAbove}
        className="sticky bottom-[var(--bottom-bar,0px)] z-20 -mx-4 mt-6 grid grid-cols-2 gap-2 border-t border-border bg-bg px-4 py-2 sm:-mx-6 sm:px-6 [@media(max-height:20rem)]:static lg:hidden"
      >
        <Button variant="secondary" onClick={() => show(table.current)}>
          To the table
        </Button>
        <Button variant="secondary" onClick={() => show(answer.current)}>
          To the answer
        </Button>
      </div>
    </>
  );
}

/** Keys that other parts of the page handle. The replayer only lists them in its dialog of keys. */
const pageKeys = {
  '/': { does: 'your phrases' },
  l: { does: 'the leak' },
  '@': { does: 'the lesson to watch or read' },
  e: { does: 'copy the most similar answer' },
  c: { does: 'make a drill' },
  'Ctrl Enter': { does: 'send the answer' },
  u: { does: 'undo the answer that was sent last' },
  Escape: { does: 'from a field back to the table' },
  q: { does: 'back to the questions' },
};

function focusReplayer(within: HTMLElement | null): void {
  within?.querySelector<HTMLElement>('[aria-label="Replayer"]')?.focus({ preventScroll: true });
}

function show(part: HTMLElement | null): void {
  part?.scrollIntoView();
  part?.focus({ preventScroll: true });
}
