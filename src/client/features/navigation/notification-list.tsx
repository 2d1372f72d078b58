import { useRouter } from '@tanstack/react-router';
import { type MouseEvent, useRef } from 'react';
import type { Notification } from '../../../shared/messages/notifications.ts';
import { describeError } from '../../lib/error-text.ts';
import { formatDateTime } from '../../lib/format.ts';
import { opensElsewhere } from '../../lib/opens-elsewhere.ts';
import { useAction } from '../../lib/use-action.ts';
import { trpc } from '../../trpc.ts';
import { Button } from '../../ui/button.tsx';
import { classNames } from '../../ui/class-names.ts';
import { QueryView } from '../../ui/query-view.tsx';
import { Skeleton, SkeletonRegion } from '../../ui/skeleton.tsx';

/** The notifications in the open menu, newest first. Opening one marks it as read; a button marks all as read. */
export function NotificationList({ onClose }: { onClose: () => void }) {
  const utils = trpc.useUtils();
  const query = trpc.notifications.list.useQuery();
  const heading = useRef<HTMLHeadingElement>(null);

  async function onSuccess(result: { unread: number }) {
    utils.notifications.unreadCount.setData(undefined, result);
    await utils.notifications.list.invalidate();
  }
  // A notification reports a change. Data that was loaded before that change is outdated, so all data is reloaded.
  const markOne = trpc.notifications.markRead.useMutation({ onSuccess, onSettled: () => utils.invalidate() });
  const markAll = useAction(trpc.notifications.markRead.useMutation({ onSuccess }));
  const failure = markAll.failure ?? (markOne.error ? describeError(markOne.error) : undefined);

  const unread = query.data?.unread ?? 0;
  const newest = query.data?.items[0];
  return (
    <>
      <div className="flex min-h-11 items-center justify-between gap-2 border-b border-border px-3 pb-2">
        <h2 ref={heading} tabIndex={-1} className="font-semibold">
          Notifications
        </h2>
        {unread > 0 && (
          <Button
            variant="quiet"
            size="small"
            busy={markAll.isPending}
            busyLabel="Marking..."
            onClick={() => {
              // The button disappears with the last unread notification. Without this, the focus would be lost and
              // Escape would not work.
              heading.current?.focus();
              markOne.reset();
              markAll.run(newest && { until: newest.createdAt });
            }}
          >
            Mark all as read
          </Button>
        )}
      </div>
      {failure && (
        <p role="alert" className="px-3 pt-2 text-sm text-danger">
          {failure.message}
        </p>
      )}
      <QueryView
        query={query}
        skeleton={
          <SkeletonRegion label="Loading your notifications..." className="flex flex-col gap-3 p-3">
            <Skeleton className="h-12" />
            <Skeleton className="h-12" />
          </SkeletonRegion>
        }
      >
        {({ items }) => (
          <Items
            items={items}
            onOpen={(item) => {
              if (item.readAt === null) {
                markAll.reset();
                markOne.mutate({ ids: [item.id] });
              }
              if (item.path === null) heading.current?.focus();
              else {
                if (item.readAt !== null) void utils.invalidate();
                onClose();
              }
            }}
          />
        )}
      </QueryView>
    </>
  );
}

type ItemsProps = { items: readonly Notification[]; onOpen: (item: Notification) => void };

function Items({ items, onOpen }: ItemsProps) {
  if (items.length === 0) {
    return (
      <p className="p-3 text-sm text-muted">
        Nothing yet. Decisions about your account and your purchases appear here.
      </p>
    );
  }
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable area must be reachable by keyboard
    <ul tabIndex={0} aria-label="Notifications" className="max-h-[min(28rem,70dvh)] overflow-y-auto">
      {items.map((item) => (
        <li key={item.id} className="border-b border-border last:border-b-0">
          <Item item={item} onOpen={() => onOpen(item)} />
        </li>
      ))}
    </ul>
  );
}

const itemClass = 'block w-full rounded-control px-3 py-2.5 text-left';

function Item({ item, onOpen }: { item: Notification; onOpen: () => void }) {
  const router = useRouter();
  const { path } = item;
  if (path === null) {
    return item.readAt === null ? (
      <button type="button" onClick={onOpen} className={`${itemClass} hover:bg-sunken`}>
        <ItemText item={item} />
        <span className="sr-only"> Mark as read</span>
      </button>
    ) : (
      <div className={itemClass}>
        <ItemText item={item} />
      </div>
    );
  }

  function handleClick(event: MouseEvent<HTMLAnchorElement>) {
    onOpen();
    if (path === null || opensElsewhere(event)) return;
    event.preventDefault();
    router.history.push(path);
  }

  return (
    <a href={path} onClick={handleClick} className={`${itemClass} hover:bg-sunken`}>
      <ItemText item={item} />
    </a>
  );
}

function ItemText({ item }: { item: Notification }) {
  const isUnread = item.readAt === null;
  return (
    <span className="flex gap-3">
      <span
        aria-hidden="true"
        className={classNames('mt-2 size-2 shrink-0 rounded-full', isUnread ? 'bg-accent' : 'bg-transparent')}
      />
      <span className="min-w-0">
        <span className={classNames('block wrap-anywhere', isUnread && 'font-semibold')}>
          {isUnread && <span className="sr-only">Unread: </span>}
          {item.title}
        </span>
        {item.body && <span className="block text-sm wrap-anywhere text-muted">{item.body}</span>}
        <span className="block text-xs text-subtle tabular">{formatDateTime(item.createdAt)}</span>
      </span>
    </span>
  );
}
