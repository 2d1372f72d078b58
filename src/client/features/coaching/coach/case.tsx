import { Link } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { dueText } from '../../../../shared/coaching/due-text.ts';
import type { CaseView } from '../../../../shared/coaching/questions.ts';
import { replayHand } from '../../../../shared/poker/replay.ts';
import { planName } from '../../../lib/labels.ts';
import { useAction } from '../../../lib/use-action.ts';
import { useSingleKeys } from '../../../lib/use-single-keys.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { Replayer } from '../../hands/replayer/replayer.tsx';
import { ReplayerSkeleton } from '../../hands/replayer/replayer-skeleton.tsx';
import { useReplay } from '../../hands/replayer/use-replay.ts';
import { OptionBars } from '../../practice/option-bars.tsx';
import { VoicePlayer } from '../voice/voice-player.tsx';
import type { AnswerDraft } from './answer-draft.ts';
import { AnswerForm, type AnswerFormHandle } from './answer-form.tsx';
import { MakeDrill } from './make-drill.tsx';
import { ReturnDialog } from './return-dialog.tsx';

export type CaseProps = {
  id: string;
  onClose: () => void;
  onSent: (draft: AnswerDraft) => void;
  onReturned: () => void;
};

/** One question. Opening it claims it. */
export function Case({ id, onClose, onSent, onReturned }: CaseProps) {
  const utils = trpc.useUtils();
  const [view, setView] = useState<CaseView>();
  const claim = useAction(
    trpc.questions.claim.useMutation({
      onSuccess: setView,
      onSettled: () => utils.questions.queue.invalidate(),
    }),
  );
  const { run } = claim;
  // Once for each question; a second render of the effect in development claims the same one again.
  // biome-ignore lint/correctness/useExhaustiveDependencies: only another question is claimed
  useEffect(() => run({ id }), [id]);

  if (view) return <OpenCase view={view} onClose={onClose} onSent={onSent} onReturned={onReturned} />;
  if (!claim.failure) return <ReplayerSkeleton />;
  return (
    <EmptyState
      headingLevel={1}
      title="You cannot answer this question"
      description={claim.failure.message}
      action={<Button onClick={onClose}>Back to the questions</Button>}
    />
  );
}

type OpenCaseProps = Omit<CaseProps, 'id'> & { view: CaseView };

function OpenCase({ view, onClose, onSent, onReturned }: OpenCaseProps) {
  const [isReturning, setReturning] = useState(false);
  const form = useRef<AnswerFormHandle>(null);
  const desk = useRef<HTMLDivElement>(null);
  const utils = trpc.useUtils();
  const release = useAction(
    trpc.questions.release.useMutation({
      onSuccess: onClose,
      onError: showFailure('The question was not put back'),
      onSettled: () => utils.questions.queue.invalidate(),
    }),
  );
  // So that the keys of the replayer work at once.
  useEffect(() => {
    desk.current?.querySelector<HTMLElement>('[aria-label="Replayer"]')?.focus({ preventScroll: true });
  }, []);
  useSingleKeys((key, event) => {
    if (key === 'q') onClose();
    if (key === 'r' && !view.isFollowUp) {
      event.preventDefault();
      setReturning(true);
    }
    if (/^[1-5]$/.test(key)) form.current?.focusWeight(Number(key) - 1);
    if (key === 'l') form.current?.focus('leak');
    if (key === '/') form.current?.focus('phrase');
    if (key === '@') form.current?.focus('place');
    if (key === 'm') form.current?.recordWhileHeld(key);
  });
  return (
    <div ref={desk}>
      <header className="mb-6 flex flex-wrap items-start justify-between gap-4">
        <div className="min-w-0">
          <p className="text-sm text-muted tabular">
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
          <h1 className="mt-1 measure text-2xl font-bold wrap-anywhere">
            {view.question === '' ? 'What would you do here?' : view.question}
          </h1>
          <p className="mt-2 measure whitespace-pre-line wrap-anywhere">{view.thought}</p>
          {!view.showsStakes && (
            <p className="mt-2 text-sm text-muted">The student shows neither stakes nor the result.</p>
          )}
        </div>
        <div className="flex flex-wrap gap-2">
          <Button variant="secondary" size="small" onClick={onClose}>
            Back, keep it
          </Button>
          <Button
            variant="secondary"
            size="small"
            busy={release.isPending}
            onClick={() => release.run({ id: view.id })}
          >
            Put back
          </Button>
          {!view.isFollowUp && (
            <Button variant="quietDanger" size="small" onClick={() => setReturning(true)}>
              Return...
            </Button>
          )}
        </div>
      </header>
      <CaseDesk view={view} form={form} onSent={onSent} />
      {isReturning && (
        <ReturnDialog id={view.id} onClose={() => setReturning(false)} onReturned={onReturned} />
      )}
    </div>
  );
}

type CaseDeskProps = Pick<OpenCaseProps, 'view' | 'onSent'> & {
  form: React.RefObject<AnswerFormHandle | null>;
};

function CaseDesk({ view, form, onSent }: CaseDeskProps) {
  const { hand, atAction } = view;
  if (hand === null || atAction === null) {
    return <EmptyState title="The hand was deleted" description="The question leaves the queue by itself." />;
  }
  return <CaseWithHand view={view} hand={hand} atAction={atAction} form={form} onSent={onSent} />;
}

type CaseWithHandProps = CaseDeskProps & { hand: NonNullable<CaseView['hand']>; atAction: number };

function CaseWithHand({ view, hand, atAction, form, onSent }: CaseWithHandProps) {
  const start = replayHand(hand, 'bb').findLastIndex(({ action }) => action !== null && action < atAction);
  const replay = useReplay(hand, start);
  const said = (action: number) => replay.steps.find((step) => step.action === action)?.said ?? '';
  const { action } = replay.step;
  const comment = () => action !== null && form.current?.addComment(action);
  // Of the keys of the replayer, those that work on the whole page.
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
    <div className="grid gap-8 2xl:grid-cols-[minmax(0,1fr)_30rem]">
      <Replayer
        replay={replay}
        moreKeys={{
          a: { does: 'a comment on this action', run: comment },
          m: { does: 'a voice clip, while you hold it', run: () => form.current?.recordWhileHeld('m') },
          ...Object.fromEntries([0, 1, 2, 3, 4].map((index) => [String(index + 1), focusWeight(index)])),
        }}
        rail={
          <div className="grid gap-4">
            <p>
              <span className="font-semibold text-accent-text">The decision:</span> {said(atAction)}
            </p>
            <Button variant="secondary" size="small" disabled={action === null} onClick={comment}>
              Comment on this action
            </Button>
            <MakeDrill view={view} hand={hand} atAction={atAction} answer={() => form.current?.draft()} />
            {view.followUp !== null && (
              <p className="border-l-4 border-accent pl-4 whitespace-pre-line wrap-anywhere">
                <span className="font-semibold">The student asks back:</span> {view.followUp}
              </p>
            )}
            {view.answers.map((answer) => (
              <section
                key={answer.createdAt}
                aria-label="Earlier answer"
                className="border-t border-border pt-4"
              >
                <p className="text-sm text-muted">{answer.coachName}</p>
                <OptionBars options={answer.options} tried={null} />
                <p className="mt-2 whitespace-pre-line wrap-anywhere">{answer.reason}</p>
                {answer.voice && <VoicePlayer {...answer.voice} label="Voice clip" />}
              </section>
            ))}
          </div>
        }
      />
      <AnswerForm ref={form} view={view} said={said} onSent={onSent} />
    </div>
  );
}
