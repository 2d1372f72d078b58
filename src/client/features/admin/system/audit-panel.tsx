import { useNavigate, useSearch } from '@tanstack/react-router';
import { useId, useState } from 'react';
import { z } from 'zod';
import { type AuditEntryView, auditFilter } from '../../../../shared/admin/audit.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { useFormFields } from '../../../lib/use-form-fields.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { TextField } from '../../../ui/text-field.tsx';
import { retryAdminQuery } from '../admin-query.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { FiltersButton } from '../filter-bar.tsx';
import { TableExport } from '../table-export.tsx';

type Filter = { action?: string; actorId?: string; subjectId?: string };

/** The audit log, including each view of an identity document. The filters are in the URL. */
export function AuditPanel() {
  const { action, actor, subject } = useSearch({ from: '/admin' });
  const navigate = useNavigate({ from: '/admin' });
  const filter: Filter = {
    ...(action && { action }),
    ...(actor && { actorId: actor }),
    ...(subject && { subjectId: subject }),
  };
  return (
    <section>
      <h2 className="sr-only">Audit Log</h2>
      <FilterForm
        filter={filter}
        onFilter={(next) =>
          void navigate({
            search: {
              tab: 'audit',
              ...(next.action && { action: next.action }),
              ...(next.actorId && { actor: next.actorId }),
              ...(next.subjectId && { subject: next.subjectId }),
            },
            resetScroll: false,
          })
        }
      />
      <div className="mb-4 flex justify-end">
        <TableExport path="/api/admin/export-audit-csv" filter={filter} name="audit-export" />
      </div>
      <AuditPages key={JSON.stringify(filter)} filter={filter} />
    </section>
  );
}

/** An empty field does not filter. */
const typedFilter = auditFilter
  .pick({ action: true, subjectId: true })
  .extend({ actorId: z.uuid('Enter a whole user id').or(z.literal('')) });

type FilterFormProps = { filter: Filter; onFilter: (filter: Filter) => void };

function FilterForm({ filter, onFilter }: FilterFormProps) {
  const form = useFormFields({
    initial: () => ({
      action: filter.action ?? '',
      actorId: filter.actorId ?? '',
      subjectId: filter.subjectId ?? '',
    }),
    schema: typedFilter,
  });
  const [unfolded, setUnfolded] = useState(false);
  const formId = useId();
  return (
    <>
      <FiltersButton
        controls={formId}
        narrowing={Object.keys(filter).length}
        unfolded={unfolded}
        onToggle={() => setUnfolded(!unfolded)}
        className="mb-4 w-full"
      />
      <form
        ref={form.formRef}
        id={formId}
        noValidate
        aria-label="Filter the audit log"
        onSubmit={(event) => {
          event.preventDefault();
          if (form.check()) onFilter(form.values);
        }}
        className={classNames(
          'mb-6 grid gap-4 sm:grid-cols-3 lg:grid-cols-[1fr_1fr_1fr_auto] lg:items-start',
          !unfolded && 'max-sm:hidden',
        )}
      >
        <TextField
          {...form.field('action')}
          label="Action begins with"
          placeholder="document."
          spellCheck={false}
        />
        <TextField {...form.field('actorId')} label="Who (user id)" spellCheck={false} />
        <TextField {...form.field('subjectId')} label="What or whom (id)" spellCheck={false} />
        <Button type="submit" variant="secondary" className="lg:mt-6.5">
          Filter
        </Button>
      </form>
    </>
  );
}

function AuditPages({ filter }: { filter: Filter }) {
  const query = trpc.admin.audit.list.useInfiniteQuery(filter, {
    getNextPageParam: ({ nextCursor }) => nextCursor,
    retry: retryAdminQuery,
    staleTime: 0,
  });
  return (
    <AdminQueryView
      query={query}
      errorTitle="The audit log could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading the audit log...">
          <TableSkeleton rows={8} />
        </SkeletonRegion>
      }
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
                title="Nothing was recorded"
                description="No entry fits this filter. Shorten the action or leave the ids out."
              />
            }
          />
          <LoadMore query={query} label="entries" />
        </>
      )}
    </AdminQueryView>
  );
}

const auditColumns: readonly Column<AuditEntryView>[] = [
  {
    key: 'at',
    header: 'When',
    phone: 'second',
    cell: (entry) => formatDateTime(entry.at),
    className: 'whitespace-nowrap',
  },
  {
    key: 'actor',
    header: 'Who',
    phone: 'first',
    cell: (entry) => (
      <div>
        {entry.actorName}
        {entry.ip && <span className="block font-mono text-xs text-muted">{entry.ip}</span>}
      </div>
    ),
  },
  {
    key: 'action',
    header: 'What',
    phone: 'first',
    cell: (entry) => <span className="font-mono text-xs">{entry.action}</span>,
  },
  {
    key: 'subject',
    header: 'On',
    cell: (entry) => (
      <div>
        {entry.subjectType.replaceAll('_', ' ')}
        <span className="block font-mono text-xs wrap-anywhere text-muted">{entry.subjectId}</span>
      </div>
    ),
  },
  {
    key: 'details',
    header: 'Details',
    cell: (entry) =>
      entry.details.length > 0 && (
        <ul className="text-xs">
          {entry.details.map(({ name, value }) => (
            <li key={name} className="wrap-anywhere">
              <span className="text-muted">{name}:</span> {value}
            </li>
          ))}
        </ul>
      ),
  },
];
