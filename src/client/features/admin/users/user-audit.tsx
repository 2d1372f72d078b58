import { Link } from '@tanstack/react-router';
import { trpc } from '../../../trpc.ts';
import { DataTable } from '../../../ui/data-table.tsx';
import { Section } from '../../../ui/page.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { retryAdminQuery } from '../admin-query.ts';
import { AdminErrorState } from '../admin-query-view.tsx';
import { auditColumns } from '../system/audit-panel.tsx';
import { textLinkClass } from '../text-link.ts';

const shown = 10;

/** The latest audit entries about an account, its payments and its identity, newest first. Links to the audit log. */
export function UserAudit({ userId }: { userId: string }) {
  const audit = trpc.admin.audit.list.useQuery(
    { subjectId: userId },
    { retry: retryAdminQuery, staleTime: 0, placeholderData: (previous) => previous },
  );
  return (
    <Section title="Audit" note={`The newest ${shown} entries about this person`}>
      {audit.data ? (
        <DataTable
          caption="Audit"
          rows={audit.data.items.slice(0, shown)}
          rowKey={(entry) => String(entry.id)}
          columns={auditColumns}
          empty={<p className="text-muted">Nothing was recorded about this person yet.</p>}
        />
      ) : audit.error ? (
        <AdminErrorState title="The audit log could not be loaded" query={audit} />
      ) : (
        <SkeletonRegion label="Loading the audit log...">
          <TableSkeleton rows={4} />
        </SkeletonRegion>
      )}
      <p className="mt-3 flex flex-wrap gap-x-6 gap-y-2">
        <Link to="/admin" search={{ tab: 'audit', subject: userId }} className={textLinkClass}>
          All about this person
        </Link>
        <Link to="/admin" search={{ tab: 'audit', actor: userId }} className={textLinkClass}>
          What this person did
        </Link>
      </p>
    </Section>
  );
}
