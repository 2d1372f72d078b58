import { Link } from '@tanstack/react-router';
import { formatDateTime } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { retryAdminQuery } from '../admin-query.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { ApplicationDocuments } from './application-documents.tsx';
import { ApplicationFacts } from './application-facts.tsx';
import { caseStatus } from './kyc-cases.ts';

/** Two applications side by side, read-only; stacked on narrow screens. */
export function KycCompare({ ids, onBack }: { ids: readonly [string, string]; onBack: () => void }) {
  return (
    <section>
      <Button variant="quiet" size="small" onClick={onBack} className="-ml-3">
        ← Back to the case
      </Button>
      <h2 className="mt-2 mb-6 text-2xl font-semibold">Compare two applications</h2>
      <div className="grid gap-x-10 gap-y-12 lg:grid-cols-2">
        <ComparedCase id={ids[0]} otherId={ids[1]} />
        <ComparedCase id={ids[1]} otherId={ids[0]} />
      </div>
    </section>
  );
}

function ComparedCase({ id, otherId }: { id: string; otherId: string }) {
  const query = trpc.admin.kyc.get.useQuery({ id }, { retry: retryAdminQuery });
  const other = trpc.admin.kyc.get.useQuery({ id: otherId }, { retry: retryAdminQuery });
  return (
    <AdminQueryView
      query={query}
      errorTitle="The application could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading application...">
          <Skeleton className="mb-6 h-7 w-48 max-w-full" />
          <Skeleton className="aspect-4/3" />
        </SkeletonRegion>
      }
    >
      {({ application }) => (
        <article className="flex min-w-0 flex-col gap-6">
          <header>
            <div className="flex flex-wrap items-center gap-3">
              <h3 className="text-lg font-semibold wrap-anywhere">
                <Link to="/admin" search={{ tab: 'kyc', case: id }} className={adminLinkClass}>
                  {application.firstName} {application.lastName}
                </Link>
              </h3>
              <StatusBadge status={caseStatus(application)} />
            </div>
            <p className="mt-1 text-muted tabular">Submitted {formatDateTime(application.createdAt)}</p>
          </header>
          <ApplicationDocuments application={application} />
          <ApplicationFacts application={application} other={other.data?.application} />
        </article>
      )}
    </AdminQueryView>
  );
}
