import { useState } from 'react';
import type { AdminAnnouncement } from '../../../../shared/messages/announcements.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { TableSkeleton } from '../../../ui/table-skeleton.tsx';
import { ActionDialog } from '../action-dialog.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { AnnouncementEditor } from './announcement-editor.tsx';
import { audienceLabels, stateLabels, toneLabels } from './announcement-labels.ts';

type Editing = { edited: AdminAnnouncement | undefined };

/** The announcements at the bottom of each page: active, scheduled and the latest earlier ones. */
export function AnnouncementsPanel() {
  const query = trpc.admin.announcements.list.useQuery();
  const [editing, setEditing] = useState<Editing>();
  return (
    <AdminQueryView
      query={query}
      errorTitle="The announcements could not be loaded"
      skeleton={<TableSkeleton label="Loading the announcements..." rows={2} />}
    >
      {(list) => {
        const current = list.filter(({ state }) => state !== 'over');
        const former = list.filter(({ state }) => state === 'over');
        return (
          <>
            {current.length === 0 ? (
              <p className="border-t border-border py-4 text-muted">
                No announcement is active or scheduled.
              </p>
            ) : (
              <ul className="divide-y divide-border border-y border-border">
                {current.map((announcement) => (
                  <Row
                    key={announcement.id}
                    announcement={announcement}
                    onEdit={() => setEditing({ edited: announcement })}
                  />
                ))}
              </ul>
            )}
            <Button
              variant="secondary"
              className="mt-4 whitespace-normal!"
              onClick={() => setEditing({ edited: undefined })}
            >
              New announcement
            </Button>
            {former.length > 0 && (
              <details className="mt-4">
                <summary className="min-h-9 cursor-pointer content-center rounded-control font-semibold text-primary-text">
                  Earlier announcements ({former.length})
                </summary>
                <ul className="divide-y divide-border border-y border-border">
                  {former.map((announcement) => (
                    <Row key={announcement.id} announcement={announcement} />
                  ))}
                </ul>
              </details>
            )}
            {editing && (
              <AnnouncementEditor
                announcement={list.find(({ id }) => id === editing.edited?.id) ?? editing.edited}
                onClose={() => setEditing(undefined)}
              />
            )}
          </>
        );
      }}
    </AdminQueryView>
  );
}

function Row({ announcement, onEdit }: { announcement: AdminAnnouncement; onEdit?: () => void }) {
  const { message, link, state, tone, audience, startsAt, endsAt, createdByName } = announcement;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2 py-4">
      <div className="min-w-0 flex-1 basis-72">
        <p className="wrap-anywhere">
          <StatusBadge status={stateLabels[state]} /> <span className="font-semibold">{message}</span>
        </p>
        <p className="mt-1 text-sm wrap-anywhere text-muted">
          {formatDateTime(startsAt)} to {formatDateTime(endsAt)} · {audienceLabels[audience]} ·{' '}
          {toneLabels[tone]}
          {link && (
            <>
              {' · '}
              <a href={link.path} className={adminLinkClass}>
                “{link.label}”, {link.path}
              </a>
            </>
          )}
          {createdByName !== null && ` · by ${createdByName}`}
        </p>
      </div>
      {onEdit && (
        <div className="flex gap-2">
          <Button size="small" variant="secondary" onClick={onEdit} aria-label={`Edit “${message}”`}>
            Edit
          </Button>
          <EndButton announcement={announcement} />
        </div>
      )}
    </li>
  );
}

function EndButton({ announcement: { id, message, state } }: { announcement: AdminAnnouncement }) {
  const { client } = trpc.useUtils();
  const [isAsking, setIsAsking] = useState(false);
  const isPlanned = state === 'planned';
  return (
    <>
      <Button
        size="small"
        variant="quiet"
        aria-label={`${isPlanned ? 'Delete' : 'End'} “${message}”`}
        onClick={() => setIsAsking(true)}
      >
        {isPlanned ? 'Delete' : 'End now'}
      </Button>
      {isAsking && (
        <ActionDialog
          action={{
            title: isPlanned ? 'Delete this announcement?' : 'End this announcement now?',
            consequence: `“${message}” ${isPlanned ? 'will not be shown, and its text is deleted.' : 'disappears from every page. It cannot be shown again.'}`,
            confirm: isPlanned ? 'Delete announcement' : 'End announcement',
            busy: isPlanned ? 'Deleting...' : 'Ending...',
            isDanger: true,
            failure: isPlanned ? 'The announcement was not deleted' : 'The announcement was not ended',
            async run() {
              await client.admin.announcements.end.mutate({ id });
              return isPlanned ? 'Announcement deleted' : 'Announcement ended';
            },
          }}
          onClose={() => setIsAsking(false)}
        />
      )}
    </>
  );
}
