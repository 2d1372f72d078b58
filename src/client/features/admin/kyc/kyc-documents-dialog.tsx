import { useNavigate } from '@tanstack/react-router';
import type { AdminUser } from '../../../../shared/admin/admin.ts';
import type { AdminKycApplication } from '../../../../shared/kyc/kyc.ts';
import { kycFlagLabels } from '../../../../shared/kyc/kyc-review.ts';
import { fullName } from '../../../../shared/person-name.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatDate } from '../../../lib/format.ts';
import { personName } from '../../../lib/person-name.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { ErrorState } from '../../../ui/error-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SignInAgain } from '../../../ui/sign-in-again.tsx';
import { Skeleton, SkeletonRegion, SkeletonText } from '../../../ui/skeleton.tsx';
import { KycStatusBadge } from '../../../ui/status-badge.tsx';
import { showToast } from '../../../ui/toast.tsx';
import { adminFailureText, retryAdminQuery } from '../admin-query.ts';
import { ApplicationDocuments } from './application-documents.tsx';
import { findingsOf } from './kyc-findings.ts';

type DocumentsSubject = Pick<AdminUser, 'id' | 'email' | 'firstName' | 'lastName'>;

export type KycDocumentsDialogProps = {
  subject: DocumentsSubject;
  onClose: () => void;
};

/** A user's personal info, both documents and the admin notes. Mount it only while it is open. */
export function KycDocumentsDialog({ subject, onClose }: KycDocumentsDialogProps) {
  return (
    <Dialog
      onClose={onClose}
      size="wide"
      title={`Documents of ${personName(subject)}`}
      footer={(requestClose) => (
        <Button variant="secondary" onClick={requestClose}>
          Close
        </Button>
      )}
    >
      <PersonDocuments userId={subject.id} onLeave={onClose} />
    </Dialog>
  );
}

function PersonDocuments({ userId, onLeave }: { userId: string; onLeave: () => void }) {
  const navigate = useNavigate();
  const user = trpc.admin.users.withApplication.useQuery({ id: userId }, { retry: retryAdminQuery });
  const applications = trpc.admin.kyc.all.useQuery({ userId }, { retry: retryAdminQuery });
  const error = user.error ?? applications.error;

  if (error) {
    const { message, expired } = adminFailureText(error, 'Unable to fetch user data. Please try again.');
    // If the retry fails too, the dialog closes and the start of the admin area opens.
    const handleRetry = async () => {
      const results = await Promise.all([user.refetch(), applications.refetch()]);
      const again = results.find((result) => result.error)?.error;
      if (!again) return;
      showToast({
        title: 'The documents could not be loaded',
        description: adminFailureText(again, message).message,
        tone: 'danger',
      });
      onLeave();
      void navigate({ to: '/admin' });
    };
    return (
      <ErrorState
        title="The documents could not be loaded"
        message={message}
        requestId={describeError(error).requestId}
        onRetry={() => void handleRetry()}
        retryLabel="Retry Loading"
        retrying={user.isFetching || applications.isFetching}
        action={expired && <SignInAgain />}
      />
    );
  }
  if (!user.data || !applications.data) return <DocumentsSkeleton />;
  return <LoadedDocuments user={user.data} applications={applications.data} />;
}

function LoadedDocuments({
  user,
  applications,
}: {
  user: AdminUser;
  applications: readonly AdminKycApplication[];
}) {
  const [newest] = applications;
  return (
    <div className="flex flex-col gap-8">
      {newest && newest.flags.length > 0 && <Warnings application={newest} />}
      <section>
        <div className="mb-2 flex flex-wrap items-center gap-3">
          <h3 className="text-lg font-semibold">Personal info</h3>
          <KycStatusBadge status={user.kycStatus} submitted={user.kycSubmitted} />
        </div>
        <DescriptionList className="lg:grid lg:grid-cols-2 lg:gap-x-8" items={personalInfo(user)} />
      </section>
      <section>
        <h3 className="mb-2 text-lg font-semibold">Documents</h3>
        {newest ? (
          <ApplicationDocuments application={newest} />
        ) : (
          <p className="text-muted">Document not available. No KYC application found for this user.</p>
        )}
      </section>
      <section>
        <h3 className="mb-1 text-lg font-semibold">Admin notes</h3>
        <p className="measure wrap-anywhere whitespace-pre-line text-muted">
          {newest?.adminNotes || 'No notes were written.'}
        </p>
      </section>
    </div>
  );
}

/**
 * The warnings in full, as in the review of the application. Only their labels are shown until the full warnings are
 * loaded.
 */
function Warnings({ application }: { application: AdminKycApplication }) {
  const review = trpc.admin.kyc.get.useQuery({ id: application.id }, { retry: retryAdminQuery });
  const warnings = review.data
    ? findingsOf(application, review.data.findings)
    : application.flags.map((flag) => ({ key: flag, sentence: kycFlagLabels[flag] }));
  return (
    <Notice tone="warning" title="Check these points">
      <ul className="list-disc pl-5">
        {warnings.map(({ key, sentence }) => (
          <li key={key}>{sentence}</li>
        ))}
      </ul>
    </Notice>
  );
}

function personalInfo(user: AdminUser) {
  const city = [user.postalCode, user.city].filter(Boolean).join(' ');
  const facts: [string, string | null][] = [
    ['Name', fullName(user.firstName, user.lastName)],
    ['Email', user.email],
    ['Date of birth', formatDate(user.dateOfBirth)],
    ['Phone', user.phoneNumber],
    ['Address', user.address],
    ['City', city],
    ['State', user.state],
    ['Country', user.country],
    ['Joined', formatDate(user.createdAt)],
    ['Reviewed', formatDate(user.kycReviewedAt) || 'Not yet'],
  ];
  return facts.map(([term, detail]) => ({
    term,
    detail: detail || <span className="text-subtle">Not given</span>,
  }));
}

function DocumentsSkeleton() {
  return (
    <SkeletonRegion label="Loading documents..." className="flex flex-col gap-8">
      <SkeletonText lines={5} />
      <div className="grid gap-6 sm:grid-cols-2">
        <Skeleton className="aspect-4/3 w-full" />
        <Skeleton className="aspect-4/3 w-full" />
      </div>
    </SkeletonRegion>
  );
}
