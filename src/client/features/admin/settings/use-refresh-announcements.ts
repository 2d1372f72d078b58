import { trpc } from '../../../trpc.ts';

/** Invalidates all announcement queries, including the one that came with the page. */
export function useRefreshAnnouncements(): () => Promise<void> {
  const utils = trpc.useUtils();
  return async () => {
    await Promise.all([
      utils.announcements.invalidate(),
      utils.admin.announcements.invalidate(),
      utils.admin.audit.list.invalidate(),
    ]);
  };
}
