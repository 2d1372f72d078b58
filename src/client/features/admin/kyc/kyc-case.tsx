import { useEffect, useRef, useState } from 'react';
import type { AdminKycApplication, KycCase as KycCaseView } from '../../../../shared/kyc/kyc.ts';
import { serverNow } from '../../../../shared/server-clock.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { useCurrentUser } from '../../session/use-current-user.ts';
import { useSiteSettings } from '../../settings/use-site-settings.ts';
import { adminLinkClass } from '../admin-link.ts';
import { useRefresh } from '../use-refresh.ts';
import { ApplicationDocuments, type DocumentSide } from './application-documents.tsx';
import { ApplicationFacts } from './application-facts.tsx';
import { ApplicationHistory } from './application-history.tsx';
import { CasePosition } from './case-position.tsx';
import { caseStatus, isOpenCase, statusDetail, waitingText, waitsForAdmin } from './kyc-cases.ts';
import { type CaseNotes, KycDecision } from './kyc-decision.tsx';
import { findingsOf } from './kyc-findings.ts';
import { WaitingTime } from './waiting-time.tsx';

export type KycCaseProps = {
  review: KycCaseView;
  /** Whether the queue is filtered by more than the status. */
  filtered: boolean;
  /** Whether a decision on this or another case can still be undone. */
  canUndo: boolean;
  onOpen: (id: string) => void;
  onCompare: (id: string) => void;
  onBack: () => void;
  /** Called even if another case was opened before the decision was saved. */
  onDecided: (view: AdminKycApplication, notes: CaseNotes) => void;
};

/** One application: documents, details, history, and the decision. */
export function KycCase({ review, filtered, canUndo, onOpen, onCompare, onBack, onDecided }: KycCaseProps) {
  const { application, newerId, documentViews, position, next } = review;
  const findings = findingsOf(application, review.findings);
  const [drawn, setDrawn] = useState<readonly DocumentSide[]>([]);
  const [decided, setDecided] = useState<string>();
  const { reviewHoursTo } = useSiteSettings();
  const heading = useRef<HTMLHeadingElement>(null);
  const name = `${application.firstName} ${application.lastName}`;
  const detail = statusDetail(application);
  const keys = [
    isOpenCase(application) && 'A approves once both pictures are shown, R rejects, Q asks for more.',
    canUndo && 'U undoes the last decision.',
    position && 'J and K open the next and the previous case.',
  ]
    .filter(Boolean)
    .join(' ');

  // The list that had the focus is gone, so the focus moves to the heading of the case.
  useEffect(() => heading.current?.focus({ preventScroll: true }), []);

  function showNext(view: AdminKycApplication) {
    setDecided(caseStatus(view).label);
    if (next) onOpen(next.id);
    // The admin pressed a button at the bottom of the page, but the next case, or the notice about the decision, begins
    // at the top.
    heading.current?.scrollIntoView({ block: 'start' });
    heading.current?.focus({ preventScroll: true });
  }

  return (
    <article>
      <div className="-mx-3 flex flex-wrap items-center justify-between gap-x-4">
        <Button variant="quiet" size="small" onClick={onBack}>
          ← Back to the queue
        </Button>
        {position && <CasePosition position={position} onOpen={onOpen} />}
      </div>
      <header className="mt-2 mb-6">
        <div className="flex flex-wrap items-center gap-3">
          <h2 ref={heading} tabIndex={-1} className="text-2xl font-semibold wrap-anywhere">
            {name}
          </h2>
          <StatusBadge status={caseStatus(application)} />
          {application.supersededAt !== null && <Badge>Replaced</Badge>}
          <div className="sm:ml-auto">
            <CaseClaim application={application} />
          </div>
        </div>
        <p className="mt-1 text-muted tabular">
          Submitted {formatDateTime(application.createdAt)}
          {waitsForAdmin(application) && (
            <>
              , <WaitingTime createdAt={application.createdAt} promisedHours={reviewHoursTo} />
            </>
          )}
        </p>
        {detail && <p className="mt-1 font-semibold">{detail}</p>}
        {keys !== '' && <p className="mt-1 text-sm text-muted max-sm:hidden">Keys: {keys}</p>}
      </header>

      {findings.length > 0 && (
        <Notice tone="warning" title="Check these points" className="mb-6">
          <ul className="list-disc pl-5">
            {findings.map(({ key, sentence, compareId }) => (
              <li key={key}>
                {sentence}
                {compareId !== undefined && (
                  <>
                    {' '}
                    <button
                      type="button"
                      className={adminLinkClass}
                      aria-label={`Compare: ${sentence}`}
                      onClick={() => onCompare(compareId)}
                    >
                      Compare
                    </button>
                  </>
                )}
              </li>
            ))}
          </ul>
        </Notice>
      )}

      {decided && (
        <Notice
          tone="success"
          role="status"
          className="mb-6"
          title={`${name}: ${decided}`}
          action={
            <>
              {next && <Button onClick={() => onOpen(next.id)}>Open the next case</Button>}
              <Button variant="secondary" onClick={onBack}>
                Back to the queue
              </Button>
            </>
          }
        >
          {next
            ? `Next in the queue: ${next.firstName} ${next.lastName}, waiting ${waitingText(next.createdAt, serverNow())}.`
            : filtered
              ? 'No other case that matches the filter is waiting.'
              : 'No other case is waiting.'}
        </Notice>
      )}

      {/* In one column, the applicant's details are between the documents and the decision. */}
      <div className="grid grid-cols-1 gap-x-8 gap-y-8 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)] xl:grid-cols-[minmax(0,1fr)_18rem]">
        <div className="flex flex-col gap-8 max-lg:contents">
          <div className="max-lg:-order-2">
            <ApplicationDocuments
              application={application}
              onDrawn={(side) => setDrawn((sides) => (sides.includes(side) ? sides : [...sides, side]))}
            />
          </div>
          <KycDecision
            application={application}
            // A server of the previous version does not send `newerId`.
            newerId={newerId ?? null}
            findings={findings}
            drawn={drawn}
            onOpen={onOpen}
            onDecided={onDecided}
            onLeave={showNext}
          />
        </div>
        <div className="flex flex-col gap-8 max-lg:contents">
          <section className="max-lg:-order-1">
            <h3 className="mb-1 text-lg font-semibold">As the applicant typed it</h3>
            <ApplicationFacts application={application} />
          </section>
          {application.adminNotes && (
            <section>
              <h3 className="mb-1 text-lg font-semibold">Note to the applicant</h3>
              <p className="text-sm wrap-anywhere whitespace-pre-line text-muted">{application.adminNotes}</p>
            </section>
          )}
          {application.internalNotes && (
            <section>
              <h3 className="mb-1 text-lg font-semibold">Internal note</h3>
              <p className="text-sm wrap-anywhere whitespace-pre-line text-muted">
                {application.internalNotes}
              </p>
            </section>
          )}
          <section>
            <h3 className="mb-3 text-lg font-semibold">History</h3>
            <ApplicationHistory application={application} />
          </section>
          <DocumentViews views={documentViews} />
        </div>
      </div>
    </article>
  );
}

/**
 * Lets the admin claim or release an open case, or names the other admin who has claimed it. Hidden if the case is not
 * open.
 */
function CaseClaim({ application }: { application: AdminKycApplication }) {
  const { user } = useCurrentUser();
  const { onSettled } = useRefresh();
  const claim = useAction(
    trpc.admin.kyc.claim.useMutation({ onError: showFailure('The case was not claimed'), onSettled }),
  );
  const release = useAction(
    trpc.admin.kyc.release.useMutation({ onError: showFailure('The case was not released'), onSettled }),
  );
  if (!isOpenCase(application)) return null;
  const { id, assignedTo, assigneeName } = application;
  const isMine = assignedTo !== null && assignedTo === user?.id;
  if (assignedTo !== null && !isMine) {
    return <p className="font-semibold text-warning">{assigneeName} is on this case</p>;
  }

  return (
    <Button
      variant="secondary"
      size="small"
      busy={claim.isPending || release.isPending}
      busyLabel="Saving..."
      onClick={() => (isMine ? release : claim).run({ id })}
    >
      {isMine ? 'Release this case' : 'Claim this case'}
    </Button>
  );
}

const sideNames = { front: 'Front side', back: 'Back side' } as const;

function DocumentViews({ views }: { views: KycCaseView['documentViews'] }) {
  if (views.length === 0) return null;
  return (
    <details>
      <summary className="cursor-pointer text-lg font-semibold">Document views</summary>
      <ol className="mt-3 flex flex-col gap-2 text-sm">
        {views.map((view) => (
          <li key={view.id}>
            {sideNames[view.side]} {view.how} by {view.byName ?? 'a deleted account'}
            <span className="block text-muted tabular">{formatDateTime(view.at)}</span>
          </li>
        ))}
      </ol>
    </details>
  );
}
