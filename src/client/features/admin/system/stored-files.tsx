import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import type { MissingFile, MissingFiles } from '../../../../shared/admin/system.ts';
import { countText } from '../../../lib/count-text.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { AdminQueryView } from '../admin-query-view.tsx';

/** Files missing from storage, and stored files that no database row references. */
export function StoredFiles() {
  const query = trpc.admin.system.missingFiles.useQuery();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The files could not be listed"
      skeleton={<TableSkeleton label="Loading the files..." rows={2} />}
    >
      {(data) => (
        <div className="flex flex-col gap-4">
          {data.withheld > 0 && <WithheldFiles found={data} />}
          {data.files.length > 0 && (
            <DataTable
              caption="Files that are missing"
              columns={columns}
              rows={data.files}
              rowKey={({ id }) => id}
            />
          )}
        </div>
      )}
    </AdminQueryView>
  );
}

function WithheldFiles({ found: { withheld, checkedAt, erasingAllowed } }: { found: MissingFiles }) {
  const { client } = trpc.useUtils();
  const [isAsking, setAsking] = useState(false);
  const files = countText(withheld, 'file');
  return (
    <Notice
      tone="warning"
      title={`${files} ${withheld === 1 ? 'is' : 'are'} not in the database`}
      action={
        !erasingAllowed && (
          <Button size="small" variant="danger" onClick={() => setAsking(true)}>
            Allow their deletion
          </Button>
        )
      }
    >
      {erasingAllowed
        ? 'From tonight on, the nightly comparison deletes the files that are still not in the database.'
        : `Found ${formatDateTime(checkedAt)}. A few such files are deleted without asking. A number this large can mean that the server uses the wrong database or an old backup of it, so no file was deleted. Be sure before you allow the deletion: it cannot be undone.`}
      {isAsking && (
        <ActionDialog
          action={{
            title: `Delete ${files} for good?`,
            consequence:
              'From tonight on, the nightly comparison deletes the files that are still not in the database. This cannot be undone.',
            confirm: `Allow the deletion of ${files}`,
            busy: 'Allowing...',
            isDanger: true,
            failure: 'The deletion was not allowed',
            async run() {
              await client.admin.system.allowErasing.mutate();
              return 'The deletion is allowed and runs tonight';
            },
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </Notice>
  );
}

const columns: readonly Column<MissingFile>[] = [
  {
    key: 'file',
    header: 'File',
    cell: ({ label, userId }) =>
      userId === null ? (
        <span className="wrap-anywhere">{label}</span>
      ) : (
        <Link to="/admin/users/$id" params={{ id: userId }} className={adminLinkClass}>
          {label}
        </Link>
      ),
  },
  { key: 'since', header: 'Missing since', cell: ({ foundAt }) => formatDateTime(foundAt) },
  { key: 'advice', header: 'What to do', cell: ({ advice }) => advice },
];
