import { Link } from '@tanstack/react-router';
import type { Recommendation } from '../../../../shared/learning/study-profile.ts';
import { trpc } from '../../../trpc.ts';
import { buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FirstQuestions } from './first-questions.tsx';

/** The recommended next item and the reason. Before that, the questions it is based on. */
export function StudyNext() {
  const { data } = trpc.learning.studyProfile.useQuery();
  if (!data) return null;
  if (!data.profile) return <FirstQuestions profile={null} />;
  if (!data.recommendation) return null;
  const { title, reason } = data.recommendation;
  return (
    <Card
      as="section"
      aria-labelledby="study-next"
      className="mb-8 flex flex-wrap items-center justify-between gap-x-6 gap-y-4"
    >
      <div className="min-w-0">
        <h2 id="study-next" className="text-sm font-semibold text-muted">
          Study next
        </h2>
        <p className="text-lg font-semibold wrap-anywhere">{title}</p>
        <p className="measure text-sm text-muted">{reason}</p>
      </div>
      <OpenLink recommendation={data.recommendation} />
    </Card>
  );
}

function OpenLink({ recommendation: { kind, id, title } }: { recommendation: Recommendation }) {
  const label = (
    <>
      Open<span className="sr-only"> {title}</span>
    </>
  );
  const className = buttonClass('primary');
  return kind === 'session' ? (
    <Link to="/coaching/$id" params={{ id: String(id) }} className={className}>
      {label}
    </Link>
  ) : (
    <Link to="/read/$kind/$id" params={{ kind, id: String(id) }} className={className}>
      {label}
    </Link>
  );
}
