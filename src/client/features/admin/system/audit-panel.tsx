import { useSearch } from '@tanstack/react-router';
import { type AuditEntryView, type AuditFilter, auditFilter } from '../../../../shared/admin/audit.ts';
import { formatDateTime } from '../../../lib/format.ts';
import type { AdminSearch } from '../../../lib/search-params.ts';
import { trpc } from '../../../trpc.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { TableExport } from '../table-export.tsx';
import { useFilters } from '../use-filters.ts';
import { auditDetails } from './audit-details.ts';
import { AuditFilters } from './audit-filters.tsx';
import { AuditSentence } from './audit-sentence.tsx';

/** The filter in the URL; values that are not valid count as unset. */
function readAuditSearch({ type, action, actor, subject, from, to }: AdminSearch): AuditFilter {
  const { shape } = auditFilter;
  return {
    kind: shape.kind.catch(undefined).parse(type),
    action: shape.action.catch(undefined).parse(action),
    actorId: shape.actorId.catch(undefined).parse(actor),
    subjectId: shape.subjectId.catch(undefined).parse(subject),
    from: shape.from.catch(undefined).parse(from),
    to: shape.to.catch(undefined).parse(to),
  };
}

/** The audit log, including each view of an identity document. The filters are in the URL. */
export function AuditPanel() {
  const { change } = useFilters();
  const filter = readAuditSearch(useSearch({ from: '/admin' }));
  const query = trpc.admin.audit.list.useInfiniteQuery(filter, {
    ...byCursor,
  });
  return (
    <section>
      <h2 className="sr-only">Audit Log</h2>
      <AuditFilters filter={filter} filtered={query.data?.pages[0]?.filtered} onChange={change} />
      <div className="mb-4 flex justify-end">
        <TableExport path="/api/admin/export-audit-csv" filter={filter} name="audit-export" />
      </div>
      <AdminQueryView
        query={query}
        errorTitle="The audit log could not be loaded"
        skeleton={<TableSkeleton label="Loading the audit log..." rows={8} />}
      >
        {(data) => (
          <>
            <DataTable
              caption="Audit log"
              columns={auditColumns}
              rows={loadedItems(data)}
              rowKey={(entry) => String(entry.id)}
              empty={
                <EmptyState
                  title="No entry matches"
                  description="Choose another kind, other days, or clear the filters."
                />
              }
            />
            <LoadMore query={query} label="entries" />
          </>
        )}
      </AdminQueryView>
    </section>
  );
}

const auditColumns: readonly Column<AuditEntryView>[] = [
  {
    key: 'at',
    header: 'When',
    cell: (entry) => formatDateTime(entry.at),
    className: 'whitespace-nowrap sm:align-top!',
  },
  {
    key: 'what',
    header: 'What happened',
    phone: 'first',
    cell: (entry) => <AuditSentence entry={entry} />,
    className: 'sm:align-top!',
  },
  {
    key: 'details',
    header: 'Details',
    className: 'sm:align-top!',
    cell: (entry) =>
      (entry.details.length > 0 || entry.ip) && (
        <details className="text-xs">
          <summary className="min-h-6 cursor-pointer content-center whitespace-nowrap text-primary-text">
            Details
          </summary>
          <ul>
            {auditDetails(entry).map(({ label, text }) => (
              <li key={label} className="wrap-anywhere">
                <span className="text-muted">{label}:</span> {text}
              </li>
            ))}
            {entry.ip && (
              <li>
                <span className="text-muted">IP address:</span> {entry.ip}
              </li>
            )}
            <li className="font-mono wrap-anywhere text-muted">
              {entry.action}, {entry.subjectType} {entry.subjectId}
            </li>
          </ul>
        </details>
      ),
  },
];
