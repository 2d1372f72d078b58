import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { undoSeconds } from '../../../../shared/coaching/answers.ts';
import { describeError } from '../../../lib/error-text.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, loadedItems } from '../../../ui/load-more.tsx';
import { PageHeader } from '../../../ui/page.tsx';
import { showFailure, showToast } from '../../../ui/toast.tsx';
import { PersistentMessage, UndoNotice } from '../../../ui/undo-notice.tsx';
import { type AnswerDraft, clearDraft, saveDraft } from './answer-draft.ts';
import { CoachQuestion } from './coach-question.tsx';
import { Queue } from './queue.tsx';
import { QuestionPreview } from './read-question.tsx';

const floatingClass = 'lg:fixed lg:bottom-[calc(1rem+var(--bottom-bar,0px))] lg:left-6 lg:w-[26rem]';

type Sent = { id: string; draft: AnswerDraft; studentName: string; shownAt: number };

/** The queue of open questions, or one question, which the coach answers or only reads. */
export function CoachQuestions() {
  const navigate = useNavigate({ from: '/coach' });
  const { question: openId, view } = useSearch({ from: '/coach' });
  const [sent, setSent] = useState<readonly Sent[]>([]);
  /** Incremented to reopen the question that is already open. */
  const [opening, setOpening] = useState(0);
  const query = trpc.questions.queue.useInfiniteQuery({}, { ...byCursor, refetchInterval: 60_000 });
  const questions = query.data ? loadedItems(query.data) : [];
  const open = (id: string | undefined) =>
    void navigate({ search: id === undefined ? {} : { question: id } });
  const shownId = useRef<string>(undefined);
  useEffect(() => {
    shownId.current = openId;
    return () => {
      shownId.current = undefined;
    };
  }, [openId]);
  /** Does nothing if the coach has closed the question while the request was in progress. */
  const leave = (id: string, nextId: string | undefined) => {
    if (shownId.current === id) open(nextId);
  };
  const forget = (id: string) => setSent((all) => all.filter((each) => each.id !== id));

  /**
   * Opens the first question other than `doneId` that no other coach has claimed. If there is none, opens the queue.
   */
  function openNext(doneId: string) {
    const next = questions.find(
      ({ id, claimedByName, isMine }) => id !== doneId && (isMine || claimedByName === null),
    );
    leave(doneId, next?.id);
  }

  const isForbidden = query.error !== null && describeError(query.error).code === 'coach_only';
  // If a question is open, the page stays, so that a former coach sees their answer and why it cannot be sent.
  if (isForbidden && openId === undefined) {
    return (
      <EmptyState
        headingLevel={1}
        title="Only coaches can open this page"
        description="Ask an admin to make you one."
      />
    );
  }
  return (
    <>
      {sent.length > 0 && (
        // On the left, because the answer form of the next question is on the right.
        <PersistentMessage className={floatingClass}>
          {sent.map((each, position) => (
            <SentNotice
              key={each.id}
              sent={each}
              compact={position > 0}
              onUndone={() => {
                saveDraft(each.id, each.draft);
                forget(each.id);
                if (each.id === openId) setOpening((count) => count + 1);
                open(each.id);
              }}
              onExpire={() => forget(each.id)}
            />
          ))}
        </PersistentMessage>
      )}
      {openId === undefined ? (
        <>
          <PageHeader title="Student questions" lead="The questions due first are at the top." />
          <Queue query={query} onOpen={open} />
        </>
      ) : view === 'read' ? (
        <QuestionPreview id={openId} onAnswer={() => open(openId)} onClose={() => open(undefined)} />
      ) : (
        <CoachQuestion
          key={`${openId} ${opening}`}
          id={openId}
          onClose={() => leave(openId, undefined)}
          onSent={(draft, studentName) => {
            setSent((all) => [{ id: openId, draft, studentName, shownAt: Date.now() }, ...all]);
            openNext(openId);
          }}
          onReturned={() => {
            clearDraft(openId);
            openNext(openId);
          }}
        />
      )}
    </>
  );
}

type SentNoticeProps = { sent: Sent; compact: boolean; onUndone: () => void; onExpire: () => void };

/** A notice of a sent answer, with Undo. Only the newest notice is shown in full, and U undoes its answer. */
function SentNotice({ sent, compact, onUndone, onExpire }: SentNoticeProps) {
  const utils = trpc.useUtils();
  const undo = useAction(
    trpc.questions.undoAnswer.useMutation({
      onSuccess() {
        showToast({ title: 'Answer undone', description: 'No email was sent.', tone: 'success' });
        onUndone();
      },
      onError(error) {
        showFailure('Undo failed', 'The answer may have been undone')(error);
        const { status } = describeError(error);
        // After any other failure, such as a lost connection or too many attempts, the coach can try again.
        if (status === 404 || status === 409) onExpire();
      },
      onSettled: () => utils.questions.invalidate(),
    }),
  );
  return (
    <UndoNotice
      title="Answer sent"
      compact={compact}
      {...(compact && { detail: `the answer to ${sent.studentName}` })}
      undoLabel="Undo the answer"
      shownAt={sent.shownAt}
      seconds={undoSeconds}
      busy={undo.isPending}
      onUndo={() => undo.run({ id: sent.id })}
      onExpire={onExpire}
    />
  );
}
