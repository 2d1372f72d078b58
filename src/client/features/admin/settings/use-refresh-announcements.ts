import { trpc } from '../../../trpc.ts';

/** Invalidates the audit log and all announcement queries, including the one for the announcement on this page. */
export function useRefreshAnnouncements(): () => Promise<unknown> {
  const utils = trpc.useUtils();
  return () =>
    Promise.all([
      utils.announcements.invalidate(),
      utils.admin.announcements.invalidate(),
      utils.admin.audit.list.invalidate(),
    ]);
}
