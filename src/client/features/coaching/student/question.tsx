import { Link } from '@tanstack/react-router';
import { useRef, useState } from 'react';
import { libraryConsent } from '../../../../shared/coaching/question-limits.ts';
import type { QuestionView } from '../../../../shared/coaching/questions.ts';
import { describeError } from '../../../lib/error-text.ts';
import { updatedByStaff } from '../../../lib/query-freshness.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { CheckboxField } from '../../../ui/checkbox-field.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { Replayer } from '../../hands/replayer/replayer.tsx';
import { ReplayerSkeleton } from '../../hands/replayer/replayer-skeleton.tsx';
import { stepBefore, useReplay } from '../../hands/replayer/use-replay.ts';
import { actionsOf } from '../one-answer.tsx';
import { AnswerCard } from './answer-card.tsx';
import { QuestionBadge, statusDetail } from './questions.tsx';
import { TryAgain } from './try-again.tsx';

export function Question({ id }: { id: string }) {
  const query = trpc.questions.get.useQuery({ id }, updatedByStaff);
  const wasHidden = useRef(false);
  if (query.data && !query.data.isRevealed) wasHidden.current = true;
  const code = query.error ? describeError(query.error).code : undefined;
  if (code === 'not_found' || code === 'invalid_input') {
    return (
      <EmptyState
        headingLevel={1}
        title="There is no such question"
        description="It is not one of yours, or its link is incomplete."
        action={
          <Link to="/questions" className={buttonClass('primary')}>
            Your questions
          </Link>
        }
      />
    );
  }
  return (
    <QueryView
      query={query}
      skeleton={<ReplayerSkeleton />}
      errorTitle="The question could not be loaded"
      titleAs="h1"
      note="The question and its answer are not lost."
    >
      {(view) => (
        <>
          <QuestionHeader view={view} />
          {view.hand === null || view.atAction === null ? (
            <QuestionWithoutHand view={view} takesFocus={wasHidden.current} />
          ) : (
            <>
              <QuestionWithHand
                // Revealing the answer loads more of the hand, so the replay starts again at the decision.
                key={String(view.isRevealed)}
                view={view}
                takesFocus={wasHidden.current}
                hand={view.hand}
                atAction={view.atAction}
              />
              <LibraryConsent view={view} />
            </>
          )}
        </>
      )}
    </QueryView>
  );
}

function QuestionHeader({ view }: { view: QuestionView }) {
  return (
    <header className="mb-6">
      <div className="flex flex-wrap items-center gap-2">
        <QuestionBadge question={view} />
        <span className="text-sm text-muted tabular">{statusDetail(view)}</span>
      </div>
      <h1 className="mt-3 measure text-2xl font-bold wrap-anywhere">
        {view.question === '' ? 'Your question' : view.question}
      </h1>
      <p className="mt-2 measure whitespace-pre-line text-muted wrap-anywhere">{view.thought}</p>
      {view.followUp !== null && (
        <p className="mt-4 measure border-l-4 border-border pl-4 whitespace-pre-line wrap-anywhere">
          <span className="font-semibold">Your follow-up:</span> {view.followUp}
        </p>
      )}
      {view.status === 'returned' && (
        <Notice
          tone="warning"
          title={`A coach returned this question: ${statusDetail(view)}`}
          className="mt-4"
        >
          {view.returnText}
          <p className="mt-1">{inItsPlace(view, 'another question')}</p>
        </Notice>
      )}
      {view.status === 'queued' && <Withdraw id={view.id} />}
    </header>
  );
}

function inItsPlace({ replacedWhenLate }: QuestionView, another: 'another question' | 'another one'): string {
  return replacedWhenLate
    ? `You already got ${another} in its place, because the answer was late.`
    : `You can ask ${another} in its place.`;
}

function Withdraw({ id }: { id: string }) {
  const utils = trpc.useUtils();
  /** Whether the student is asked to confirm; undefined until the button is pressed. */
  const [isAsking, setAsking] = useState<boolean>();
  const withdraw = useAction(
    trpc.questions.withdraw.useMutation({
      onSuccess: () => showToast({ title: 'Question withdrawn', tone: 'success' }),
      onError: showFailure('The question was not withdrawn', 'The question may have been withdrawn'),
      onSettled: () => utils.questions.invalidate(),
    }),
  );
  // A pressed button disappears, so the focus moves: from "Withdraw the question" to "Keep the question", and back.
  return (
    <div className="mt-4 flex flex-wrap items-center gap-2">
      {isAsking ? (
        <>
          <p className="w-full text-sm">
            The question loses its place in the queue, and does not count as one of your questions.
          </p>
          <Button autoFocus variant="secondary" size="small" onClick={() => setAsking(false)}>
            Keep the question
          </Button>
          <Button
            variant="danger"
            size="small"
            busy={withdraw.isPending}
            busyLabel="Withdrawing..."
            onClick={() => withdraw.run({ id })}
          >
            Withdraw it
          </Button>
        </>
      ) : (
        <Button
          autoFocus={isAsking === false}
          variant="secondary"
          size="small"
          onClick={() => setAsking(true)}
        >
          Withdraw the question
        </Button>
      )}
    </div>
  );
}

type QuestionWithHandProps = {
  view: QuestionView;
  /** Whether the answer takes the focus when it is revealed. */
  takesFocus: boolean;
  hand: NonNullable<QuestionView['hand']>;
  atAction: number;
};

function QuestionWithHand({ view, takesFocus, hand, atAction }: QuestionWithHandProps) {
  const replay = useReplay(hand, stepBefore(hand, atAction));
  return (
    <Replayer
      replay={replay}
      isSidePanelFirst
      sidePanel={
        view.choices.length > 0 && !view.isRevealed ? (
          <TryAgain view={view} />
        ) : view.answers.length > 0 ? (
          <AnswerCard view={view} takesFocus={takesFocus} actions={actionsOf(replay)} />
        ) : (
          <Card as="section" aria-label="State">
            <p className="text-muted">
              {view.status === 'withdrawn' || view.status === 'returned'
                ? `This question does not count as one of your questions. ${inItsPlace(view, 'another one')}`
                : 'You get an email when it is answered.'}
            </p>
          </Card>
        )
      }
    />
  );
}

/**
 * Lets the student give or withdraw consent to the academy's use of the hand in its drills. The form for a question
 * asks for this consent, too.
 */
function LibraryConsent({ view: { id, allowLibrary } }: { view: QuestionView }) {
  const utils = trpc.useUtils();
  const set = useAction(
    trpc.questions.setAllowLibrary.useMutation({
      onError: showFailure('Your choice was not saved'),
      onSettled: () => utils.questions.get.invalidate({ id }),
    }),
  );
  return (
    <CheckboxField
      className="mt-8 border-t border-border pt-6 print:hidden"
      label={libraryConsent}
      hint="If you withdraw your consent, drills of the academy that show the hand are deleted."
      // While the change is being saved, the box shows the new state.
      checked={set.isPending && set.variables ? set.variables.allowLibrary : allowLibrary}
      onChange={(event) => set.run({ id, allowLibrary: event.currentTarget.checked })}
    />
  );
}

function QuestionWithoutHand({ view, takesFocus }: Pick<QuestionWithHandProps, 'view' | 'takesFocus'>) {
  const isAnswered = view.choices.length > 0 || view.answers.length > 0;
  return (
    <div className="grid gap-6">
      <Notice title="The hand was deleted">
        {isAnswered
          ? 'The answer stays with your account.'
          : `Nobody can answer this question now. ${inItsPlace(view, 'another one')}`}
      </Notice>
      {view.choices.length > 0 && !view.isRevealed && <TryAgain view={view} />}
      {view.answers.length > 0 && <AnswerCard view={view} takesFocus={takesFocus} />}
    </div>
  );
}
