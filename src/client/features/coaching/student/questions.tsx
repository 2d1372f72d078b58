import { Link } from '@tanstack/react-router';
import { dueText } from '../../../../shared/coaching/due-text.ts';
import { returnReasonTexts, statusTexts } from '../../../../shared/coaching/question-status.ts';
import type { QuestionItem } from '../../../../shared/coaching/questions.ts';
import { hourMs } from '../../../../shared/durations.ts';
import { serverNow } from '../../../../shared/server-clock.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { updatedByStaff } from '../../../lib/query-freshness.ts';
import { trpc } from '../../../trpc.ts';
import { Badge, type BadgeTone } from '../../../ui/badge.tsx';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { QueryView } from '../../../ui/query-view.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { SkeletonRows } from '../../../ui/skeleton-rows.tsx';
import { HandLineText } from '../../hands/hand-line-view.tsx';
import { OptionBars } from '../../practice/option-bars.tsx';
import { CreditsLine } from '../ask/credits-line.tsx';

/** The student's questions, and how many more they can ask. */
export function Questions() {
  const credits = trpc.questions.credits.useQuery(undefined, updatedByStaff);
  const query = trpc.questions.list.useInfiniteQuery({}, { ...byCursor, ...updatedByStaff });
  return (
    <div className="grid gap-8">
      <QueryView query={credits} skeleton={<Skeleton className="h-6 w-64" />}>
        {(data) => <CreditsLine credits={data} />}
      </QueryView>
      <QueryView
        query={query}
        skeleton={<SkeletonRows label="Loading your questions..." rows={4} rowClass="h-24" />}
        errorTitle="Your questions could not be loaded"
        note="Your questions are not lost."
      >
        {(data) => {
          const questions = loadedItems(data);
          if (questions.length === 0) return <NoQuestions />;
          return (
            <section aria-label="Your questions">
              <ul className="grid gap-3">
                {questions.map((question) => (
                  <QuestionRow key={question.id} question={question} />
                ))}
              </ul>
              <LoadMore query={query} label="questions" />
            </section>
          );
        }}
      </QueryView>
    </div>
  );
}

const tones: Record<QuestionItem['status'], BadgeTone> = {
  queued: 'neutral',
  claimed: 'primary',
  answered: 'success',
  reopened: 'neutral',
  returned: 'warning',
  withdrawn: 'neutral',
};

export function QuestionBadge({ question }: { question: QuestionItem }) {
  return <Badge tone={tones[question.status]}>{statusTexts[question.status]}</Badge>;
}

function QuestionRow({ question }: { question: QuestionItem }) {
  return (
    <Card as="li" interactive className="grid gap-2">
      <p className="flex flex-wrap items-center gap-2">
        <QuestionBadge question={question} />
        {question.isLate && <Badge tone="warning">Late</Badge>}
        {question.isNew && <Badge tone="accent">New</Badge>}
        <span className="text-sm text-muted tabular">{statusDetail(question)}</span>
      </p>
      <Link
        to="/questions/$id"
        params={{ id: question.id }}
        className="font-semibold text-text no-underline after:absolute after:inset-0 wrap-anywhere"
      >
        <span className="line-clamp-2">{question.thought}</span>
      </Link>
      {question.line === null ? (
        <p className="text-sm text-muted">The hand was deleted</p>
      ) : (
        <HandLineText line={question.line} className="line-clamp-2 text-muted" />
      )}
    </Card>
  );
}

/** A detail beside the status, such as when the question was or will be answered, or why a coach returned it. */
export function statusDetail(question: QuestionItem): string {
  const { status, dueAt, answeredAt, returnReason } = question;
  if (status === 'answered') return `on ${formatDate(answeredAt)}`;
  if (status === 'returned') return returnReason === null ? '' : returnReasonTexts[returnReason];
  if (status === 'withdrawn') return 'does not count as one of your questions';
  if (question.isLate) {
    return `promised by ${dueText(dueAt, undefined)}${question.isFollowUp ? '' : '; does not count as one of your questions'}`;
  }
  return `answer due ${dueText(dueAt, undefined)}, ${hoursLeft(dueAt)}`;
}

function hoursLeft(dueAt: string): string {
  const hours = Math.max(0, Math.ceil((Date.parse(dueAt) - serverNow()) / hourMs));
  return `${countText(hours, 'hour')} left`;
}

const example = {
  thought: 'I called a bet of 82% of the pot on the river, because they bet often and I have two pair.',
  options: [
    { label: 'Fold', weight: 90, why: 'Most hands that bet this much have a flush' },
    { label: 'Call', weight: 35, why: 'It beats the bluffs, and there are few' },
    { label: 'Raise', weight: 0, why: 'No worse hand calls' },
  ],
  reason:
    'Count the hands that bet this much and lose to two pair. I find six combinations, and you need eleven. A high spade in your hand would make it close.',
};

function NoQuestions() {
  return (
    <div className="grid gap-6">
      <EmptyState
        title="Ask one question about one decision"
        description="Open a hand, go to the decision, and choose “Ask the coach”."
        action={
          <Link to="/hands" className={buttonClass('primary')}>
            Choose a hand
          </Link>
        }
      />
      <ExampleAnswer />
    </div>
  );
}

export function ExampleAnswer() {
  return (
    <Card as="section" aria-label="Example of an answer">
      <h2 className="font-semibold">An answer looks like this</h2>
      <p className="mt-2 text-muted">“{example.thought}”</p>
      <div className="mt-4">
        <OptionBars options={example.options} chosen="Call" />
      </div>
      <p className="mt-4 measure">{example.reason}</p>
    </Card>
  );
}
