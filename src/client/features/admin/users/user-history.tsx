import { Link } from '@tanstack/react-router';
import type { HistoryEntry } from '../../../../shared/admin/user-history.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { byCursor, LoadMore, loadedRows } from '../../../ui/load-more.tsx';
import { Section } from '../../../ui/page.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { TimelineItem } from '../timeline-item.tsx';
import { historyNote, historyTitle } from './history-labels.ts';
import { HistorySkeleton } from './user-page-skeleton.tsx';

/** The history of an account, newest event first. */
export function UserHistory({ userId }: { userId: string }) {
  const query = trpc.admin.users.history.useInfiniteQuery({ id: userId }, byCursor);
  return (
    <Section
      title="History"
      note="Identity, consents, payments, opened files, messages, questions, logins and changes, newest first"
    >
      <AdminQueryView
        query={query}
        errorTitle="The history could not be loaded"
        skeleton={
          <SkeletonRegion label="Loading the history...">
            <HistorySkeleton />
          </SkeletonRegion>
        }
      >
        {(data) => {
          const entries = loadedRows(data);
          if (entries.length === 0) return <p className="text-muted">This account has no history yet.</p>;
          return (
            <>
              <ol aria-label="History" className="border-l border-border">
                {entries.map((entry) => (
                  <Entry key={entry.key} entry={entry} />
                ))}
              </ol>
              <LoadMore query={query} label="of the history" />
            </>
          );
        }}
      </AdminQueryView>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-2 text-sm">
        <Link to="/admin" search={{ tab: 'audit', subject: userId }} className={adminLinkClass}>
          Audit log about this person
        </Link>
        <Link to="/admin" search={{ tab: 'audit', actor: userId }} className={adminLinkClass}>
          Audit log of what this person did
        </Link>
      </p>
    </Section>
  );
}

function Entry({ entry }: { entry: HistoryEntry }) {
  const { at, byName, device, address, paymentId, caseId, messageId } = entry;
  const title = historyTitle(entry);
  return (
    <TimelineItem
      title={title}
      facts={[formatDateTime(at), byName !== null && `by ${byName}`, device, device !== null && address]
        .filter(Boolean)
        .join(', ')}
      note={historyNote(entry)}
    >
      {paymentId !== null && (
        <Link to="/admin/payments/$id" params={{ id: paymentId }} className={`${adminLinkClass} text-sm`}>
          Payment<span className="sr-only">: {title}</span>
        </Link>
      )}
      {caseId !== null && (
        <Link to="/admin" search={{ tab: 'kyc', case: caseId }} className={`${adminLinkClass} text-sm`}>
          Case<span className="sr-only">: {title}</span>
        </Link>
      )}
      {messageId !== null && (
        <Link
          to="/admin"
          search={{ tab: 'messages', view: 'all', case: messageId }}
          className={`${adminLinkClass} text-sm`}
        >
          Message<span className="sr-only">: {title}</span>
        </Link>
      )}
    </TimelineItem>
  );
}
