import type { ReactNode } from 'react';
import type { CoachQuestionView } from '../../../../shared/coaching/questions.ts';
import { describeError } from '../../../lib/error-text.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { Replayer } from '../../hands/replayer/replayer.tsx';
import { stepBefore, useReplay } from '../../hands/replayer/use-replay.ts';
import { actionsOf, type HandActions, helpfulLabels, OneAnswer } from '../one-answer.tsx';

/**
 * Places the question and the answer beside the table, which stays in view. On narrow screens the order is: question,
 * table, answer.
 */
export const columnsClass =
  'grid gap-6 lg:grid-cols-[minmax(0,1fr)_26rem] lg:grid-rows-[auto_1fr] lg:gap-x-8 xl:grid-cols-[minmax(0,1fr)_30rem]';
export const tableClass =
  'scroll-mt-20 lg:sticky lg:top-20 lg:col-start-1 lg:row-span-2 lg:row-start-1 lg:self-start';

export type QuestionPreviewProps = { id: string; onAnswer: () => void; onClose: () => void };

/** Shows a question without claiming it. Its button “Answer this question” claims it. */
export function QuestionPreview({ id, onAnswer, onClose }: QuestionPreviewProps) {
  const query = trpc.questions.getForCoach.useQuery({ id }, { staleTime: 0 });
  const back = <BackButton onClick={onClose} />;
  const { message, status = 500 } = describeError(query.error);
  if (query.isLoadingError && (status === 403 || status === 404)) {
    return <CannotAnswer message={message} back={back} />;
  }
  return (
    <QueryView
      query={query}
      skeleton={<QuestionSkeleton />}
      errorTitle="The question could not be loaded"
      titleAs="h1"
      action={back}
    >
      {(view) => {
        const { hand, atAction, status, claimedByName, isMine } = view;
        if (hand === null || atAction === null) {
          return <EmptyState headingLevel={1} title="The hand was deleted" action={back} />;
        }
        const isOpen = status !== 'answered';
        const isClaimedByOther = claimedByName !== null && !isMine;
        return (
          <>
            {isOpen && isClaimedByOther && (
              <Notice title={`${claimedByName} is answering this question`} className="mb-4" />
            )}
            <ReadOnlyQuestion
              view={view}
              hand={hand}
              atAction={atAction}
              buttons={
                <>
                  {back}
                  {isOpen && !isClaimedByOther && <Button onClick={onAnswer}>Answer this question</Button>}
                </>
              }
            />
          </>
        );
      }}
    </QueryView>
  );
}

export function BackButton({ onClick }: { onClick: () => void }) {
  return (
    <Button variant="secondary" onClick={onClick}>
      Back to the questions
    </Button>
  );
}

/**
 * Shown if the question cannot be claimed; `message` says why. A question that has an answer is shown read-only, and
 * without `message` if its status is `answered`.
 */
export function ClosedQuestion({ id, message, back }: { id: string; message: string; back: ReactNode }) {
  const { data: view, isLoading } = trpc.questions.getForCoach.useQuery({ id }, { staleTime: 0 });
  if (isLoading) return <QuestionSkeleton />;
  if (!view || view.answers.length === 0 || view.hand === null || view.atAction === null) {
    return <CannotAnswer message={message} back={back} />;
  }
  return (
    <>
      {view.status !== 'answered' && (
        <Notice title="You cannot answer this question" className="mb-4">
          {message}
        </Notice>
      )}
      <ReadOnlyQuestion view={view} hand={view.hand} atAction={view.atAction} buttons={back} />
    </>
  );
}

function CannotAnswer({ message, back }: { message: string; back: ReactNode }) {
  return (
    <EmptyState
      headingLevel={1}
      title="You cannot answer this question"
      description={message}
      action={back}
    />
  );
}

type ReadOnlyQuestionProps = {
  view: CoachQuestionView;
  hand: NonNullable<CoachQuestionView['hand']>;
  atAction: number;
  /** Shown above the question. */
  buttons: ReactNode;
};

function ReadOnlyQuestion({ view, hand, atAction, buttons }: ReadOnlyQuestionProps) {
  const replay = useReplay(hand, stepBefore(hand, atAction));
  return (
    <>
      <div className="mb-4 flex flex-wrap gap-2">{buttons}</div>
      <div className={columnsClass}>
        <QuestionColumn view={view} actions={actionsOf(replay)} atAction={atAction} />
        <div className={tableClass}>
          <Replayer replay={replay} />
        </div>
      </div>
    </>
  );
}

type QuestionColumnProps = Pick<ReadOnlyQuestionProps, 'view' | 'atAction'> & { actions: HandActions };

/** The question and the answers so far. */
export function QuestionColumn({ view, actions, atAction }: QuestionColumnProps) {
  const { answers, followUp, helpful } = view;
  return (
    <div className="grid content-start gap-4 lg:col-start-2">
      <QuestionText view={view} />
      {followUp !== null && (
        <p className="border-l-4 border-accent pl-4 whitespace-pre-line wrap-anywhere">
          <span className="font-semibold">Follow-up question:</span> {followUp}
        </p>
      )}
      <p>
        <span className="font-semibold text-accent-text">The decision:</span> {actions.textOf(atAction)}
      </p>
      {answers.map((answer) => (
        <OneAnswer
          key={answer.createdAt}
          label="Earlier answer"
          answer={answer}
          chosen={null}
          actions={actions}
        />
      ))}
      {helpful !== null && (
        <p className="text-sm text-muted">{`The student’s rating: ${helpfulLabels[helpful - 1]}`}</p>
      )}
    </div>
  );
}

export function QuestionSkeleton() {
  return (
    <SkeletonRegion label="Loading the question..." className={columnsClass}>
      <div className="grid content-start gap-2 lg:col-start-2">
        <Skeleton className="h-8" />
        <Skeleton className="h-20" />
      </div>
      <div className={tableClass}>
        <Skeleton className="h-88 rounded-card xl:h-112" />
      </div>
      <Skeleton className="h-96 rounded-card lg:col-start-2" />
    </SkeletonRegion>
  );
}

export function QuestionText({ view }: { view: CoachQuestionView }) {
  return (
    <div>
      <h1 className="measure text-2xl font-bold wrap-anywhere lg:text-xl">
        {view.question === '' ? 'What would you do here?' : view.question}
      </h1>
      <p className="mt-2 measure whitespace-pre-line wrap-anywhere">{view.thought}</p>
      {!view.showsStakes && (
        <p className="mt-2 text-sm text-muted">The student shows neither stakes nor the result.</p>
      )}
    </div>
  );
}
