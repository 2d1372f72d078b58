import { Link, useSearch } from '@tanstack/react-router';
import { contactTopicNames } from '../../../../shared/messages/contact.ts';
import {
  type ContactMessage,
  type MessageFilter,
  type MessagesPage,
  messageFilters,
} from '../../../../shared/messages/contact-messages.ts';
import { formatDateTime } from '../../../lib/format.ts';
import { trpc } from '../../../trpc.ts';
import { Card } from '../../../ui/card.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { byCursor, LoadMore, loadedItems } from '../../../ui/load-more.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Skeleton, SkeletonRegion } from '../../../ui/skeleton.tsx';
import { AdminQueryView } from '../admin-query-view.tsx';
import { ViewLinks } from '../view-links.tsx';
import { MessageBadges } from './message-badges.tsx';
import { MessageThreadPage } from './message-thread.tsx';

const filterLabels: Record<MessageFilter, string> = {
  open: 'Waiting for you',
  privacy: 'Privacy requests',
  answered: 'Answered',
  closed: 'Closed',
  all: 'All',
};

const contactFormText = 'Messages from the contact form appear here.';
const emptyLabels: Record<MessageFilter, { title: string; description: string }> = {
  open: { title: 'No messages are waiting for you', description: contactFormText },
  privacy: {
    title: 'No privacy requests are waiting for you',
    description: 'Requests about personal data appear here with the day by which the law requires an answer.',
  },
  answered: {
    title: 'No answered messages',
    description: 'Messages that you replied to stay here until you close them.',
  },
  closed: { title: 'No closed messages', description: 'Close a message when nothing is left to do.' },
  all: { title: 'No messages yet', description: contactFormText },
};

/** Messages from the contact form: the list, or the thread in the URL. */
export function MessagesPanel() {
  const { view, case: openId } = useSearch({ from: '/admin' });
  const filter = messageFilters.find((known) => known === view) ?? 'open';
  if (openId !== undefined) return <MessageThreadPage key={openId} id={openId} filter={filter} />;
  return (
    <section>
      <h2 className="sr-only">Messages</h2>
      <ViewLinks
        label="Message views"
        selected={filter}
        views={messageFilters.map((each) => ({
          view: each,
          label: filterLabels[each],
          search: { tab: 'messages', ...(each !== 'open' && { view: each }) },
        }))}
      />
      <MessagePages key={filter} filter={filter} />
    </section>
  );
}

function MessagePages({ filter }: { filter: MessageFilter }) {
  const query = trpc.admin.contact.list.useInfiniteQuery({ filter }, byCursor);
  return (
    <AdminQueryView
      query={query}
      errorTitle="The messages could not be loaded"
      skeleton={
        <SkeletonRegion label="Loading the messages..." className="flex flex-col gap-3">
          <Skeleton className="mb-1 h-5 w-56" />
          {[1, 2, 3].map((row) => (
            <Skeleton key={row} className="h-28 rounded-card" />
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
            <ul className="flex flex-col gap-3">
              {loadedItems(data).map((message) => (
                <MessageRow key={message.id} message={message} filter={filter} />
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
        {openCount === 1
          ? 'One message is waiting for you'
          : `${openCount.toLocaleString('en-US')} messages are waiting for you`}
      </p>
    );
  }
  return (
    <Notice
      tone="danger"
      role="status"
      className="mb-6"
      title={
        overdueCount === 1
          ? 'One privacy request is late'
          : `${overdueCount.toLocaleString('en-US')} privacy requests are late`
      }
    >
      The law allows one month for an answer. Answer now, and say why it took longer.
    </Notice>
  );
}

function MessageRow({ message, filter }: { message: ContactMessage; filter: MessageFilter }) {
  return (
    <Card as="li" interactive className="sm:py-4!">
      <div className="flex flex-wrap items-start justify-between gap-x-6 gap-y-2">
        <div className="min-w-0">
          <h3 className="font-semibold wrap-anywhere">
            <Link
              to="/admin"
              search={{ tab: 'messages', ...(filter !== 'open' && { view: filter }), case: message.id }}
              className="text-text no-underline after:absolute after:inset-0 after:rounded-card"
            >
              {message.name}
              <span className="sr-only">: {contactTopicNames[message.topic]}</span>
            </Link>
          </h3>
          <p className="text-sm wrap-anywhere text-muted">
            {message.email}, {formatDateTime(message.createdAt)}
          </p>
        </div>
        <MessageBadges message={message} />
      </div>
      <p className="mt-2 line-clamp-2 measure wrap-anywhere">{message.message}</p>
    </Card>
  );
}
