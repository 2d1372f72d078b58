import { Link } from '@tanstack/react-router';
import type { UserPage } from '../../../../shared/admin/admin-users.ts';
import { kycReasonTexts } from '../../../../shared/kyc/kyc-reasons.ts';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { kycStatusLabels } from '../../../lib/status-labels.ts';
import { Section } from '../../../ui/page.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { caseStatus } from '../kyc/kyc-cases.ts';

type Application = UserPage['applications'][number];

/** A user's identity applications, each with its decisions. */
export function UserIdentity({ applications }: { applications: readonly Application[] }) {
  return (
    <Section title="Identity">
      {applications.length === 0 ? (
        <p className="text-muted">No identity application has been sent.</p>
      ) : (
        <ul className="divide-y divide-border">
          {applications.map((application) => (
            <ApplicationItem key={application.id} application={application} />
          ))}
        </ul>
      )}
    </Section>
  );
}

function ApplicationItem({ application }: { application: Application }) {
  const { id, submittedAt, supersededAt, decisions, adminNotes } = application;
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
      <StatusBadge status={caseStatus(application)} />
      <span className="text-sm text-muted tabular">Sent {formatDate(submittedAt)}</span>
      {supersededAt !== null && <span className="text-sm text-muted">replaced by a newer one</span>}
      <Link to="/admin" search={{ tab: 'kyc', case: id }} className={`${adminLinkClass} text-sm`}>
        Open case<span className="sr-only"> of {formatDate(submittedAt)}</span>
      </Link>
      {decisions.length > 0 && (
        <ul className="w-full text-sm">
          {decisions.map((decision) => (
            <li key={decision.id} className="wrap-anywhere">
              {decisionText(decision)}
            </li>
          ))}
        </ul>
      )}
      {adminNotes && <span className="w-full text-sm wrap-anywhere text-muted">{adminNotes}</span>}
    </li>
  );
}

function decisionText({
  isUndone,
  status,
  byName,
  at,
  reasonCode,
}: Application['decisions'][number]): string {
  const label = kycStatusLabels[status].label;
  const decided = isUndone ? `Decision undone, ${label.toLowerCase()} again,` : label;
  const reason = reasonCode === null ? '' : `: ${kycReasonTexts[reasonCode].label}`;
  return `${decided} by ${byName ?? 'a deleted user'}, ${formatDateTime(at)}${reason}`;
}
