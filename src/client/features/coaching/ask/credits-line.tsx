import { Link } from '@tanstack/react-router';
import { dueText } from '../../../../shared/coaching/due-text.ts';
import type { Credits } from '../../../../shared/coaching/questions.ts';
import { dayMs } from '../../../../shared/durations.ts';
import { serverNow } from '../../../../shared/server-clock.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { Notice } from '../../../ui/notice.tsx';

export const canAsk = ({ left, closed }: Credits) => left > 0 && closed === null;

export type CreditsLineProps = {
  credits: Credits;
  /** Whether the line is shown in the form for a question. */
  isAsking?: boolean;
};

/** The number of questions left, or why the student cannot ask now and what they can do. */
export function CreditsLine({ credits, isAsking = false }: CreditsLineProps) {
  // A server of the previous version sends no `oncePaid`.
  const { left, closed, items, waiting, oncePaid = 0 } = credits;
  if (closed) {
    return (
      <Notice tone="warning" title="Questions are closed at the moment">
        {closed.reason === 'no_coach'
          ? 'No coach is answering questions right now.'
          : `The coaches have as many questions as they can answer. You can ask again ${closed.opensAt ? `by ${dueText(closed.opensAt, undefined)}` : 'as soon as they have answered one'}.`}
        {isAsking && ' What you write stays here.'}
      </Notice>
    );
  }
  if (left === 0 && oncePaid > 0) {
    return (
      <Notice tone="warning" title="You have no questions left">
        {`${countText(oncePaid, 'question')} for this month ${oncePaid === 1 ? 'comes' : 'come'} as soon as your membership is paid. You can pay on `}
        <Link to="/billing" className="underline">
          your billing page
        </Link>
        .
      </Notice>
    );
  }
  if (left === 0) return <NoQuestionsLeft credits={credits} />;
  const [next] = items;
  const expiry = next?.expiresAt && Date.parse(next.expiresAt) - serverNow() < 100 * dayMs ? next : undefined;
  return (
    <p className="text-muted tabular">
      <strong className="text-text">{`${countText(left, 'question')} left`}</strong>
      {expiry?.expiresAt &&
        `, ${expiry.count === left ? '' : `${expiry.count} of them `}until ${lastDay(expiry.expiresAt)}`}
      {waiting !== null && waiting > 0 && ` · ${countText(waiting, 'question')} ahead of yours`}
    </p>
  );
}

/** The credits of a month expire at midnight, so their last day is the day before. */
const lastDay = (expiresAt: string) => formatDate(new Date(Date.parse(expiresAt) - 1));

function NoQuestionsLeft({ credits: { monthly, onceVerified, nextAt, products } }: { credits: Credits }) {
  return (
    <Notice
      tone="info"
      title={
        monthly.count > 0 && monthly.spent >= monthly.count
          ? `You have used your ${countText(monthly.count, 'question')} for this month`
          : onceVerified > 0
            ? `Verify your email to ask ${countText(onceVerified, 'question')}`
            : 'You have no questions left'
      }
    >
      {onceVerified > 0 && <p>To verify your email, open the link that we sent you.</p>}
      {nextAt && <p>{`Your next question comes on ${formatDate(nextAt)}.`}</p>}
      <p className="mt-1">
        {onceVerified > 0 ? 'More questions' : 'Questions'} come with{' '}
        <Link to="/subscription-plans" className="underline">
          a membership
        </Link>
        {products.map(({ id, title, questions }) => (
          <span key={id}>
            {', '}
            <Link to="/products/$id" params={{ id: String(id) }} className="underline">
              {title}
            </Link>
            {` (${countText(questions, 'question')})`}
          </span>
        ))}
        .
      </p>
    </Notice>
  );
}
