import { useNavigate, useSearch } from '@tanstack/react-router';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';
import { AdminErrorState } from './admin-error-state.tsx';
import { KycCase } from './kyc-case.tsx';
import { nextOpenCase, readCaseFilter } from './kyc-cases.ts';
import { KycQueue } from './kyc-queue.tsx';
import { TableSkeleton } from './table-skeleton.tsx';
import { useApplications } from './use-applications.ts';

/** KYC Management: the queue, or the case that the address names (D-29, B6). */
export function KycPanel() {
  const search = useSearch({ from: '/admin' });
  const navigate = useNavigate({ from: '/admin' });
  const applications = useApplications();
  const filter = readCaseFilter(search.status);

  const openCase = (id: string) => void navigate({ search: { tab: 'kyc', status: filter, case: id } });
  const openQueue = () => void navigate({ search: { tab: 'kyc', status: filter } });

  if (applications.error) {
    return (
      <AdminErrorState
        title="The applications could not be loaded"
        error={applications.error}
        onRetry={() => void applications.refetch()}
        retrying={applications.isFetching}
      />
    );
  }
  if (!applications.data) {
    return (
      <SkeletonRegion label="Loading applications...">
        <div className="mb-4 flex gap-2">
          <Skeleton className="h-11 w-24 sm:h-9" />
          <Skeleton className="h-11 w-28 sm:h-9" />
          <Skeleton className="h-11 w-28 sm:h-9" />
        </div>
        <TableSkeleton rows={6} />
      </SkeletonRegion>
    );
  }
  if (search.case === undefined) {
    return (
      <KycQueue
        applications={applications.data}
        filter={filter}
        onFilter={(status) =>
          void navigate({ search: { tab: 'kyc', status }, replace: true, resetScroll: false })
        }
        onOpen={openCase}
        onRefresh={() => void applications.refetch()}
        refreshing={applications.isFetching}
      />
    );
  }
  const application = applications.data.find(({ id }) => id === search.case);
  if (!application) {
    return (
      <EmptyState
        title="This case is not in the list"
        description="It may be older than the newest 1,000 applications, or its address is incomplete."
        action={<Button onClick={openQueue}>Back to the queue</Button>}
      />
    );
  }
  return (
    <KycCase
      // A note belongs to its case.
      key={application.id}
      application={application}
      next={nextOpenCase(applications.data, application.id)}
      onOpen={openCase}
      onBack={openQueue}
    />
  );
}
