import { trpc } from '../../../trpc.ts';

/** Forgets the banner wherever it stands; what came with the page is read again as well. */
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
