import { Link } from '@tanstack/react-router';
import type { UserPage as UserPageData } from '../../../../shared/admin/admin-users.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { planName } from '../../../lib/labels.ts';
import { personName } from '../../../lib/person-name.ts';
import { scrollToSection } from '../../../lib/scroll-to-section.ts';
import { trpc } from '../../../trpc.ts';
import { Avatar } from '../../../ui/avatar.tsx';
import { Badge } from '../../../ui/badge.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { PageHeader } from '../../../ui/page.tsx';
import { KycStatusBadge, StatusBadge } from '../../../ui/status-badge.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { caseStatus } from '../kyc/kyc-cases.ts';
import { UserActions } from './user-actions.tsx';
import { UserFacts } from './user-facts.tsx';
import { UserHistory } from './user-history.tsx';
import { UserIdentity } from './user-identity.tsx';
import { UserLearning } from './user-learning.tsx';
import { UserMoney } from './user-money.tsx';
import { UserNotes } from './user-notes.tsx';
import { UserPageSkeleton } from './user-page-skeleton.tsx';
import { UserPlans } from './user-plans.tsx';
import { UserQuestions } from './user-questions.tsx';
import { accountStateLabels } from './user-search.ts';
import { UserTags } from './user-tags.tsx';

export function UserPage({ id, ownId }: { id: string; ownId: string }) {
  const query = trpc.admin.users.get.useQuery({ id });
  return (
    <AdminQueryView
      query={query}
      errorTitle="The user could not be loaded"
      missing={
        <EmptyState
          headingLevel={1}
          title="There is no such user"
          description="The link is incomplete, or the account was deleted."
        />
      }
      skeleton={<UserPageSkeleton />}
    >
      {(page) => <UserDetails page={page} isOwn={id === ownId} />}
    </AdminQueryView>
  );
}

function UserDetails({ page, isOwn }: { page: UserPageData; isOwn: boolean }) {
  const { account } = page;
  const application = page.applications.find(({ supersededAt }) => supersededAt === null);
  const shortName = account.firstName || account.email;
  const canGive = account.deletionDueAt === null;
  return (
    <>
      <PageHeader
        className="mb-6"
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
            <StatusBadge status={accountStateLabels[account.accountState]} />
            {account.role === 'admin' && <Badge tone="primary">Admin</Badge>}
            {application?.status === account.kycStatus ? (
              <StatusBadge status={caseStatus(application)} />
            ) : (
              <KycStatusBadge status={account.kycStatus} submitted={account.kycSubmitted} />
            )}
            <Badge>{planName(account.subscriptionPlan)}</Badge>
          </>
        }
      />
      {account.deletionDueAt !== null && (
        <Notice tone="warning" className="mb-4">
          This account is erased on {formatDateTime(account.deletionDueAt)}, unless the deletion is canceled.
        </Notice>
      )}
      <UserActions account={account} isOwn={isOwn} />
      <p className="mt-4 text-sm xl:hidden">
        <Link
          to="/admin/users/$id"
          params={{ id: account.id }}
          hash="history"
          replace
          state
          resetScroll={false}
          onClick={() => scrollToSection('history')}
          className={adminLinkClass}
        >
          Go to the history
        </Link>
      </p>
      <div className="mt-10 grid gap-x-14 gap-y-12 xl:grid-cols-[minmax(0,7fr)_minmax(0,5fr)]">
        <div className="min-w-0">
          <UserFacts account={account} />
          <UserMoney userId={account.id} name={shortName} canGive={canGive} />
          <UserPlans
            userId={account.id}
            name={shortName}
            canGive={canGive}
            isSuspended={account.suspendedAt !== null}
          />
          <UserIdentity applications={page.applications} />
          <UserLearning progress={page.progress} />
          <UserQuestions account={account} />
          <UserTags userId={account.id} tags={account.tags} />
          <UserNotes userId={account.id} notes={page.notes} />
        </div>
        <div id="history" tabIndex={-1} className="min-w-0 scroll-mt-20 focus-visible:outline-none">
          <UserHistory userId={account.id} />
        </div>
      </div>
    </>
  );
}
