import { useRouterState } from '@tanstack/react-router';
import { useEffect, useRef } from 'react';
import { minuteMs } from '../../../shared/durations.ts';
import { trpc } from '../../trpc.ts';
import { NotificationList } from './notification-list.tsx';
import { panelClass } from './panel-class.ts';
import { useDisclosure } from './use-disclosure.ts';

/** The count is refetched on navigation, also within the admin area, but not more often than this. */
const minIntervalMs = minuteMs;

/** The unread count, and a menu with the last 50 notifications. */
export function NotificationBell() {
  const { open, close, containerProps, buttonProps, panelProps } = useDisclosure();
  const utils = trpc.useUtils();
  const unread = trpc.notifications.unreadCount.useQuery().data?.unread ?? 0;
  const href = useRouterState({ select: (state) => state.resolvedLocation?.href });
  const lastFetch = useRef({ href, at: Date.now() });

  useEffect(() => {
    const { href: before, at } = lastFetch.current;
    if (href === before) return;
    lastFetch.current.href = href;
    if (Date.now() - at < minIntervalMs) return;
    lastFetch.current.at = Date.now();
    void utils.notifications.unreadCount.invalidate();
  }, [href, utils]);

  const count = unread > 99 ? '99+' : String(unread);
  return (
    <div {...containerProps}>
      <button
        {...buttonProps}
        onClick={() => {
          // The count may be outdated, for example after the user has read the notifications in another tab.
          if (!open) void utils.notifications.invalidate();
          buttonProps.onClick();
        }}
        aria-label={unread === 0 ? 'Notifications' : `Notifications, ${count} unread`}
        className="relative grid size-11 place-items-center rounded-control text-text hover:bg-sunken"
      >
        <svg aria-hidden="true" viewBox="0 0 20 20" className="size-5">
          <path
            d="M10 2.5a5 5 0 0 0-5 5c0 4-1.5 5.5-2.5 6.5h15c-1-1-2.5-2.5-2.5-6.5a5 5 0 0 0-5-5ZM8 16.5a2 2 0 0 0 4 0"
            fill="none"
            stroke="currentColor"
            strokeWidth="1.6"
            strokeLinecap="round"
            strokeLinejoin="round"
          />
        </svg>
        {unread > 0 && (
          <span
            aria-hidden="true"
            className="absolute top-1 right-0.5 grid min-w-4.5 place-items-center rounded-full bg-accent px-1 text-xs leading-4.5 font-bold text-on-accent tabular"
          >
            {count}
          </span>
        )}
      </button>
      <span role="status" className="sr-only">
        {unread > 0 && `${count} unread ${unread === 1 ? 'notification' : 'notifications'}`}
      </span>
      <div {...panelProps} className={`${panelClass} sm:w-96`}>
        {open && <NotificationList onClose={close} />}
      </div>
    </div>
  );
}
