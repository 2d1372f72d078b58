import { type RefObject, useState } from 'react';
import { documentTypeNames } from '../../../shared/enums.ts';
import type { KycStep, OwnDocument, OwnKycApplication } from '../../../shared/kyc/kyc.ts';
import { requestedItemTexts } from '../../../shared/kyc/kyc-reasons.ts';
import { serverNow } from '../../../shared/server-clock.ts';
import { reviewTimeText } from '../../../shared/site-settings.ts';
import { formatDate } from '../../lib/format.ts';
import { kycStatusLabels } from '../../lib/status-labels.ts';
import { useHydrated } from '../../lib/use-hydrated.ts';
import { trpc } from '../../trpc.ts';
import { Badge } from '../../ui/badge.tsx';
import { classNames } from '../../ui/class-names.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { lazyInPlace } from '../../ui/lazy-in-place.tsx';
import { NoWrap } from '../../ui/no-wrap.tsx';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { KycStatusBadge } from '../../ui/status-badge.tsx';
import { useSiteSettings } from '../settings/use-site-settings.ts';
import { adviceOf, currentApplication, isFinal, nextStep } from './next-step.ts';
import { OwnDocuments } from './own-documents.tsx';

const AppealForm = lazyInPlace(
  'The form could not be loaded',
  async () => (await import('./appeal-form.tsx')).AppealForm,
);

/** 'Previous Applications', newest first. */
export function ApplicationHistory({ headingRef }: { headingRef: RefObject<HTMLHeadingElement | null> }) {
  return (
    <section>
      <h2 ref={headingRef} tabIndex={-1} className="mb-4 text-xl font-semibold">
        Previous Applications
      </h2>
      {/* The form of an appeal disappears once it is sent, so the heading gets the focus. */}
      <Applications onAppealed={() => headingRef.current?.focus()} />
    </section>
  );
}

function Applications({ onAppealed }: { onAppealed: () => void }) {
  const query = trpc.kyc.myApplications.useQuery();
  const documents = trpc.kyc.myDocuments.useQuery();
  return (
    <QueryView
      query={{
        data: query.data && documents.data && { applications: query.data, documents: documents.data },
        error: query.error ?? documents.error,
        refetch: () => Promise.all([query.refetch(), documents.refetch()]),
      }}
      skeleton={<ApplicationsLoading />}
      errorTitle="Your applications could not be loaded"
      note="Nothing that you submitted is lost."
    >
      {(loaded) =>
        loaded.applications.length === 0 ? (
          <EmptyState
            headingLevel={3}
            title="No applications yet"
            description="What you submit appears here, with its status and the reviewer’s notes."
          />
        ) : (
          <ul className={listClass}>
            {loaded.applications.map((application) => (
              <ApplicationRow
                key={application.id}
                application={application}
                documents={loaded.documents.filter(({ applicationId }) => applicationId === application.id)}
                current={application === currentApplication(loaded.applications)}
                onAppealed={onAppealed}
              />
            ))}
          </ul>
        )
      }
    </QueryView>
  );
}

const appealFormSpace = <Skeleton className="mt-4 h-40 max-w-[65ch]" />;

const listClass = 'divide-y divide-border rounded-card border border-border bg-surface';

type ApplicationRowProps = {
  application: OwnKycApplication;
  documents: readonly OwnDocument[];
  current: boolean;
  onAppealed: () => void;
};

function ApplicationRow({ application, documents, current, onAppealed }: ApplicationRowProps) {
  const { status, firstName, lastName, adminNotes, createdAt, supersededAt, requestedItems } = application;
  const [now] = useState(serverNow);
  const hydrated = useHydrated();
  const settings = useSiteSettings();
  const advice = adviceOf(application);
  const canAppeal =
    isFinal(application) && status === 'rejected' && application.appealedAt === null && current;
  const superseded = supersededAt !== null;
  return (
    <li className={classNames('px-4 sm:px-6', superseded ? 'py-3 text-sm' : 'py-4')}>
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-1">
        <p className={classNames('min-w-0 wrap-anywhere', superseded ? 'text-muted' : 'font-semibold')}>
          {firstName} {lastName}
        </p>
        <ApplicationBadge application={application} />
      </div>
      <p className="text-sm text-muted">
        Submitted <time dateTime={createdAt}>{formatDate(createdAt)}</time> · {documentsOf(application)}
      </p>
      <Steps history={application.history} />
      {!superseded && advice && <p className="mt-2 measure text-sm font-semibold">{advice}</p>}
      {!superseded && requestedItems.length > 0 && (
        <ul className="mt-2 list-disc pl-5 text-sm">
          {requestedItems.map((item) => (
            <li key={item}>{requestedItemTexts[item].request}</li>
          ))}
        </ul>
      )}
      {adminNotes && (
        <p className="mt-2 measure border-l-2 border-border pl-3 text-sm whitespace-pre-line wrap-anywhere">
          <span className="font-semibold">Note: </span>
          {adminNotes}
        </p>
      )}
      {/* A superseded application says that it was replaced. Of the others, only the newest has a next step. */}
      {(current || superseded) && (
        <p className={classNames('mt-2 text-sm', superseded ? 'text-subtle' : 'text-muted')}>
          <NoWrap text={nextStep(application, now, settings)} part={reviewTimeText(settings)} />
        </p>
      )}
      {documents.length > 0 && <OwnDocuments documents={documents} sentAt={createdAt} />}
      {canAppeal &&
        // Not rendered on the server, which does not wait for lazy components.
        (hydrated ? (
          <AppealForm fallback={appealFormSpace} applicationId={application.id} onSent={onAppealed} />
        ) : (
          appealFormSpace
        ))}
    </li>
  );
}

/** What happened after the submission, oldest first. A server of the previous version sends no `history`. */
function Steps({ history = [] }: Pick<OwnKycApplication, 'history'>) {
  const steps = history.filter(({ kind }) => kind !== 'submission');
  if (steps.length === 0) return null;
  return (
    <ol className="text-sm text-muted">
      {steps.map((step) => (
        <li key={step.at}>
          {stepText(step)} <time dateTime={step.at}>{formatDate(step.at)}</time>
        </li>
      ))}
    </ol>
  );
}

function stepText({ kind, status }: KycStep): string {
  if (kind === 'appeal') return 'Appealed';
  return status === 'requires_review' ? 'Needs a second look' : kycStatusLabels[status].label;
}

/** The status as the applicant sees it. An extra check must not look like the applicant's fault. */
function ApplicationBadge({ application }: { application: OwnKycApplication }) {
  const { status, supersededAt, requestedItems } = application;
  if (supersededAt !== null) return <span className="text-muted">Superseded</span>;
  if (status !== 'requires_review') return <KycStatusBadge status={status} />;
  return requestedItems.length > 0 ? (
    <Badge tone="warning">Action needed</Badge>
  ) : (
    <Badge tone="primary">Extra check under way</Badge>
  );
}

function documentsOf({ documentType1, documentType2 }: OwnKycApplication): string {
  const first = documentTypeNames[documentType1];
  return documentType1 === documentType2 ? first : `${first} and ${documentTypeNames[documentType2]}`;
}

function ApplicationsLoading() {
  return (
    <SkeletonRegion label="Loading your applications..." className={listClass}>
      {[1, 2].map((row) => (
        <div key={row} className="flex flex-col gap-2 px-4 py-4 sm:px-6">
          <div className="flex justify-between gap-4">
            <Skeleton className="h-6 w-40" />
            <Skeleton className="h-6 w-20" />
          </div>
          <Skeleton className="h-4 w-56 max-w-full" />
          <Skeleton className="h-4 w-72 max-w-full" />
        </div>
      ))}
    </SkeletonRegion>
  );
}
