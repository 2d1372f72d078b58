import { Link } from '@tanstack/react-router';
import type {
  ContactEntry,
  MessageFilter,
  MessageThread,
} from '../../../../shared/messages/contact-messages.ts';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Button } from '../../../ui/button.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { StatusBadge } from '../../../ui/status-badge.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { BackLink } from '../../navigation/back-link.tsx';
import { adminLinkClass } from '../admin-link.ts';
import { AdminQueryView } from '../admin-query-view.tsx';
import { useRefresh } from '../use-refresh.ts';
import { MessageBadges } from './message-badges.tsx';
import { NoteForm } from './note-form.tsx';
import { ReplyForm, type ReplyFormProps, setSeenVersion, useSeenVersion } from './reply-form.tsx';
import { useShowThread } from './use-show-thread.ts';

/** A message with its replies and notes, and the forms for the next reply and note. */
export function MessageThreadPage({ id, filter }: { id: string; filter: MessageFilter }) {
  const query = trpc.admin.contact.thread.useQuery({ id });
  return (
    <section className="max-w-3xl">
      <BackLink to="/admin" search={{ tab: 'messages', ...(filter !== 'open' && { view: filter }) }}>
        All messages
      </BackLink>
      <AdminQueryView
        query={query}
        errorTitle="The message could not be loaded"
        missing={
          <EmptyState
            title="There is no such message"
            description="The link is incomplete, or the message was deleted."
          />
        }
        skeleton={
          <SkeletonRegion label="Loading the message..." className="flex flex-col gap-4">
            <Skeleton className="h-8 w-64" />
            <Skeleton className="h-28 rounded-card" />
            <Skeleton className="h-48" />
          </SkeletonRegion>
        }
      >
        {(thread) => <Thread thread={thread} />}
      </AdminQueryView>
    </section>
  );
}

function Thread({ thread }: { thread: MessageThread }) {
  const { message, entries } = thread;
  const seen = useSeenVersion(message.id);
  return (
    <>
      <div className="mb-4 flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h2 className="text-xl font-semibold wrap-anywhere">{message.name}</h2>
          <p className="text-sm wrap-anywhere text-muted">{message.email}</p>
          <Account thread={thread} />
        </div>
        <MessageBadges message={message} />
      </div>
      <ol aria-label="Thread" className="flex flex-col gap-3">
        <li className="rounded-card border border-border bg-surface p-4">
          <p className="measure whitespace-pre-wrap wrap-anywhere">{message.message}</p>
          <p className="mt-2 text-sm text-muted">
            {message.name}, {formatDateTime(message.createdAt)}
          </p>
        </li>
        {entries.map((entry) => (
          <Entry key={entry.id} entry={entry} />
        ))}
      </ol>
      {message.state === 'closed' && (
        <p className="mt-3 text-sm text-muted">
          Closed {message.closedByName !== null && `by ${message.closedByName} `}on{' '}
          {formatDate(message.closedAt)}
        </p>
      )}
      <ReplyForm thread={thread} otherAction={<CloseButton thread={thread} seen={seen} />} seen={seen} />
      <NoteForm id={message.id} />
    </>
  );
}

function Account({ thread: { account } }: { thread: MessageThread }) {
  if (!account) return <p className="text-sm text-muted">No account has this email.</p>;
  return (
    <p className="text-sm wrap-anywhere">
      <Link to="/admin/users/$id" params={{ id: account.id }} className={adminLinkClass}>
        Account of {account.name}
      </Link>
      {!account.loggedIn && (
        <span className="text-muted">
          {' '}
          has this email. The writer was not logged in and may be someone else.
        </span>
      )}
    </p>
  );
}

const deliveries = {
  queued: { label: 'Email is waiting to be sent', tone: 'neutral' },
  sent: { label: 'Email sent', tone: 'success' },
  failed: { label: 'Email could not be sent', tone: 'danger' },
} as const;

function Entry({ entry }: { entry: ContactEntry }) {
  const isNote = entry.kind === 'note';
  const delivery = entry.email && deliveries[entry.email];
  return (
    <li
      className={classNames(
        'rounded-card border p-4',
        isNote ? 'border-dashed border-control bg-sunken' : 'border-primary bg-primary-soft sm:ml-8',
      )}
    >
      {isNote && <p className="text-sm font-semibold text-muted">Note for admins</p>}
      <p className="measure whitespace-pre-wrap wrap-anywhere">{entry.body}</p>
      <p className="mt-2 flex flex-wrap items-center gap-x-3 gap-y-1 text-sm text-muted">
        {entry.authorName ?? 'An admin'}, {formatDateTime(entry.createdAt)}
        {delivery && <StatusBadge status={delivery} />}
      </p>
      {entry.email === 'failed' && (
        <Link to="/admin" search={{ tab: 'system' }} className={adminLinkClass}>
          See why under System
        </Link>
      )}
    </li>
  );
}

const countReplies = ({ entries }: MessageThread) => entries.filter(({ kind }) => kind === 'reply').length;

function CloseButton({ thread, seen }: Pick<ReplyFormProps, 'thread' | 'seen'>) {
  const { message } = thread;
  const showThread = useShowThread();
  const isClosed = message.state === 'closed';
  const change = useAction(
    trpc.admin.contact.setClosed.useMutation({
      onError: showFailure('The message could not be changed', 'The message may have been changed'),
      onSuccess(changed) {
        // Without a new reply, the only change between the two versions is that the message was closed or reopened.
        if (seen.current === changed.version - 1 && countReplies(changed) === countReplies(thread)) {
          setSeenVersion(message.id, seen, changed.version);
        }
        showThread(changed);
      },
      onSettled: useRefresh().onSettled,
    }),
  );
  return (
    <Button
      variant="quiet"
      busy={change.isPending}
      busyLabel="Saving..."
      onClick={() => change.run({ id: message.id, closed: !isClosed })}
    >
      {isClosed ? 'Reopen' : message.state === 'answered' ? 'Close' : 'Close without a reply'}
    </Button>
  );
}
