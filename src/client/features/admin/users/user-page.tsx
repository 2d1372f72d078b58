import { Link } from '@tanstack/react-router';
import { lazy, Suspense, useState } from 'react';
import type { UserPage as UserPageData } from '../../../../shared/admin/admin-users.ts';
import { kycReasonTexts } from '../../../../shared/kyc/kyc-reasons.ts';
import { describeError } from '../../../lib/error-text.ts';
import { formatDate, formatDateTime, formatDuration } from '../../../lib/format.ts';
import { kycStatusLabels, planName, signInMethodLabels, signInOutcomeLabels } from '../../../lib/labels.ts';
import { personName } from '../../../lib/person-name.ts';
import { trpc } from '../../../trpc.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { DescriptionList } from '../../../ui/description-list.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader, Section } from '../../../ui/page.tsx';
import { KycStatusBadge } from '../../../ui/status-badge.tsx';
import { retryAdminQuery } from '../admin-query.ts';
import { AdminErrorState } from '../admin-query-view.tsx';
import { textLinkClass } from '../text-link.ts';
import { UserActions } from './user-actions.tsx';
import { UserAudit } from './user-audit.tsx';
import { UserNotes } from './user-notes.tsx';
import { UserPageSkeleton } from './user-page-skeleton.tsx';
import { UserPayments } from './user-payments.tsx';
import { UserPlans } from './user-plans.tsx';
import { UserPurchases } from './user-purchases.tsx';
import { accountStateLabels } from './user-search.ts';
import { UserViews } from './user-views.tsx';

const RefundDialog = lazy(async () => ({
  default: (await import('../purchases/refund-dialog.tsx')).RefundDialog,
}));

/** Everything about one user, with the actions of an admin. */
export function UserPage({ id, ownId }: { id: string; ownId: string }) {
  const query = trpc.admin.users.get.useQuery({ id }, { retry: retryAdminQuery, staleTime: 0 });
  const [refunding, setRefunding] = useState<string>();
  if (query.data) {
    return (
      <>
        <UserDetails page={query.data} isOwn={id === ownId} onRefund={setRefunding} />
        {refunding !== undefined && (
          <Suspense fallback={null}>
            <RefundDialog
              paymentId={refunding}
              onClose={() => {
                setRefunding(undefined);
                void query.refetch();
              }}
            />
          </Suspense>
        )}
      </>
    );
  }
  if (!query.error) return <UserPageSkeleton />;
  const { code } = describeError(query.error);
  if (code === 'not_found' || code === 'invalid_input') {
    return (
      <EmptyState
        headingLevel={1}
        title="There is no such user"
        description="The account was deleted, or the address is not complete."
      />
    );
  }
  return <AdminErrorState title="The user could not be loaded" query={query} />;
}

type DetailsProps = { page: UserPageData; isOwn: boolean; onRefund: (paymentId: string) => void };

function UserDetails({ page, isOwn, onRefund }: DetailsProps) {
  const { account } = page;
  return (
    <>
      <PageHeader
        title={
          <span className="flex min-w-0 items-center gap-4">
            <Avatar
              firstName={account.firstName}
              lastName={account.lastName}
              imageUrl={account.profileImageUrl}
            />
            <span className="min-w-0 wrap-anywhere">{personName(account)}</span>
          </span>
        }
        lead={<span className="wrap-anywhere">{account.email}</span>}
        aside={
          <>
            <Badge tone={accountStateLabels[account.accountState].tone}>
              {accountStateLabels[account.accountState].word}
            </Badge>
            {account.role === 'admin' && <Badge tone="primary">Admin</Badge>}
            <KycStatusBadge status={account.kycStatus} submitted={account.kycSubmitted} />
            <Badge>{planName(account.subscriptionPlan)}</Badge>
          </>
        }
      />
      {account.deletionDueAt !== null && (
        <Notice tone="warning" className="mb-4">
          This account is erased on {formatDateTime(account.deletionDueAt)}, unless its owner comes back.
        </Notice>
      )}
      <UserActions account={account} isOwn={isOwn} />
      <Section title="Profile">
        <DescriptionList items={profileFacts(account)} />
      </Section>
      <Section title="Identity">
        <Applications page={page} />
      </Section>
      <UserPlans userId={account.id} name={account.firstName || account.email} />
      <UserPurchases page={page} onRefund={onRefund} />
      <UserPayments userId={account.id} onRefund={onRefund} />
      <Section title="Progress" note={progressNote(page.progress)}>
        <DataTable
          caption="Progress"
          rows={page.progress}
          rowKey={(row) => String(row.sessionId)}
          columns={progressColumns}
          empty={<p className="text-muted">No session was opened yet.</p>}
        />
      </Section>
      <Section title="Sign-ins" note="The newest 50">
        <DataTable
          caption="Sign-ins"
          rows={page.signIns}
          rowKey={(row) => String(row.id)}
          columns={signInColumns}
          empty={<p className="text-muted">Nobody has tried to log in to this account yet.</p>}
        />
      </Section>
      <UserViews userId={account.id} />
      <UserNotes userId={account.id} notes={page.notes} />
      <UserAudit userId={account.id} />
    </>
  );
}

function profileFacts(account: UserPageData['account']) {
  const place = [account.address, account.postalCode, account.city, account.state, account.country];
  const facts: [string, string | null][] = [
    ['Joined', formatDateTime(account.createdAt)],
    ['Last seen', account.lastSeenAt === null ? 'Never' : formatDateTime(account.lastSeenAt)],
    ['Email address', account.emailVerified ? 'Verified' : 'Not verified'],
    ['Two-factor', account.twoFactorEnabled ? 'On' : 'Off'],
    ['Logged in on', `${account.sessions} ${account.sessions === 1 ? 'device' : 'devices'}`],
    ['Suspended since', account.suspendedAt && formatDateTime(account.suspendedAt)],
    ['Born', account.dateOfBirth && formatDate(account.dateOfBirth)],
    ['Phone', account.phoneNumber],
    ['Address', place.filter(Boolean).join(', ')],
    ['Time zone', account.timeZone],
    ['Stripe customer', account.stripeCustomerId],
    ['User id', account.id],
  ];
  return facts.flatMap(([term, detail]) => (detail ? [{ term, detail }] : []));
}

function Applications({ page }: { page: UserPageData }) {
  if (page.applications.length === 0) {
    return <p className="text-muted">No identity application was sent.</p>;
  }
  return (
    <ul className="divide-y divide-border">
      {page.applications.map((application) => (
        <li key={application.id} className="flex flex-wrap items-center gap-x-4 gap-y-1 py-2.5">
          <KycStatusBadge status={application.status} />
          <span className="text-sm text-muted tabular">Sent {formatDate(application.submittedAt)}</span>
          {application.superseded && <span className="text-sm text-muted">replaced by a newer one</span>}
          <Link to="/admin" search={{ tab: 'kyc', case: application.id }} className={textLinkClass}>
            Open case
          </Link>
          {application.decisions.length > 0 && (
            <ul className="w-full text-sm">
              {application.decisions.map((decision) => (
                <li key={decision.id} className="wrap-anywhere">
                  {decisionText(decision)}
                </li>
              ))}
            </ul>
          )}
          {application.adminNotes && (
            <span className="w-full text-sm wrap-anywhere text-muted">{application.adminNotes}</span>
          )}
        </li>
      ))}
    </ul>
  );
}

function decisionText({
  isUndone,
  status,
  byName,
  at,
  reasonCode,
}: UserPageData['applications'][number]['decisions'][number]): string {
  const word = kycStatusLabels[status].word;
  const decided = isUndone ? `Decision taken back, ${word} again,` : word;
  const reason = reasonCode === null ? '' : `: ${kycReasonTexts[reasonCode].label}`;
  return `${decided} by ${byName ?? 'a deleted user'}, ${formatDateTime(at)}${reason}`;
}

type ProgressRow = UserPageData['progress'][number];

function progressNote(progress: readonly ProgressRow[]): string | undefined {
  if (progress.length === 0) return undefined;
  const completed = progress.filter(({ status }) => status === 'completed').length;
  const seconds = progress.reduce((sum, { timeSpent }) => sum + timeSpent, 0);
  return `${completed} of ${progress.length} begun sessions completed, ${formatDuration(seconds / 60)} studied`;
}

const progressColumns: Column<ProgressRow>[] = [
  { key: 'session', header: 'Session', cell: (row) => <span className="wrap-anywhere">{row.title}</span> },
  {
    key: 'status',
    header: 'Status',
    cell: (row) =>
      row.status === 'completed' ? <Badge tone="success">Completed</Badge> : <Badge>In progress</Badge>,
  },
  { key: 'time', header: 'Time', align: 'end', cell: (row) => formatDuration(row.timeSpent / 60) },
  { key: 'last', header: 'Last', className: 'tabular', cell: (row) => formatDate(row.updatedAt) },
];

const signInColumns: Column<UserPageData['signIns'][number]>[] = [
  { key: 'at', header: 'When', className: 'tabular', cell: (row) => formatDateTime(row.at) },
  {
    key: 'outcome',
    header: 'Outcome',
    cell: ({ outcome }) => (
      <Badge tone={signInOutcomeLabels[outcome].tone}>{signInOutcomeLabels[outcome].label}</Badge>
    ),
  },
  {
    key: 'method',
    header: 'With',
    cell: ({ method }) =>
      method === null ? <span className="text-muted">None</span> : signInMethodLabels[method],
  },
  { key: 'device', header: 'Device', cell: (row) => row.device },
  {
    key: 'address',
    header: 'Address',
    cell: (row) =>
      row.address ? (
        <span className="font-mono text-xs">{row.address}</span>
      ) : (
        <span className="text-muted">Erased</span>
      ),
  },
];
