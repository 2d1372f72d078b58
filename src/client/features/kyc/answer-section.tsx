import { trpc } from '../../trpc.ts';
import { Card } from '../../ui/card.tsx';
import { lazyInPlace } from '../../ui/lazy-in-place.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';

const AnswerForm = lazyInPlace(
  'The form could not be loaded',
  async () => (await import('./answer-form.tsx')).AnswerForm,
);

export type AnswerSectionProps = { onAnswered: () => void; onStartOver: () => void };

/** Shown instead of the application form while the applicant must answer a reviewer's request. */
export function AnswerSection({ onAnswered, onStartOver }: AnswerSectionProps) {
  return (
    <section>
      <h2 className="mb-4 text-xl font-semibold">Answer our request</h2>
      <Request onAnswered={onAnswered} onStartOver={onStartOver} />
    </section>
  );
}

function Request({ onAnswered, onStartOver }: AnswerSectionProps) {
  const query = trpc.kyc.openRequest.useQuery();
  return (
    <QueryView
      query={query}
      skeleton={<RequestLoading />}
      errorTitle="What we asked for could not be loaded"
      note="Nothing that you submitted is lost."
    >
      {(request) =>
        // Null if, for example, the user has answered in another tab. The history above may still show the request.
        request && (
          <AnswerForm
            fallback={<RequestLoading />}
            key={request.id}
            request={request}
            onAnswered={onAnswered}
            onStartOver={onStartOver}
          />
        )
      }
    </QueryView>
  );
}

function RequestLoading() {
  return (
    <SkeletonRegion label="Loading what we asked for...">
      <Card>
        <Skeleton className="h-6 w-48" />
        <Skeleton className="mt-2 h-4 w-80 max-w-full" />
        <Skeleton className="mt-4 h-20 w-full" />
        <Skeleton className="mt-8 h-6 w-40" />
        <Skeleton className="mt-4 h-40 w-full" />
        <Skeleton className="mt-8 h-11 w-56 max-w-full" />
      </Card>
    </SkeletonRegion>
  );
}
