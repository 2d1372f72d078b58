import { Link, useSearch } from '@tanstack/react-router';
import {
  type ContactMessage,
  type MessageFilter,
  type MessagesPage,
  messageFilters,
} from '../../../../shared/messages/contact-messages.ts';
import { formatDate, formatDateTime } from '../../../lib/format.ts';
import { useAction } from '../../../lib/use-action.ts';
import { trpc } from '../../../trpc.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonClass } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { classNames } from '../../../ui/class-names.ts';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SkeletonRegion } from '../../../ui/skeleton.tsx';
import { SkeletonCard } from '../../../ui/skeleton-card.tsx';
import { showFailure } from '../../../ui/toast.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { answerLink, topicLabels } from '../kyc/answer-link.ts';

const filterLabels: Record<MessageFilter, string> = {
  open: 'Waiting',
  privacy: 'Privacy requests',
  handled: 'Handled',
  all: 'All',
};

const emptyLabels: Record<MessageFilter, { title: string; description: string }> = {
  open: { title: 'Nobody waits', description: 'What people write through the contact form appears here.' },
  privacy: {
    title: 'No privacy request waits',
    description: 'Requests about somebody’s data appear here with the day by which they must be answered.',
  },
  handled: { title: 'Nothing was handled yet', description: 'Mark a message once you have answered it.' },
  all: {
    title: 'Nobody has written yet',
    description: 'What people write through the contact form appears here.',
  },
};

/** Messages from the contact form. Privacy requests show their due date. */
export function MessagesPanel() {
  const { view } = useSearch({ from: '/admin' });
  const filter = messageFilters.find((known) => known === view) ?? 'open';
  return (
    <section>
      <h2 className="sr-only">Messages</h2>
      <nav aria-label="Parts of Messages" className="mb-6 flex flex-wrap gap-2">
        {messageFilters.map((each) => (
          <Link
            key={each}
            to="/admin"
            search={{ tab: 'messages', ...(each !== 'open' && { view: each }) }}
            resetScroll={false}
            aria-current={each === filter ? 'page' : undefined}
            className={classNames(
              'inline-flex min-h-9 items-center rounded-control border px-3 text-sm font-semibold no-underline transition-colors',
              each === filter
                ? 'border-primary bg-primary-soft text-primary-text'
                : 'border-border text-muted hover:border-control hover:text-text',
            )}
          >
            {filterLabels[each]}
          </Link>
        ))}
      </nav>
      <MessagePages key={filter} filter={filter} />
    </section>
  );
}

function MessagePages({ filter }: { filter: MessageFilter }) {
  const query = trpc.admin.contact.list.useInfiniteQuery(
    { filter },
    { getNextPageParam: ({ nextCursor }) => nextCursor, staleTime: 0 },
  );
  return (
    <AdminQueryView
      query={query}
      errorTitle="The messages could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading the messages..." className="flex flex-col gap-4">
          {[1, 2, 3].map((card) => (
            <SkeletonCard key={card} />
          ))}
        </SkeletonRegion>
      }
    >
      {(data) => (
        <>
          {data.pages[0] && <Waiting page={data.pages[0]} />}
          {loadedItems(data).length === 0 ? (
            <EmptyState {...emptyLabels[filter]} />
          ) : (
            <ul className="flex flex-col gap-4">
              {loadedItems(data).map((message) => (
                <Message key={message.id} message={message} />
              ))}
            </ul>
          )}
          <LoadMore query={query} label="messages" />
        </>
      )}
    </AdminQueryView>
  );
}

function Waiting({ page: { openCount, overdueCount } }: { page: MessagesPage }) {
  if (overdueCount === 0) {
    return (
      <p role="status" className="mb-4 text-sm text-muted tabular">
        {openCount === 1 ? 'One message waits for an answer' : `${openCount} messages wait for an answer`}
      </p>
    );
  }
  return (
    <Notice
      tone="danger"
      role="status"
      className="mb-6"
      title={overdueCount === 1 ? 'One privacy request is late' : `${overdueCount} privacy requests are late`}
    >
      The law gives one month. Answer now, and say why it took longer.
    </Notice>
  );
}

function Message({ message }: { message: ContactMessage }) {
  const utils = trpc.useUtils();
  const isHandled = message.handledAt !== null;
  const change = useAction(
    trpc.admin.contact.setHandled.useMutation({
      onError: showFailure('The message could not be changed'),
      onSettled: () =>
        Promise.all([utils.admin.contact.list.invalidate(), utils.admin.audit.list.invalidate()]),
    }),
  );

  return (
    <Card as="li">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-semibold wrap-anywhere">{message.name}</h3>
          <p className="text-sm wrap-anywhere text-muted">
            {message.email}, {formatDateTime(message.createdAt)}
          </p>
        </div>
        <div className="flex flex-wrap gap-2">
          <Badge tone={message.topic === 'privacy' ? 'primary' : 'neutral'}>
            {topicLabels[message.topic]}
          </Badge>
          {message.dueAt !== null && !isHandled && (
            <Badge tone={message.overdue ? 'danger' : 'warning'}>
              {message.overdue ? 'Was due' : 'Answer by'} {formatDate(message.dueAt)}
            </Badge>
          )}
          {isHandled && <Badge tone="success">Handled</Badge>}
        </div>
      </div>
      <p className="mt-3 measure whitespace-pre-wrap wrap-anywhere">{message.message}</p>
      {isHandled && (
        <p className="mt-3 text-sm text-muted">
          Handled {message.handledByName !== null && `by ${message.handledByName} `}on{' '}
          {formatDate(message.handledAt)}
        </p>
      )}
      <div className="mt-4 flex flex-wrap gap-2">
        <a href={answerLink(message)} className={buttonClass('secondary', 'small')}>
          Answer<span className="sr-only"> {message.name} by email</span>
        </a>
        <Button
          size="small"
          variant={isHandled ? 'quiet' : 'primary'}
          busy={change.isPending}
          busyLabel="Saving..."
          onClick={() => change.run({ id: message.id, handled: !isHandled })}
        >
          {isHandled ? 'Open again' : 'Mark as handled'}
          <span className="sr-only">, message of {message.name}</span>
        </Button>
      </div>
    </Card>
  );
}
